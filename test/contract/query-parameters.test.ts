import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { listPath, lists, operations, resolve } from './document.ts'
import { makeFullArtwork, makeFullEvent } from './full-records.ts'
import { readHeaders } from './read-headers.ts'

const test = useService()
let headersOf: Awaited<ReturnType<typeof readHeaders>>

beforeAll(async () => {
  await makeFullArtwork(test.db)
  await makeFullEvent(test.db)
  headersOf = await readHeaders(test.db)
})

interface ReportedError {
  readonly parameter: string
  readonly detail: string
}

/** A GET with the headers that its path needs. */
function get(path: string, headers: Sent['headers'] = headersOf(path.replace(/\?.*/, ''))) {
  return test.send({ path, headers })
}

async function errorsOf(path: string, headers?: Sent['headers']): Promise<ReportedError[]> {
  const response = await get(path, headers)
  expect(response.status, path).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request', title: 'Invalid request' })
  return response.json()['errors'] as ReportedError[]
}

const orderings = Object.fromEntries(
  lists.map(({ id, parameters }) => [
    id,
    resolve(parameters.find(({ name }) => name === 'ordering')?.schema ?? {}).enum as string[],
  ]),
)

/** Not integers in plain decimal digits within the range. */
const INVALID_INTEGERS = [
  '',
  'abc',
  '-1',
  '-0',
  '1.5',
  '5.0',
  '1e1',
  '1E1',
  '0x10',
  '0b1',
  '%205',
  '5%20',
  '+5',
  '%2B5',
  '05',
  '1_000',
  '1,5',
  'true',
  'null',
  'NaN',
  'Infinity',
  '%D9%A1%D9%A2',
  '%EF%BC%95',
  '1e400',
  '2147483648',
  '4294967297',
  '9007199254740993',
  '9223372036854775808',
  '1'.repeat(400),
]

const INVALID_ORDERINGS = [
  '',
  'slug',
  '-',
  '--price',
  '--start_time',
  '+start_time',
  ' price',
  'PRICE',
  'start_time,end_time',
  'id;drop table events',
  'author__email',
  'price desc',
  'ргісе',
  'constructor',
  '__proto__',
  'x'.repeat(4_000),
]

describe.each(lists)('$template', ({ template, id, parameters }) => {
  // The full records are the first ones.
  const path = listPath({ template }, 1)
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const names = inQuery
    .map(({ name }) => name)
    .toSorted()
    .join(', ')
  const booleans = inQuery
    .filter(({ schema }) => resolve(schema).type === 'boolean')
    .map(({ name }) => name)
  const isOrdered = inQuery.some(({ name }) => name === 'ordering')

  describe.each(['limit', 'offset'])('%s', (parameter) => {
    it.each(INVALID_INTEGERS)('B5 B7 rejects "%s"', async (value) => {
      const range = parameter === 'limit' ? 'from 1 to 100' : 'from 0 to 2147483647'
      const errors = await errorsOf(`${path}?${parameter}=${value}`)
      expect(errors).toHaveLength(1)
      expect(errors[0]).toMatchObject({ parameter })
      expect(errors[0]?.detail).toContain(`is not an integer ${range} in plain decimal digits.`)
      expect(errors[0]?.detail.length).toBeLessThan(200)
    })
  })

  it.each(booleans)('%s rejects all but true and false', async (parameter) => {
    for (const value of ['', 'maybe', 'TRUE', '1', '0', 'null', ' true']) {
      const detail = `${JSON.stringify(value)} is not true or false.`
      expect(await errorsOf(`${path}?${parameter}=${encodeURIComponent(value)}`)).toEqual([
        { parameter, detail },
      ])
    }
  })

  it.each(['0', '101', '1000000000'])('B6 rejects limit %s', async (limit) => {
    expect(await errorsOf(`${path}?limit=${limit}`)).toEqual([
      {
        parameter: 'limit',
        detail: `"${limit}" is not an integer from 1 to 100 in plain decimal digits.`,
      },
    ])
  })

  it.each([
    'limit=1',
    'limit=100',
    'offset=0',
    'offset=2147483647',
    'format=api',
    'format=json',
    '',
  ])('accepts %s', async (query) => {
    const response = await get(`${path}?${query}`)
    expect(response.status).toBe(200)
    expect(response.json()['count']).toBeGreaterThan(0)
  })

  it.each(['', 'api2', 'API', 'html', 'xml', '%22%3E%3Cscript%3E'])(
    'B12 rejects format "%s"',
    async (format) => {
      const [error] = await errorsOf(`${path}?format=${format}`)
      expect(error?.parameter).toBe('format')
      expect(error?.detail).toContain('is not one of api, json.')
    },
  )

  it.each(isOrdered ? INVALID_ORDERINGS : [])('B9 rejects ordering "%s"', async (ordering) => {
    const [error, ...others] = await errorsOf(`${path}?ordering=${encodeURIComponent(ordering)}`)
    expect(others).toEqual([])
    expect(error?.parameter).toBe('ordering')
    expect(error?.detail).toContain(`is not one of ${orderings[id]?.join(', ')}.`)
    expect(error?.detail.length).toBeLessThan(400)
  })

  it.each([
    'limit=1&limit=2',
    'limit=1&limit=1',
    'offset=0&offset=0',
    'format=api&format=api',
    'ordering=a&ordering=b',
    'limit=5&%6Cimit=5',
  ])('B4 rejects the repeated %s', async (query) => {
    const [name] = query.split('=')
    const errors = await errorsOf(`${path}?${query}`)
    expect(errors).toContainEqual({ parameter: name, detail: 'It is given more than once.' })
    expect(errors).toHaveLength(1)
  })

  it.each([
    'odering',
    'Limit',
    'page',
    'search',
    'utm_source',
    '_',
    'limit[]',
    'constructor[prototype]',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
  ])('B10 names the unknown parameter %s and the existing ones', async (name) => {
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    expect(await errorsOf(`${path}?${encodeURIComponent(name)}=1`)).toEqual([
      {
        parameter: name,
        detail: `There is no such parameter. There are: ${names}.`,
      },
    ])
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
  })

  it.each([
    ['limit=%zz', 'limit'],
    ['limit=%ff', 'limit'],
    ['ordering=%c0%af', 'ordering'],
    ['%zz=1', '%zz'],
  ])('B3 rejects %s, which is not UTF-8', async (query, parameter) => {
    const errors = await errorsOf(`${path}?${query}`)
    expect(errors).toContainEqual({ parameter, detail: 'It is not percent-encoded UTF-8.' })
  })

  it.each([...inQuery.map(({ name }) => name), 'odd'])(
    'B2 rejects U+0000 anywhere in %s',
    async (parameter) => {
      for (const value of ['%00', '1%00', '%001']) {
        expect(await errorsOf(`${path}?${parameter}=${value}`)).toEqual([
          { parameter, detail: 'It holds the character U+0000.' },
        ])
      }
    },
  )

  it('reports every invalid parameter once', async () => {
    const url = `${path}?limit=0&offset=-1&ordering=x&format=y&odd=1&limit=2`
    const response = await get(url)
    const errors = response.json()['errors'] as ReportedError[]
    expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual([
      'format',
      'limit',
      'odd',
      'offset',
      'ordering',
    ])
    expect(response.json()['detail']).toMatch(/^The request has 5 faults: /)
  })

  const unknown = (count: number) =>
    `${path}?${Array.from({ length: count }, (_, index) => `k${index}=1`).join('&')}`

  it('B11 reports 20 of many unknown parameters, and that there are more', async () => {
    const response = await get(unknown(64))
    expect(response.json()['detail']).toBe(
      'The request has at least 20 faults: k0, k1, k2, k3, k4 and more.',
    )
    expect(response.json()['errors']).toHaveLength(20)
  })

  it('B11 rejects more than 64 parameters', async () => {
    const response = await get(unknown(65))
    expect(response.status).toBe(400)
    expect(response.json()['detail']).toBe('The query has more than 64 parameters.')
  })

  it('B11 cuts the name of a parameter', async () => {
    const response = await get(`${path}?${'x'.repeat(4_000)}=1`)
    expect(response.status).toBe(400)
    expect(response.json()['errors']).toMatchObject([{ parameter: `${'x'.repeat(100)}...` }])
  })

  it('A1 rejects a query of more than 4 KiB', async () => {
    const { status, headers, text } = await sendUnvalidated(test.app, {
      path: `${path}?x=${'1'.repeat(4_095)}`,
    })
    expect(status).toBe(414)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(text)).toMatchObject({ code: 'uri_too_long' })
  })
})

describe.each(operations.filter(({ id }) => id.startsWith('retrieve')))(
  '$template',
  ({ template }) => {
    const path = template.replace('{id}', '1')

    it.each(['limit', 'offset', 'ordering', 'x'])('has no parameter %s', async (parameter) => {
      expect(await errorsOf(`${path}?${parameter}=1`, headersOf(template))).toEqual([
        { parameter, detail: 'There is no such parameter. There are: format.' },
      ])
    })

    it.each(['api', 'json'])('accepts format %s', async (format) => {
      const headers = headersOf(template)
      const response = await test.send({ path: `${path}?format=${format}`, headers })
      expect(response.status).toBe(200)
      expect(response.text).toBe((await test.send({ path, headers })).text)
    })

    it('rejects another format', async () => {
      expect(await errorsOf(`${path}?format=html`, headersOf(template))).toHaveLength(1)
    })
  },
)
