import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import type { Answer } from '../support/send.ts'

const test = useService()
const path = '/exchange-rates/'
let authorization: string

beforeAll(async () => {
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

beforeEach(async () => {
  await sql`TRUNCATE exchange_rates`.execute(test.db)
})

const DAILY = 'Date, USD, GBP, \n13 April 2026, 1.25, 0.87058, \n'
const HISTORY =
  'Date,USD,GBP,BGN,\r\n2026-04-13,1.25,0.87059,N/A,\r\n\r\n2025-12-31,1.175,0.8726,1.9558,\r\n'

function post(body: string, query = ''): Promise<Answer> {
  return test.send({
    method: 'POST',
    path: path + query,
    headers: { authorization, 'content-type': 'text/csv; charset=UTF-8' },
    body,
  })
}

async function versionOfRates(): Promise<unknown> {
  const { rows } = await sql`SELECT version FROM exchange_rate_version`.execute(test.db)
  return rows
}

describe('an import of exchange rates', () => {
  it('stores a daily file and the history, and returns what it has changed', async () => {
    const daily = { date: '2026-04-13', currencies: 2, added: 2, changed: 0 }
    expect((await post(DAILY)).json()).toEqual(daily)
    const history = { date: '2026-04-13', currencies: 3, added: 3, changed: 1 }
    expect((await post(HISTORY)).json()).toEqual(history)
    expect((await test.send({ path })).json()).toEqual({
      date: '2026-04-13',
      source: 'European Central Bank',
      rates: [
        { currency: 'BGN', date: '2025-12-31', units_per_euro: '1.955800' },
        { currency: 'GBP', date: '2026-04-13', units_per_euro: '0.870590' },
        { currency: 'USD', date: '2026-04-13', units_per_euro: '1.250000' },
      ],
    })
  })

  it('changes nothing by a repeated file, so no price is converted again', async () => {
    await post(HISTORY)
    const before = await versionOfRates()
    expect((await post(HISTORY)).json()).toMatchObject({ added: 0, changed: 0 })
    expect(await versionOfRates()).toEqual(before)
  })

  it('converts prices', async () => {
    const { id } = await makeArtwork(test.db, { price: '100.00', price_currency: 'EUR' })
    const artwork = { path: `/marketplace-artworks/${id}/` }
    expect((await test.send(artwork)).json()).toMatchObject({ price_usd: null })
    await post(DAILY)
    expect((await test.send(artwork)).json()).toMatchObject({ price_usd: 125 })
  })

  it('counts each rate once, when the same file arrives several times at once', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => post(HISTORY)))
    const added = responses.map((response) => response.json()['added'] as number)
    expect(added.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 5])
  })

  it.each([
    [
      'Rates of today\n1.1\n',
      'Line 1, column 1: "Rates of today": the header is not Date and ISO 4217 codes',
    ],
    ['Date,USD,Dollar,\n', 'Line 1, column 10: "Dollar": the header'],
    ['Date,USD,USD,\n', 'Line 1, column 10: "USD": the header'],
    ['Date,,\n', 'Line 1, column 6: "": the header'],
    [
      'Date,USD,XQZ,\n2026-04-13,1.1,2,\n',
      'Line 1, column 10: "XQZ": the header is not Date and ISO 4217',
    ],
    ['Date\n', 'Line 1, column 1: "Date": the header'],
    ['\n \n', 'Line 1, column 1: there is no header.'],
    ['Date,USD,\n', 'It has no day.'],
    ['Date,USD,\n2999-01-01,1.1,\n', 'Line 2, column 1: 2999-01-01 lies in the future.'],
    ['Date,USD,\n0000-01-01,1.1,\n', 'Line 2, column 1: 0000-01-01 lies before the euro.'],
    [
      'Date,USD,\n2026-02-30,1.1,\n',
      'Line 2, column 1: "2026-02-30" is not a date such as 2026-04-13',
    ],
    ['Date,USD,\n2026-04-13,1.1\n', 'Line 2, column 1: has 2 cells, but the header has 3.'],
    ['Date,USD,\n2026-04-13,N/A,\n', 'Line 2, column 1: has no rate.'],
    ['Date,USD,EUR,\n2026-04-13,1.1,1,\n', 'Line 2, column 16: EUR has no rate against itself.'],
    [
      'Date,USD,\n2026-04-13,1e3,\n',
      'Line 2, column 12: "1e3" is not a rate of USD such as 1.1684.',
    ],
    ['Date,USD,\n2026-04-13,1,\n2026-04-13,2,\n', 'Line 3, column 1: differs from line 2'],
    [
      'Date,USD,\n\n2026-04-13, 0,\nx,1,\n',
      'Line 3, column 13: "0" is not a rate of USD such as 1.1684',
    ],
    [`Date,USD,\n${'2026-04-13,1.1,\n'.repeat(1_001)}`, 'It has more than 1000 days.'],
  ])('stores nothing of an invalid file, and names the place: %j', async (text, detail) => {
    const response = await post(text)
    expect(response.status, response.text).toBe(422)
    const [error] = response.json()['errors'] as { pointer: string; detail: string }[]
    expect(error?.pointer).toBe('')
    expect(error?.detail.slice(0, detail.length)).toBe(detail)
    expect((await test.send({ path })).json()).toEqual({ date: null, source: null, rates: [] })
  })

  it('names the number of other invalid lines', async () => {
    const response = await post('Date,USD,\n2026-04-13,x,\n2026-04-10,1.1,\n2026-04-09,y,\n')
    expect(response.json()['errors']).toEqual([
      {
        pointer: '',
        detail:
          'Line 2, column 12: "x" is not a rate of USD such as 1.1684. Invalid lines after it: 1.',
      },
    ])
  })
})

describe('a rate that jumps', () => {
  const file = (...days: readonly [day: string, rate: number][]) =>
    `Date,USD,\n${days.map(([day, rate]) => `${day},${rate},\n`).join('')}`
  const stored = async () => (await test.send({ path })).json()['rates']

  it.each([
    [[['2026-04-13', 5]], 'USD has 5.000000 on 2026-04-13, but 1.000000 on 2026-04-10'],
    [[['2026-04-13', 0.2]], 'USD has 0.200000 on 2026-04-13, but 1.000000 on 2026-04-10'],
    [[['2026-04-09', 5]], 'USD has 5.000000 on 2026-04-09, but 1.000000 on 2026-04-10'],
    [
      [
        ['2026-04-14', 9],
        ['2026-04-13', 1.1],
      ],
      'USD has 1.100000 on 2026-04-13, but 9.000000 on 2026-04-14',
    ],
  ] as [[string, number][], string][])('is stored only when told to: %j', async (days, detail) => {
    await post(file(['2026-04-10', 1]))
    const before = await stored()
    const refused = await post(file(...days))
    expect(refused.status).toBe(422)
    const [error] = refused.json()['errors'] as { detail: string }[]
    expect(error?.detail).toBe(
      `${detail}: they differ by a factor of 5 or more. If that is right, send allow_jumps=true.`,
    )
    expect(await stored()).toEqual(before)
    expect((await post(file(...days), '?allow_jumps=true')).status).toBe(200)
    // What is stored is no jump again.
    expect((await post(file(['2026-04-10', 1], ...days))).status).toBe(200)
  })

  it('is one of a factor of 5, after a weekend as well', async () => {
    await post(file(['2026-04-10', 1]))
    expect((await post(file(['2026-04-13', 4.99]))).status).toBe(200)
  })
})

it('is possible for processes of the version before, by the function that they know', async () => {
  const { rows } = await sql`SELECT * FROM store_exchange_rates(
    ARRAY['2026-04-10', '2026-04-13']::date[], ARRAY['USD', 'USD'], ARRAY[1, 9]::numeric[], 'test')`.execute(
    test.db,
  )
  expect(rows).toEqual([{ added: 2, changed: 0, days: 2 }])
})

describe('the deletion of the rates of a day', () => {
  const remove = (day: string) =>
    test.send({ method: 'DELETE', path: `${path}${day}/`, headers: { authorization } })

  it('has prices converted with the newest of the other rates', async () => {
    const { id } = await makeArtwork(test.db, { price: '100.00', price_currency: 'EUR' })
    const price = async () =>
      (await test.send({ path: `/marketplace-artworks/${id}/` })).json()['price_usd']
    await post('Date,USD,GBP,\n2026-04-10,1.25,0.8,\n2026-04-13,1.5,0.9,\n')
    expect(await price()).toBe(150)
    expect((await remove('2026-04-13')).status).toBe(204)
    expect(await price()).toBe(125)
    expect((await test.send({ path })).json()).toMatchObject({
      date: '2026-04-10',
      rates: [{ currency: 'GBP' }, { currency: 'USD' }],
    })
    expect((await remove('2026-04-10')).status).toBe(204)
    expect(await price()).toBe(null)
  })

  it.each(['2026-04-13', '2026-02-30', '0999-01-01', 'today'])(
    'is 404 without rates: %s',
    async (day) => {
      await post('Date,USD,\n2026-04-10,1.25,\n')
      expect((await remove(day)).status).toBe(404)
    },
  )
})

describe('a deletion of exchange rates', () => {
  it.each(['latest', '2026-4-13', '0026-04-13'])('says how a day is written: %s', async (day) => {
    const headers = { authorization }
    const response = await test.send({ method: 'DELETE', path: `${path}${day}/`, headers })
    expect(response.status).toBe(404)
    const detail = 'No record has this date, which is written as 2026-04-13.'
    expect(response.json()).toMatchObject({ code: 'not_found', detail })
  })
})
