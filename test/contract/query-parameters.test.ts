import { beforeAll, describe, expect, it } from 'vitest'
import { badTexts, goodTexts } from '../../scripts/contract/values.ts'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { sendUnvalidated } from '../support/send.ts'
import { isPublic } from '../../scripts/contract/validate/contract.ts'
import {
  hasCalendar,
  listPath,
  lists,
  operations,
  resolve,
  type Parameter,
  type Schema,
} from './document.ts'
import { makeFullRecords } from './full-records.ts'
import { readHeaders } from './read-headers.ts'

const test = useService()
let headersOf: Awaited<ReturnType<typeof readHeaders>>

beforeAll(async () => {
  await makeFullRecords(test.db)
  headersOf = await readHeaders(test.db)
})

interface ReportedError {
  readonly parameter: string
  readonly detail: string
}

/** A GET with the headers that its path needs. */
function get(path: string) {
  return test.send({ path, headers: headersOf(path.replace(/\?.*/, '')) })
}

async function errorsOf(path: string): Promise<ReportedError[]> {
  const response = await get(path)
  expect(response.status, path).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request', title: 'Invalid request' })
  return response.json()['errors'] as ReportedError[]
}

/** Texts of no integer, in addition to those of the contract runner, as they stand in the URL. */
const INVALID_INTEGERS =
  '-0 1.5 1E1 0b1 %205 5%20 %2B5 1_000 1,5 true null NaN Infinity %D9%A1%D9%A2 %EF%BC%95 1e400 4294967297 9007199254740993 9223372036854775808'
    .split(' ')
    .concat('1'.repeat(400))

const INVALID_NAMES = (
  'slug|-|--price|--start_time|+start_time| price|PRICE|html|xml|start_time,end_time|' +
  `id;drop table events|author__email|price desc|ргісе|constructor|__proto__|"><script>|${'x'.repeat(4_000)}`
)
  .split('|')
  .map(encodeURIComponent)

/** Those that a response reports. */
const MAX_ERRORS = 20

const INVALID_BOOLEANS = ['maybe', '0', 'null', '%20true']

function invalidTexts(schema: Schema): string[] {
  const texts = badTexts(schema).map(encodeURIComponent)
  if (schema.enum !== undefined) return [...texts, ...INVALID_NAMES]
  if (schema.type === 'integer') {
    const isAllowed = (text: string) =>
      /^-?[1-9]\d*$/.test(text) && BigInt(text) <= (schema.maximum ?? 0)
    return [...texts, ...INVALID_INTEGERS.filter((text) => !isAllowed(text))]
  }
  return schema.type === 'boolean' ? [...texts, ...INVALID_BOOLEANS] : texts
}

/** What an error says of a parameter. */
function ruleOf({ type, format, enum: own, items = {}, minimum, maximum }: Schema): string {
  const values = own ?? resolve<Schema>(items).enum
  if (values !== undefined) return `is not one of ${values.join(', ')}.`
  if (type === 'boolean') return 'is not true or false.'
  if (format === 'date-time') return 'is not a timestamp of RFC 3339 with a time zone, such as'
  if (format === 'date-or-time')
    return 'is not a date or a timestamp of RFC 3339 with a time zone, such as'
  if (type === 'number') return `is not a number from ${minimum} to ${maximum} in decimal digits.`
  if (type !== 'integer') return ''
  return `is not an integer from ${minimum} to ${maximum} in plain decimal digits.`
}

/** Of a list, the contract has an example with a comma. */
const isList = ({ schema, example }: Parameter): boolean =>
  resolve<Schema>(schema).type === 'array' || /^\d+,\d+/.test(String(example))

/**
 * Some of the texts, where an operation before has the same parameter and gets all of them.
 * @param turn the place of the operation, so that others get other texts.
 */
function someOf<Text>(texts: readonly Text[], parameter: Parameter, turn: number): readonly Text[] {
  if (FIRST.get(keyOf(parameter)) === turn) return texts
  const shares = Math.min(6, texts.length)
  return shareOf(texts, turn % shares, { of: shares })
}

const keyOf = ({ name, schema }: Parameter): string => `${name} ${JSON.stringify(schema)}`

const HOSTILE_NAMES =
  'odering Limit page search utm_source _ limit[] constructor constructor[prototype] toString hasOwnProperty __proto__'.split(
    ' ',
  )

const readable = operations.filter(
  (operation) => operation.method === 'GET' && (lists.includes(operation) || isPublic(operation)),
)

/** The place of the first operation with a parameter of this name and schema. */
const FIRST = new Map(
  readable
    .flatMap(({ parameters }, turn) => parameters.map((each) => [keyOf(each), turn] as const))
    .toReversed(),
)

describe.each(readable)('$template', (operation) => {
  const turn = readable.indexOf(operation)
  // The full records are the first ones.
  const path = listPath(operation, 1)
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const names = inQuery.map(({ name }) => name).toSorted()
  const schemaOf = ({ schema }: Parameter) => resolve<Schema>(schema)

  it.each(inQuery)(
    'B5 B6 B7 B9 B12 rejects invalid values of $name, and says which are valid',
    async (parameter) => {
      const { name } = parameter
      for (const text of someOf(invalidTexts(schemaOf(parameter)), parameter, turn)) {
        const errors = await errorsOf(`${path}?${name}=${text}`)
        expect(errors, text).toMatchObject([{ parameter: name }])
        const rule = ruleOf(schemaOf(parameter))
        expect(errors[0]?.detail).toContain(rule)
        expect(errors[0]?.detail.replace(rule, '').length).toBeLessThan(400)
      }
    },
  )

  it.each(inQuery)('accepts valid values of $name', async (parameter) => {
    const texts = goodTexts(schemaOf(parameter), parameter.example)
    for (const text of someOf(texts, parameter, turn)) {
      const { status } = await get(`${path}?${parameter.name}=${encodeURIComponent(text)}`)
      if (text === 'ics' && !hasCalendar(operation)) {
        expect(status).toBe(406)
        continue
      }
      // Some need a credential, and the example of a place in a feed is of another database.
      const isPlace = ['cursor', 'afterChangeNumber'].includes(parameter.name)
      expect([200, 401, ...(isPlace ? [410] : [])], text).toContain(status)
    }
  })

  it.each(inQuery)('B2 B3 B4 rejects $name twice, with U+0000, or not in UTF-8', async (one) => {
    const { name } = one
    const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
    const twice = [`${name}=1&${name}=2`, `${name}=a&${name}=a`, `${name}=5&${encoded}=5`]
    for (const query of someOf(twice, one, turn)) {
      const [error, ...others] = await errorsOf(`${path}?${query}`)
      expect(others).toEqual([])
      expect(error).toMatchObject({ parameter: name })
      expect(error?.detail).toMatch(/^It is given more than once\./)
      expect(/ Give it once, with commas/.test(error?.detail ?? '')).toBe(isList(one))
    }
    for (const value of someOf(['%00', '1%00', '%001'], one, turn)) {
      const detail = 'It holds the character U+0000, which cannot be stored.'
      expect(await errorsOf(`${path}?${name}=${value}`)).toEqual([{ parameter: name, detail }])
    }
    const marks = encodeURIComponent('\u0301'.repeat(31))
    expect(await errorsOf(`${path}?${name}=${marks}`)).toEqual([
      { parameter: name, detail: 'It holds more than 30 combining marks in a row.' },
    ])
    for (const value of someOf(['%zz', '%ff', '%c0%af'], one, turn)) {
      const detail = 'It is not percent-encoded UTF-8.'
      expect(await errorsOf(`${path}?${name}=${value}`)).toContainEqual({
        parameter: name,
        detail,
      })
    }
  })

  it('B2 B3 B10 names unknown parameters, and the existing ones', async () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    const detail = `There is no such parameter. There are: ${names.join(', ')}.`
    for (const parameter of shareOf(HOSTILE_NAMES, turn % 4, { of: 4 })) {
      const query = `${encodeURIComponent(parameter)}=1`
      expect(await errorsOf(`${path}?${query}`)).toEqual([{ parameter, detail }])
      expect(await errorsOf(`${path}?${query}&${query}`)).toEqual([{ parameter, detail }])
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
    expect(await errorsOf(`${path}?%zz=1`)).toMatchObject([{ parameter: '%zz' }])
    expect(await errorsOf(`${path}?odd=%00`)).toMatchObject([{ parameter: 'odd' }])
  })

  it('B11 reports each invalid parameter once, 20 of many, and cuts a name', async () => {
    for (let first = 0; first < inQuery.length; first += MAX_ERRORS - 1) {
      const some = inQuery.slice(first, first + MAX_ERRORS - 1)
      const invalid = some.map(
        (parameter) => `${parameter.name}=${invalidTexts(schemaOf(parameter))[0]}`,
      )
      const errors = await errorsOf(`${path}?${[...invalid, 'odd=1'].join('&')}`)
      expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual(
        [...some.map(({ name }) => name), 'odd'].toSorted(),
      )
    }
    const unknown = (count: number) =>
      get(`${path}?${Array.from({ length: count }, (_, index) => `k${index}=1`).join('&')}`)
    const many = (await unknown(64)).json()
    expect(many['detail']).toBe('The request has at least 20 faults: k0, k1, k2, k3, k4 and more.')
    expect(many['errors']).toHaveLength(MAX_ERRORS)
    expect((await unknown(65)).json()).toMatchObject({
      status: 400,
      detail: 'The query has more than 64 parameters.',
    })
    const long = await errorsOf(`${path}?${'x'.repeat(4_000)}=1`)
    expect(long).toMatchObject([{ parameter: `${'x'.repeat(100)}...` }])
  })

  it('A1 rejects a query of more than 4 KiB', async () => {
    const url = `${path}?x=${'1'.repeat(4_095)}`
    const { status, headers, text } = await sendUnvalidated(test.app, { path: url })
    expect(status).toBe(414)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(text)).toMatchObject({ code: 'uri_too_long' })
  })
})

it.each([
  [
    'price_min=.5',
    '".5" is not a number from 0 to 1000000000000 in decimal digits. Write 0 before the point.',
  ],
  [
    'price_min=007.5',
    '"007.5" is not a number from 0 to 1000000000000 in decimal digits. Leave out its leading zeros.',
  ],
  [
    'year_min=-07',
    '"-07" is not an integer from -100000 to 9999 in plain decimal digits. Leave out its leading zeros.',
  ],
  [
    'limit=018',
    '"018" is not an integer from 1 to 100 in plain decimal digits. Leave out its leading zeros.',
  ],
  ['limit=0', '"0" is not an integer from 1 to 100 in plain decimal digits.'],
  [
    `ids=1${',2'.repeat(100)}`,
    '"1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,..." is not a text of 1 to 1099 characters in the form that this parameter takes, such as 3,1,2. It takes 1 to 100 ids, separated by commas.',
  ],
  [
    'tag=1;2',
    '"1;2" is not a text of 1 to 219 characters in the form that this parameter takes, such as 1,2. It takes 1 to 20 ids, separated by commas.',
  ],
  [
    'updated_after=2026-11-28T14:50:00+01:00',
    '"2026-11-28T14:50:00 01:00" is not a timestamp of RFC 3339 with a time zone, such as 2024-02-01T08:00:00Z. Write %2B for the + of its time zone.',
  ],
])('B5 says how to write the value of %s', async (query, detail) => {
  expect(await errorsOf(`/marketplace-artworks/?${query}`)).toMatchObject([{ detail }])
})

describe('parameters without a value, as forms send them', () => {
  const at = (path: string, accept: string) =>
    sendUnvalidated(test.app, { path, headers: { accept } })

  it.each([
    ['/events/?city=&country=DK&when=', '/api/v1/events/?country=DK'],
    ['/events?q&city=%C3%85rhus&=&limit=5', '/api/v1/events/?city=%C3%85rhus&limit=5'],
    ['/tags/?name=', '/api/v1/tags/'],
    ['/?format=', '/'],
  ])('lead a browser from %s to %s', async (path, location) => {
    for (const accept of ['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8']) {
      const { status, headers, text } = await at(path, accept)
      expect([status, headers['location'], text]).toEqual([303, location, ''])
      expect(headers['vary']).toMatch(/\baccept\b/i)
    }
    expect((await at(location.replace('/api/v1/', '/'), 'text/html')).status).toBe(200)
  })

  it('are errors for a program', async () => {
    for (const accept of ['application/json', '*/*']) {
      expect((await at('/events/?city=', accept)).status).toBe(400)
    }
  })

  it('hide no error of another parameter from a browser', async () => {
    const { status, headers } = await at('/events/?city=&colour=red', 'text/html')
    expect([status, headers['location']]).toEqual([303, '/api/v1/events/?colour=red'])
    expect((await at('/events/?colour=red', 'text/html')).status).toBe(400)
    expect((await at('/nothing/?city=', 'text/html')).status).toBe(404)
  })
})
