import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { filesBelow, readText } from '../support/repository.ts'

describe('the code of the client', () => {
  const files = filesBelow('src/client', '.ts').filter((file) => !file.includes('/examples/'))

  /** As \`from\` of each import and export that is there when the program runs, or also of types. */
  function importsOf(file: string, { ofTypes }: { ofTypes: boolean }): string[] {
    const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest)
    return source.statements
      .filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      .filter((node) => {
        const isOfTypes = ts.isImportDeclaration(node)
          ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
          : node.isTypeOnly
        return isOfTypes === ofTypes
      })
      .flatMap(({ moduleSpecifier }) =>
        moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)
          ? [moduleSpecifier.text]
          : [],
      )
  }

  const isOwn = (name: string) => /^\.\/[a-z-]+\.ts$/.test(name)
  const foreign = (ofTypes: boolean) =>
    new Set(files.flatMap((file) => importsOf(file, { ofTypes }).filter((name) => !isOwn(name))))

  it('needs openapi-fetch and the types of the contract', () => {
    expect(files.length).toBeGreaterThan(10)
    expect([...foreign(false)]).toEqual(['openapi-fetch'])
    expect([...foreign(true)].toSorted()).toEqual(['../../generated/v1.ts', 'openapi-fetch'])
  })

  it('loads nothing in another way', () => {
    expect(files.filter((file) => /\b(import|require)\(/.test(readText(file)))).toEqual([])
  })
})
