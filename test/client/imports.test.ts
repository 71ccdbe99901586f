import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { filesBelow, readText } from '../support/repository.ts'

describe('the code of the client', () => {
  const files = filesBelow('src/client', '.ts').filter((file) => !file.includes('/examples/'))

  /** The modules of its imports and exports, of values or of types. */
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

  it('imports only the operations and the types of the contract', () => {
    expect(files.length).toBeGreaterThan(5)
    expect([...foreign(false)]).toEqual(['../../generated/operations.ts'])
    expect([...foreign(true)]).toEqual(['../../generated/v1.ts'])
  })

  it('has no dynamic imports', () => {
    expect(files.filter((file) => /\b(import|require)\(/.test(readText(file)))).toEqual([])
  })
})
