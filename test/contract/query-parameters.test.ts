import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { sendUnjudged } from '../support/send.ts'
import { operations, resolve } from './document.ts'
import { makeFullArtwork, makeFullEvent } from './full-records.ts'

const test = useService()

beforeAll(async () => {
  await makeFullArtwork(test.db)
  await makeFullEvent(test.db)
})

interface Fault {
  readonly parameter: string
  readonly detail: string
}

async function faultsOf(path: string): Promise<Fault[]> {
  const answer = await test.send({ path })
  expect(answer.status, path).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid_request', title: 'Invalid request' })
  return answer.json()['errors'] as Fault[]
}

const lists = operations.filter(({ id }) => id.startsWith('list'))
const orderings = Object.fromEntries(
  lists.map(({ id, parameters }) => [
    id,
    resolve(parameters.find(({ name }) => name === 'ordering')?.schema ?? {}).enum as string[],
  ]),
)

/** None of these is an integer in plain decimal digits. */
const NO_INTEGERS = [
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

describe.each(lists)('$template', ({ template, id, parameters }) => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const names = inQuery.map(({ name }) => name).join(', ')

  describe.each(['limit', 'offset'])('%s', (parameter) => {
    it.each(NO_INTEGERS)('B5 B7 refuses "%s"', async (value) => {
      const range = parameter === 'limit' ? 'from 1 to 100' : 'from 0 to 2147483647'
      const faults = await faultsOf(`${template}?${parameter}=${value}`)
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatchObject({ parameter })
      expect(faults[0]?.detail).toContain(`is not an integer ${range} in plain decimal digits.`)
      expect(faults[0]?.detail.length).toBeLessThan(200)
    })
  })

  it.each(['0', '101', '1000000000'])('B6 refuses limit %s', async (limit) => {
    expect(await faultsOf(`${template}?limit=${limit}`)).toEqual([
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
  ])('takes %s', async (query) => {
    const page = await test.get(`${template}?${query}`)
    expect(page['count']).toBeGreaterThan(0)
  })

  it.each(['', 'api2', 'API', 'html', 'xml', '%22%3E%3Cscript%3E'])(
    'B12 refuses format "%s"',
    async (format) => {
      const [fault] = await faultsOf(`${template}?format=${format}`)
      expect(fault?.parameter).toBe('format')
      expect(fault?.detail).toContain('is not one of api, json.')
    },
  )

  it.each([
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
  ])('B9 refuses ordering "%s"', async (ordering) => {
    const [fault, ...others] = await faultsOf(
      `${template}?ordering=${encodeURIComponent(ordering)}`,
    )
    expect(others).toEqual([])
    expect(fault?.parameter).toBe('ordering')
    expect(fault?.detail).toContain(`is not one of ${orderings[id]?.join(', ')}.`)
    expect(fault?.detail.length).toBeLessThan(400)
  })

  it.each([
    'limit=1&limit=2',
    'limit=1&limit=1',
    'offset=0&offset=0',
    'format=api&format=api',
    'ordering=a&ordering=b',
    'limit=5&%6Cimit=5',
  ])('B4 refuses the repeated %s', async (query) => {
    const [name] = query.split('=')
    const faults = await faultsOf(`${template}?${query}`)
    expect(faults).toContainEqual({ parameter: name, detail: 'It is given more than once.' })
    expect(faults).toHaveLength(1)
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
    expect(await faultsOf(`${template}?${encodeURIComponent(name)}=1`)).toEqual([
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
  ])('B3 refuses %s, which is not UTF-8', async (query, parameter) => {
    const faults = await faultsOf(`${template}?${query}`)
    expect(faults).toContainEqual({ parameter, detail: 'It is not percent-encoded UTF-8.' })
  })

  it.each([...inQuery.map(({ name }) => name), 'odd'])(
    'B2 refuses U+0000 in %s, wherever it stands',
    async (parameter) => {
      for (const value of ['%00', '1%00', '%001']) {
        expect(await faultsOf(`${template}?${parameter}=${value}`)).toEqual([
          { parameter, detail: 'It holds the character U+0000.' },
        ])
      }
    },
  )

  it('names every fault of a request, each once', async () => {
    const path = `${template}?limit=0&offset=-1&ordering=x&format=y&odd=1&limit=2`
    const answer = await test.send({ path })
    const errors = answer.json()['errors'] as Fault[]
    expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual([
      'format',
      'limit',
      'odd',
      'offset',
      'ordering',
    ])
    expect(answer.json()['detail']).toMatch(/^The request has 5 faults: /)
  })

  const unknown = (count: number) =>
    `${template}?${Array.from({ length: count }, (_, index) => `k${index}=1`).join('&')}`

  it('B11 names 20 of many unknown parameters, and says that there are more', async () => {
    const answer = await test.send({ path: unknown(64) })
    expect(answer.json()['detail']).toBe(
      'The request has at least 20 faults: k0, k1, k2, k3, k4 and more.',
    )
    expect(answer.json()['errors']).toHaveLength(20)
  })

  it('B11 reads 64 parameters', async () => {
    const answer = await test.send({ path: unknown(65) })
    expect(answer.status).toBe(400)
    expect(answer.json()['detail']).toBe('The query has more than 64 parameters.')
  })

  it('B11 cuts the name of a parameter', async () => {
    const answer = await test.send({ path: `${template}?${'x'.repeat(4_000)}=1` })
    expect(answer.status).toBe(400)
    expect(answer.json()['errors']).toMatchObject([{ parameter: `${'x'.repeat(100)}...` }])
  })

  it('A1 reads 4 KiB of query', async () => {
    const { status, headers, text } = await sendUnjudged(test.app, {
      path: `${template}?x=${'1'.repeat(4_095)}`,
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
      expect(await faultsOf(`${path}?${parameter}=1`)).toEqual([
        { parameter, detail: 'There is no such parameter. There are: format.' },
      ])
    })

    it.each(['api', 'json'])('takes format %s', async (format) => {
      expect(await test.get(`${path}?format=${format}`)).toEqual(await test.get(path))
    })

    it('refuses another format', async () => {
      expect(await faultsOf(`${path}?format=html`)).toHaveLength(1)
    })
  },
)
