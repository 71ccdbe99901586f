import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { document, operations, type Schema } from './contract/document.ts'
import { filesBelow, readText } from './support/repository.ts'

// Rules of this repository that no compiler knows, each with its reason.

const SOURCES = filesBelow('src', '.ts')
const CODE = [...SOURCES, ...filesBelow('scripts', '.ts'), ...filesBelow('test', '.ts')]

interface Place {
  readonly file: string
  readonly line: number
}

/** Where the syntax has a node that `matches`; comments and strings do not count. */
function placesOf(files: readonly string[], matches: (node: ts.Node) => boolean): Place[] {
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true)
    const places: Place[] = []
    const visit = (node: ts.Node): void => {
      if (matches(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        places.push({ file, line: line + 1 })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return places
  })
}

const isCallOf = (names: ReadonlySet<string>) => (node: ts.Node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  names.has(node.expression.name.text)

const kebabCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('the code', () => {
  it('has files to look at', () => {
    expect(SOURCES.length).toBeGreaterThan(50)
  })

  // Whatever passes through `any` is no longer held to the contract's types.
  it('never says any', () => {
    expect(placesOf(CODE, (node) => node.kind === ts.SyntaxKind.AnyKeyword)).toEqual([])
  })

  // `ls src/*/*-queries.ts` shows all SQL, so a change of a table has few places to look at.
  it('keeps SQL in *-queries.ts', () => {
    const builders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
    const others = [...SOURCES, ...filesBelow('scripts', '.ts')].filter(
      (file) => !file.endsWith('-queries.ts'),
    )
    expect(placesOf(others, isCallOf(builders))).toEqual([])
  })

  // One module knows what can be set from outside, and fails naming the variable.
  it('reads the environment in config.ts only', () => {
    const isEnvironment = (node: ts.Node) =>
      ts.isPropertyAccessExpression(node) && node.getText() === 'process.env'
    // The programs of PostgreSQL inherit the environment whole; nothing is read from it there.
    const allowed = ['src/config.ts', 'src/database/server-account.ts']
    const others = SOURCES.filter((file) => !allowed.includes(file))
    expect(placesOf(others, isEnvironment)).toEqual([])
  })

  // A thing has one name everywhere: a default export can be called anything by each importer.
  it('has no default exports', () => {
    const demanded = ['test/support/global-setup.ts']
    const isDefault = (node: ts.Node) =>
      ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword
    const inSwitch = (node: ts.Node) => node.parent.kind === ts.SyntaxKind.DefaultClause
    const files = CODE.filter((file) => !demanded.includes(file))
    expect(placesOf(files, (node) => isDefault(node) && !inSwitch(node))).toEqual([])
  })

  // Such names say nothing, so such files take in everything.
  it('has no file named for nothing', () => {
    const words = /(^|[-/])(utils?|helpers?|common|manager|misc|shared|lib)([-./]|$)/
    expect(CODE.filter((file) => words.test(file))).toEqual([])
  })

  // One spelling, so that a file is found without guessing.
  it('names files in kebab-case', () => {
    expect(CODE.filter((file) => !/^[a-z0-9-]+(\.[a-z]+)?\.ts$/.test(path.basename(file)))).toEqual(
      [],
    )
  })

  // A mapper lists its fields, so that no column slips out; what another mapper made may be spread.
  it('spreads no row in a *-resource.ts', () => {
    const resources = SOURCES.filter(
      (file) => file.endsWith('-resource.ts') && !file.includes('describe'),
    )
    expect(resources.length).toBeGreaterThan(5)
    const isRow = (node: ts.Node) =>
      ts.isSpreadAssignment(node) && !ts.isCallExpression(node.expression)
    expect(placesOf(resources, isRow)).toEqual([])
  })

  // Queries know nothing of HTTP, nor of the contract.
  it('keeps HTTP out of queries', () => {
    const queries = SOURCES.filter((file) => file.endsWith('-queries.ts'))
    const imports = queries.filter((file) =>
      /from '(\.\.\/problem|\.\.\/contract\/|fastify)/.test(readText(file)),
    )
    expect(imports).toEqual([])
  })
})

describe('the operations', () => {
  // One name in the contract, the file, the function and the log.
  it.each(operations.map(({ id }) => id))('%s has its file and its function', (id) => {
    const file = SOURCES.find((name) => path.basename(name) === `${kebabCase(id)}.ts`) ?? ''
    expect(file).not.toBe('')
    expect(readText(file)).toMatch(new RegExp(`^export async function ${id}\\(`, 'm'))
    expect(readText('src/operations.ts')).toContain(`import { ${id} } from './${file.slice(4)}'`)
  })
})

describe('generated/', () => {
  // Whoever opens it must see that an edit would be lost. JSON has no comments.
  it('says so in every file that can', () => {
    const files = filesBelow('generated').filter((file) => !file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect(readText(file).split('\n', 1)[0], file).toMatch(
        /Made from .* by `npm run \w+`\. Do not edit\./,
      )
    }
  })

  it('has nothing that the generator does not make', () => {
    expect(filesBelow('generated')).toEqual([
      'generated/v1-3.0.json',
      'generated/v1.json',
      'generated/v1.ts',
    ])
  })
})

describe('the contract', () => {
  const schemas = Object.entries(document.components.schemas)
  const properties = schemas.flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).map(([field, property]) => ({
      name: `${name}.${field}`,
      property,
    })),
  )

  // Generators name enum members by these; a list of another length names them wrongly or not at all.
  it('names every member of an enum that is not a name already', () => {
    const wrong = schemas.filter(([, schema]) => {
      const values = schema.enum ?? []
      const needsNames = values.some((value) => !/^\w+$/.test(String(value)))
      return ['x-enum-varnames', 'x-enumNames'].some((key) => {
        const names = (schema as Record<string, unknown>)[key] as string[] | undefined
        if (names === undefined) return needsNames
        return names.length !== values.length || new Set(names).size !== names.length
      })
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  // The document is read by partners before any code is.
  it('describes every schema and every property', () => {
    const isMade = ({ $ref }: Schema) => $ref !== undefined
    const silent = [...schemas.map(([name, property]) => ({ name, property })), ...properties]
      .filter(
        ({ property }) => !isMade(property) && !/\w.*\.\n?$/s.test(property.description ?? ''),
      )
      .map(({ name }) => name)
    expect(silent).toEqual([])
  })

  it('has an example of every property that is not made of others', () => {
    const without = properties
      .filter(({ property }) => {
        const isMade = property.$ref ?? property.oneOf ?? property.items?.$ref
        return isMade === undefined && (property.examples ?? []).length === 0
      })
      .map(({ name }) => name)
    expect(without).toEqual([])
  })

  // A field that may be missing is another thing to a client than one that may be null.
  it('requires every field of a record, in the order of the properties', () => {
    const optional = new Set(['Problem', 'ProblemError'])
    const wrong = schemas.filter(
      ([name, { properties: fields, required }]) =>
        fields !== undefined &&
        !optional.has(name) &&
        Object.keys(fields).join() !== (required ?? []).join(),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  // Every answer carries them, so every documented one must say so.
  it('documents Allow, Vary and X-Request-Id on every response', () => {
    const without = operations.flatMap(({ id, responses }) =>
      Object.entries(responses)
        .filter(([, { headers = {} }]) =>
          ['Allow', 'Vary', 'X-Request-Id'].some((name) => !(name in headers)),
        )
        .map(([status]) => `${id} ${status}`),
    )
    expect(without).toEqual([])
  })
})

describe('package-lock.json', () => {
  // An address would be of whichever mirror the lock file was made with.
  it('names no address of a package in the lock file', () => {
    expect(readText('package-lock.json')).not.toContain('"resolved"')
  })
})
