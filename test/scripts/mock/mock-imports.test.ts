import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { readText } from '../../support/repository.ts'

/** What a file loads at its start; types are gone by then. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest)
  return source.statements
    .filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    .filter((node) => !isTypeOnly(node))
    .flatMap(({ moduleSpecifier: from }) => (from && ts.isStringLiteral(from) ? [from.text] : []))
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : node.isTypeOnly
}

/** The files and packages that `file` loads, and what those load. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const name of importsOf(file)) {
    const loaded = name.startsWith('.') ? path.join(path.dirname(file), name) : name
    if (seen.has(loaded)) continue
    seen.add(loaded)
    if (name.startsWith('.')) loadedBy(loaded, seen)
  }
  return seen
}

// It is there for machines without a database, and starts faster without.
it('loads neither the driver of the database nor what asks it', () => {
  const loaded = [...loadedBy('scripts/mock.ts')]
  expect(loaded).toContain('fastify')
  expect(loaded).toContain('src/contract/dispatch.ts')
  const ofDatabase = /^(pg|pg-.*|kysely)$|-queries\.ts$|database\/(connect|migrate|open|embedded)/
  expect(loaded.filter((name) => ofDatabase.test(name))).toEqual([])
})
