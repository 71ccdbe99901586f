import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_CATEGORIES } from '../../scripts/demo/words.ts'
import { parseEntityTags } from '../../src/contract/entity-tag.ts'
import {
  addRequestFormats,
  WEB_URL,
  addContractKeywords,
} from '../../src/request-body/contract-keywords.ts'
import { bodyErrors, firstSentence } from '../../src/request-body/schema-errors.ts'
import { readText } from '../support/repository.ts'
import {
  document,
  LIMITED_PER_USER,
  NAMED_LISTS,
  operations,
  resolve,
  UNIQUE_NAMES,
  type Schema,
} from './document.ts'

// The contract states as patterns which texts the service accepts; a pattern must accept exactly those.

interface Text {
  readonly place: string
  readonly schema: Schema
}

const texts: readonly Text[] = [
  ...Object.entries(document.components.schemas)
    .filter(([, { additionalProperties }]) => additionalProperties === false)
    .flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => ({ place: `${name}.${field}`, schema })),
    ),
  ...operations.flatMap(({ id, parameters }) =>
    parameters
      // HTTP allows no U+0000 in a header, and an invalid tag is no condition (RFC 9110, section 13.1.2).
      .filter(({ in: place }) => place === 'query')
      .map(({ name, schema }) => ({ place: `${id} ${name}`, schema: resolve(schema) })),
  ),
].filter(({ schema }) => [schema.type].flat().includes('string') && schema.enum === undefined)

const fits = (schema: Schema | undefined, text: string): boolean =>
  new RegExp(schema?.pattern ?? '', 'u').test(text)
const field = (name: string): Schema | undefined =>
  document.components.schemas['EventInput']?.properties?.[name]

describe('a text in a request', () => {
  it('occurs in bodies and parameters', () => {
    expect(texts.length).toBeGreaterThan(40)
  })

  const plain = texts.filter(({ schema }) => schema.format !== 'date-time')
  it.each(plain)('has no U+0000: $place', ({ schema }) => {
    const shortest = schema.format === 'uri' ? 'https://a' : 'a'
    const example = schema.examples?.find((value) => typeof value === 'string') ?? shortest
    expect(fits(schema, example)).toBe(true)
    expect(fits(schema, `${example}\0`)).toBe(false)
    expect(fits(schema, `\0${example}`)).toBe(false)
  })
})

// The first sentence is what a message says about a text that the pattern rejects.
describe('a text with a pattern names its form in the first sentence', () => {
  const forms = new Map([
    ['^[^<>\\x00]*$', /without < and >/],
    ['^[A-Za-z0-9._-]+$', /letters, digits, `\.`, `_` and `-`/],
    ['^([A-Z]{2})?$', /alpha-2 code .* in capitals/],
  ])
  const named = texts.filter(({ schema }) => forms.has(schema.pattern ?? ''))

  it('occurs', () => {
    expect(new Set(named.map(({ schema }) => schema.pattern)).size).toBe(forms.size)
  })

  it.each(named)('$place', ({ schema }) => {
    expect(firstSentence(schema.description)).toMatch(forms.get(schema.pattern ?? '') ?? /^$/)
  })
})

describe('patterns of the contract accept what the service accepts', () => {
  it('of URLs', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
    const odd = fc.constantFrom('', 'ftp://a.b', 'https://u:p@a.b', 'https://a b', 'https://[::1]/')
    fc.assert(
      fc.property(fc.oneof(url, odd, fc.string()), (text) => {
        expect(fits(field('external_url'), text)).toBe(WEB_URL.test(text))
      }),
    )
  })

  it('of entity tags', () => {
    const part = fc.constantFrom('"a"', 'W/"b"', '"', ',', ' ', '*', 'W/', 'a', '"\u00e9"')
    const header = document.components.parameters['IfMatch']?.schema
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.join('').trim()
        expect(fits(header, text)).toBe(parseEntityTags(text) !== undefined)
      }),
      { numRuns: 1000 },
    )
  })

  // Generated clients apply a pattern to their own time type: C# then does not compile, and Ruby rejects
  // every time.
  it('but not of timestamps', () => {
    const timestamps = texts.filter(({ schema }) => schema.format === 'date-time')
    expect(timestamps.length).toBeGreaterThan(0)
    expect(timestamps.filter(({ schema }) => schema.pattern !== undefined)).toEqual([])
  })

  it('in the syntax common to all SDK languages (RE2 has no lookaround, no \\u, no \\p; Ruby no \\x80)', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text ?? '') as string,
    )
    expect(patterns.length).toBeGreaterThan(50)
    expect(patterns.filter((text) => /\(\?(?!:)|\\[1-9pPuk]|\\x[89a-f]/.test(text))).toEqual([])
  })
})

describe('the open values of a category of events', () => {
  it('are those that the service ships', () => {
    const { name } = document.components.schemas['EventCategory']?.properties ?? {}
    expect(name?.['x-extensible-enum']).toEqual(EVENT_CATEGORIES.map((each) => each.name))
  })
})

/** The lines of a document with these words, so that a failure shows no more. */
const linesOf = (file: string, words: string): string =>
  readText(file)
    .split('\n')
    .filter((line) => line.includes(words))
    .join('\n')

describe('the prose', () => {
  const { default: size, maximum = 0 } = document.components.parameters['Limit']?.schema ?? {}

  it('has the default page size and the maximum of the parameter `limit`', () => {
    const inContract = linesOf('openapi/v1.yaml', 'page size:')
    expect(inContract).toContain(`${Number(size)} by default, ${maximum} at most`)
    const inDjangoGuide = linesOf('src/docs/guide/from-django-rest-framework.md', 'when left out')
    expect(inDjangoGuide).toContain(`400 above ${maximum}; ${Number(size)} when left out`)
    const inGuide = linesOf('src/docs/guide/guide.md', 'records of a page')
    expect(inGuide).toContain(`| ${maximum}; ${Number(size)} by default `)
  })
})

describe('the currencies', () => {
  const { enum: inUse = [], 'x-replaced-values': replaced = {} } =
    document.components.schemas['Currency'] ?? {}

  // Units of account of the IMF and of Latin American states, in which nothing is sold.
  const NOT_MONEY = ['XDR', 'XSU']

  it('are those of ISO 4217 that Node knows, in use or replaced', () => {
    const known = new Set<unknown>([...inUse, ...Object.keys(replaced), ...NOT_MONEY])
    expect(Intl.supportedValuesOf('currency').filter((code) => !known.has(code))).toEqual([])
  })

  it('are replaced by currencies in use', () => {
    const wrong = Object.entries(replaced).filter(
      ([old, present]) => inUse.includes(old) || !inUse.includes(present),
    )
    expect(wrong).toEqual([])
  })
})

describe('a number in a body', () => {
  const numbers = Object.entries(document.components.schemas)
    .filter(([, { additionalProperties }]) => additionalProperties === false)
    .flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([property, schema]) => ({
        place: `${name}.${property}`,
        schema,
      })),
    )
    .filter(({ schema: { minimum, maximum } }) => minimum !== undefined && maximum !== undefined)

  it.each(numbers.filter(({ schema }) => schema.format === 'int64'))(
    '$place is an id that a column of type integer can hold',
    ({ schema }) => {
      expect(schema).toMatchObject({ minimum: 1, maximum: 2 ** 31 - 1 })
    },
  )

  it.each(numbers)('$place has its limits in the message about it', ({ schema }) => {
    const { minimum = 0, maximum = 0 } = schema
    const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
    const validate = addContractKeywords(addRequestFormats(ajv)).compile(schema)
    for (const value of [minimum - 1, maximum * 2, 'x', [], minimum + 0.123_456]) {
      if (validate(value)) continue
      const [error] = bodyErrors(validate.errors ?? [], new Set(), '')
      const limits = new RegExp(`from ${minimum} to ${maximum}|decimals`)
      expect(error?.detail, String(value)).toMatch(limits)
    }
  })
})

// Tests of these rules are of the kinds that the sentence names.
it.each([
  { response: 'UnprocessableContent', named: UNIQUE_NAMES, index: 'name_key' },
  { response: 'UnprocessableContent', named: UNIQUE_NAMES, index: 'by_search_key' },
  { response: 'Forbidden', named: LIMITED_PER_USER, index: 'stored_by' },
])(
  '$response names each kind of named records with an index $index',
  ({ response, named, index }) => {
    const schema = readText('generated/schema.sql')
    const indexed = NAMED_LISTS.filter(({ table }) =>
      schema.includes(`INDEX ${table}_${index} ON `),
    )
    const toDo = `Name each kind in openapi/v1.yaml, response ${response}, and let a migration make its index ${index}.`
    expect(named, toDo).toEqual(indexed)
  },
)

it('Forbidden names each kind of named records that users create', () => {
  const isForUsers = (path: string) =>
    operations.some(
      ({ method, template, security }) =>
        method === 'POST' &&
        template === path &&
        !security.some((each) => Object.values(each).flat().includes('admin')),
    )
  const toDo =
    'Name the kind in openapi/v1.yaml, response Forbidden, and declare it with `isOfUsers`.'
  expect(LIMITED_PER_USER, toDo).toEqual(NAMED_LISTS.filter(({ path }) => isForUsers(path)))
})
