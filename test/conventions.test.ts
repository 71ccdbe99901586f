import { readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { document, operations, resolve, TRUE_OR_ABSENT, type Schema } from './contract/document.ts'
import { filesBelow, readText, root } from './support/repository.ts'

// Rules that no compiler checks, each with its reason.

const sourcesBelow = (folder: string) => [
  ...filesBelow(folder, '.ts'),
  ...filesBelow(folder, '.tsx'),
]
const SOURCES = sourcesBelow('src')
const CODE = [...SOURCES, ...sourcesBelow('scripts'), ...sourcesBelow('test')]

interface Place {
  readonly file: string
  readonly line: number
}

/**
 * The places of syntax nodes that match; comments and strings do not count.
 * @param word in the text of each such node: files without it are not parsed, which takes a second for all.
 */
function placesOf(
  files: readonly string[],
  word: RegExp,
  matches: (node: ts.Node) => boolean,
): Place[] {
  return files.flatMap((file) => {
    const text = readText(file)
    if (!word.test(text)) return []
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
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

/** The calls of methods with a name that matches. */
const callsOf = (files: readonly string[], name: RegExp) =>
  placesOf(
    files,
    name,
    (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      name.test(node.expression.name.text),
  )

const kebabCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('the code', () => {
  it('is found', () => {
    expect(SOURCES.length).toBeGreaterThan(50)
  })

  // A change of a table then has few places to look at.
  it('builds queries in *-queries.ts only', () => {
    const others = [...SOURCES, ...filesBelow('scripts', '.ts')].filter(
      // Its query names no table.
      (file) => !file.endsWith('-queries.ts') && file !== 'src/database/kysely.ts',
    )
    const builders = /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\b/
    expect(callsOf(others, builders)).toEqual([])
  })

  // One module knows all settings, and its errors name the variable.
  it('reads the environment in config.ts only', () => {
    const isEnvironment = (node: ts.Node) =>
      ts.isPropertyAccessExpression(node) && node.getText() === 'process.env'
    // The programs of PostgreSQL inherit the whole environment.
    const allowed = ['src/config.ts', 'src/database/server-account.ts']
    const others = SOURCES.filter((file) => !allowed.includes(file))
    expect(placesOf(others, /process\.env/, isEnvironment)).toEqual([])
  })

  // The optimised version of Node 22.12 rejects every URL that is not ASCII (src/config.ts).
  it('does not call URL.canParse', () => {
    const calls = callsOf(CODE, /\bcanParse\b/)
    expect(calls.filter(({ file }) => file !== 'test/parsed-url.test.ts')).toEqual([])
  })

  // Files with such names collect unrelated code.
  it('has no file with a meaningless name', () => {
    const words = /(^|[-/])(utils?|helpers?|common|manager|misc|shared|lib)([-./]|$)/
    expect(CODE.filter((file) => words.test(file))).toEqual([])
  })

  // One spelling makes files easy to find.
  it('names files in kebab-case', () => {
    expect(
      CODE.filter((file) => !/^[a-z0-9-]+(\.[a-z]+)?\.tsx?$/.test(path.basename(file))),
    ).toEqual([])
  })

  // Queries depend on neither HTTP nor the contract.
  it('keeps HTTP out of queries', () => {
    const queries = SOURCES.filter((file) => file.endsWith('-queries.ts'))
    const imports = queries.filter((file) =>
      /from '(\.\.\/problem|\.\.\/contract\/|fastify)/.test(readText(file)),
    )
    expect(imports).toEqual([])
  })
})

/**
 * A room is a folder, or a file beside folders. Imports go down these lists, types included. Rooms on one line may import
 * each other.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  // The client is a package of its own: the service and the client import nothing of each other.
  '': ['test', 'scripts', 'src/client', 'src', 'generated'],
  src: [
    'main',
    'server',
    'app',
    'pages',
    'limits',
    'http',
    'operation-executor',
    'background-work',
    'resources operations',
    'webhooks',
    'api-index api-keys artworks events venues galleries artists tags categories exchange-rates users',
    'records',
    'operation-context',
    'feed',
    'read-model',
    'changes',
    'lists',
    'json-sql',
    'batches',
    'contract',
    'request-body',
    'writes',
    'auth',
    'problems',
    'response-body',
    'time-zones',
    'work',
    'database',
    'telemetry',
    'cache',
    'config',
    'database-url make-folders similar-name',
  ],
  'src/read-model': [
    'read-model',
    'replicas',
    'facet-body',
    'responses',
    'reader',
    'facet-counter name-search',
    'assemble',
    'facet-queries',
    'filtered-queries',
    'filtered-counts',
    'filter-conditions',
    'page-plan page-queries',
    'batching',
    'local-state',
    'offset-index',
    'documents',
    'sort-orders',
  ],
}

/** Commands that run a suite of `test/`, and so import it. */
const SUITES = ['bench', 'conformance', 'faults', 'sdks'].map((name) => `scripts/${name}.ts`)

/** The place of a file in the rooms of a folder, from the top; -1 if it has none. */
function floorOf(folder: string, file: string): number {
  const place = path.relative(folder, file).replace(/\.[^/]*$/, '')
  return (ROOMS[folder] ?? []).findIndex((floor) =>
    floor.split(' ').some((room) => place === room || place.startsWith(`${room}/`)),
  )
}

const isBelow = (folder: string) => (file: string) => folder === '' || file.startsWith(`${folder}/`)

function importsOf(file: string): string[] {
  const paths = readText(file).matchAll(/(?:from|import\() ?'(\.[^']+\.tsx?)'/g)
  return [...paths].map(([, name = '']) => path.join(path.dirname(file), name))
}

describe.each(Object.keys(ROOMS))('the rooms of %s/', (folder) => {
  const files = CODE.filter(isBelow(folder)).filter(
    (file) => folder === '' || !file.startsWith('src/client/'),
  )

  it('are all on a floor', () => {
    const missing = files.filter((file) => floorOf(folder, file) === -1)
    expect(missing, 'Give the folder a place in ROOMS, and a line in the map of README.').toEqual(
      [],
    )
  })

  // Readers can learn the code from the bottom up, and a change affects only what is above it.
  it('import only what is below them', () => {
    const upwards = files
      .filter((file) => !SUITES.includes(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(isBelow(folder))
          .filter((name) => floorOf(folder, name) < floorOf(folder, file))
          .map((name) => `${file} -> ${name}`),
      )
    expect(upwards).toEqual([])
  })
})

describe('the rooms of src/ and scripts/', () => {
  // oxlint finds cycles of values; here, type imports count as well.
  it('have no import cycles', () => {
    const files = [...SOURCES, ...sourcesBelow('scripts')]
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (file: string, trail: readonly string[]): void => {
      if (state.get(file) === 'done' || !files.includes(file)) return
      if (state.get(file) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
        return
      }
      state.set(file, 'open')
      for (const name of importsOf(file)) visit(name, [...trail, file])
      state.set(file, 'done')
    }
    for (const file of files) visit(file, [])
    expect(cycles).toEqual([])
  })

  // All HTML is in one room.
  it('have JSX in pages/ only', () => {
    const others = SOURCES.filter((file) => file.endsWith('.tsx') && !file.startsWith('src/pages/'))
    expect(others).toEqual([])
  })
})

describe('the tasks that install no packages of development', () => {
  const [, list = ''] =
    /WITHOUT_DEVELOPMENT = \[([^\]]*)\]/.exec(readText('scripts/launch.js')) ?? []
  const tasks = [...list.matchAll(/'([^']+)'/g)].map(([, task]) => `scripts/${task}.ts`)

  it.each(tasks)('%s imports none', (task) => {
    const files = new Set([task])
    for (const file of files) importsOf(file).forEach((name) => files.add(name))
    const texts = [...files].map((file) => readText(file)).join('\n')
    const { devDependencies } = JSON.parse(readText('package.json')) as {
      devDependencies: Readonly<Record<string, string>>
    }
    const imported = Object.keys(devDependencies).filter((name) =>
      new RegExp(`^(?!import type).*(from|import)[ (]'${name}['/]`, 'm').test(texts),
    )
    expect(imported).toEqual([])
  })
})

describe('the operations', () => {
  // The contract, the file, the function and the log use one name.
  it.each(operations.map(({ id }) => id))('%s has its file and its function', (id) => {
    const file = SOURCES.find((name) => path.basename(name) === `${kebabCase(id)}.ts`) ?? ''
    expect(file).not.toBe('')
    expect(readText(file)).toMatch(new RegExp(`^export async function ${id}\\(`, 'm'))
    expect(readText('src/operations.ts')).toContain(`import { ${id} } from './${file.slice(4)}'`)
  })
})

describe('the repository', () => {
  // A reader looks for code in few places.
  it('has the folders of the map', () => {
    const ignored = readText('.gitignore').split('\n')
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !ignored.includes(`${name}/`))
    expect(folders.toSorted()).toEqual(['deploy', 'generated', 'openapi', 'scripts', 'src', 'test'])
  })

  // It is copied to other machines, without packages.
  it('has no code of the service in deploy/', () => {
    expect(filesBelow('deploy').filter((file) => /\.[cm]?[jt]sx?$/.test(file))).toEqual([])
  })
})

describe('the tests', () => {
  // vi.waitFor and vi.waitUntil give up after a second, which a busy machine exceeds; a hook cannot poll.
  it('poll, or wait as long as PATIENCE says', () => {
    const waiting = placesOf(sourcesBelow('test'), /vi\.wait/, (node) => {
      if (!ts.isCallExpression(node) || !node.expression.getText().startsWith('vi.wait'))
        return false
      return !node.arguments.at(1)?.getText().startsWith('PATIENCE')
    })
    expect(waiting).toEqual([])
  })
})

describe('generated/', () => {
  // A reader must see that an edit would be lost. JSON has no comments.
  it('has a notice in every file except JSON', () => {
    const files = filesBelow('generated').filter((file) => !file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect(readText(file).split('\n', 1)[0], file).toMatch(
        /Made from .* by `npm run \w+`\. Do not edit\./,
      )
    }
  })

  it('contains only generated files', () => {
    expect(filesBelow('generated')).toEqual([
      'generated/database.ts',
      'generated/operations.ts',
      'generated/schema.sql',
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

  // Client generators name enum members by these; a list of another length would be ignored or wrong.
  it('names the members of an enum whose values are no names', () => {
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

  // Partners read the document before any code.
  it('describes every schema and every property', () => {
    const isReference = ({ $ref }: Schema) => $ref !== undefined
    const undescribed = [...schemas.map(([name, property]) => ({ name, property })), ...properties]
      .filter(
        ({ property }) => !isReference(property) && !/\w.*\.\n?$/s.test(property.description ?? ''),
      )
      .map(({ name }) => name)
    expect(undescribed).toEqual([])
  })

  it('has an example of every simple property', () => {
    const without = properties
      .filter(({ property }) => {
        const isComposed = property.$ref ?? property.oneOf ?? property.items?.$ref
        return isComposed === undefined && (property.examples ?? []).length === 0
      })
      .map(({ name }) => name)
    expect(without).toEqual([])
  })

  // For a client, an optional field differs from a nullable one. One that can only be true may be absent.
  it('requires every field of a record, in the order of the properties', () => {
    const optional = new Set([
      'Problem',
      'ProblemError',
      'BatchResult',
      'BatchSummary',
      'SparseArtwork',
      'SparseEvent',
    ])
    // OpenActive forbids null and empty values.
    const isOfOpenActive = (name: string) => /^(EventRpde|SchemaOrg)/.test(name)
    const wrong = schemas.filter(
      ([name, { properties: fields, required, additionalProperties }]) =>
        fields !== undefined &&
        additionalProperties !== false &&
        !optional.has(name) &&
        !isOfOpenActive(name) &&
        Object.keys(fields)
          .filter((field) => !TRUE_OR_ABSENT.has(field))
          .join() !== (required ?? []).join(),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  // Every response has them.
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

describe('the input schemas of the contract', () => {
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
  const inBodies = bodies.flatMap(({ schema }) => nodesOf(schema))
  const nodes = [
    ...inBodies,
    ...operations.flatMap(({ parameters }) => parameters.flatMap(({ schema }) => nodesOf(schema))),
  ]
  const namesOf = (wrong: readonly NamedSchema[]) => [...new Set(wrong.map(({ name }) => name))]
  const isOf = (type: string) => (node: NamedSchema) => [node.schema.type].flat().includes(type)

  it('are found down to their leaves', () => {
    expect(namesOf(nodes)).toEqual(
      expect.arrayContaining([
        'EventInput',
        'EventInput.venue',
        'EventPatch.featured_image/PicturePatch.caption',
        'ArtworkInput.artists/items',
        'PublishStatus',
      ]),
    )
  })

  // A partner would believe that an ignored field was stored.
  it('are closed objects in bodies, and no other schema is closed', () => {
    const objects = inBodies.filter(isOf('object'))
    expect(objects.length).toBeGreaterThan(5)
    expect(namesOf(objects.filter((node) => node.schema.additionalProperties !== false))).toEqual(
      [],
    )
    const inputs = new Set(objects.map(({ schema }) => schema))
    const closed = Object.entries(document.components.schemas).filter(
      ([, schema]) => schema.additionalProperties === false && !inputs.has(schema),
    )
    expect(closed.map(([name]) => name)).toEqual([])
  })

  // Unbounded input could exhaust the service.
  it('have a maximum for texts and lists, and a range for numbers', () => {
    // The limits of lines of JSON are those of their lines, and of src/request-body/lines.ts.
    const texts = inBodies.filter(isOf('string')).filter(({ schema }) => !schema.contentSchema)
    const lists = inBodies.filter(isOf('array'))
    const numbers = nodes.filter((node) => isOf('integer')(node) || isOf('number')(node))
    for (const some of [texts, lists, numbers]) expect(some).not.toEqual([])
    expect(
      namesOf([
        ...texts.filter(({ schema }) => schema.enum === undefined && !(schema.maxLength! > 0)),
        ...lists.filter(({ schema }) => !(schema.maxItems! > 0)),
        ...numbers.filter(({ schema }) => !(schema.maximum! > schema.minimum!)),
      ]),
    ).toEqual([])
  })

  // PostgreSQL stores no NUL.
  it('have a pattern for texts that rules out NUL', () => {
    const open = inBodies.filter(isOf('string')).filter(({ name, schema }) => {
      const isGiven = schema.enum ?? schema.format ?? schema.contentSchema
      // The reader of a file of rates refuses all that is no rate.
      if (isGiven !== undefined || name === 'ExchangeRateFile') return false
      return new RegExp(schema.pattern ?? '', 'u').test('x\0')
    })
    expect(namesOf(open), "Give it the pattern '^[^\\x00]*$'").toEqual([])
  })

  // A value that a record can begin with is also one that it can get later.
  it('of a merge patch have the fields of the input, with the same rules', () => {
    const fieldsOf = (name: string) =>
      Object.entries(document.components.schemas[name]?.properties ?? {}).map(([field, schema]) => {
        const { description: _text, examples: _values, ...rules } = resolve<Schema>(schema)
        return [field, rules] as const
      })
    // Of a picture that is there, a change can leave out the address.
    const ofPicture = (text: string) => text.replaceAll('PictureInput', 'PicturePatch')
    const inputs = Object.keys(document.components.schemas)
      .filter((name) => name.endsWith('Input') && !name.startsWith('Picture'))
      .filter((name) => name.replace('Input', 'Patch') in document.components.schemas)
    expect(inputs.length).toBeGreaterThan(7)
    for (const name of inputs) {
      const expected: unknown = JSON.parse(ofPicture(JSON.stringify(fieldsOf(name))))
      expect(fieldsOf(name.replace('Input', 'Patch')), name).toEqual(expected)
    }
  })

  it('have room for all values in a list of given ones', () => {
    const given = inBodies.filter(isOf('array')).flatMap(({ name, schema }) => {
      const values = resolve<Schema>(schema.items ?? {}).enum
      return values === undefined ? [] : [{ name, most: schema.maxItems, values: values.length }]
    })
    expect(given).not.toEqual([])
    for (const { name, most, values } of given)
      expect(most, `${name}: set maxItems to the number of values`).toBe(values)
  })
})

interface NamedSchema {
  /** Its path from the last named schema. */
  readonly name: string
  readonly schema: Schema
}

function nodesOf(node: Schema, place = ''): NamedSchema[] {
  if (node.$ref !== undefined) {
    const name = node.$ref.split('/').at(-1) ?? ''
    return nodesOf(resolve(node), place.includes('.') ? `${place}/${name}` : name)
  }
  return [
    { name: place, schema: node },
    ...Object.entries(node.properties ?? {}).flatMap(([field, property]) =>
      nodesOf(property, `${place}.${field}`),
    ),
    ...(node.items ? nodesOf(node.items, `${place}/items`) : []),
    ...(node.contentSchema ? nodesOf(node.contentSchema) : []),
    ...(node.oneOf ?? []).flatMap((branch) => nodesOf(branch, place)),
  ]
}

describe('package-lock.json', () => {
  // URLs would be those of a local mirror.
  it('contains no URLs of packages', () => {
    expect(readText('package-lock.json')).not.toContain('"resolved"')
  })

  // `npm install` would change what `npm ci` rejects.
  it('has the packages of package.json', () => {
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    const manifest = JSON.parse(readText('package.json')) as Readonly<Record<string, unknown>>
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
    expect(kinds.map((kind) => packages['']?.[kind])).toEqual(kinds.map((kind) => manifest[kind]))
  })
})

describe('the injected faults', () => {
  const faults = JSON.parse(readText('test/injected-faults/faults.json')) as {
    name: string
    file: string
    find: string
  }[]

  // `npm run injected-faults` could not inject it any more: move it to where the code has gone.
  it.each(faults)('$name: its place is in $file, once', ({ file, find }) => {
    expect(readText(file).split(find)).toHaveLength(2)
  })
})
