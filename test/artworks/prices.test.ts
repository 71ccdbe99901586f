import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { priceRefresh } from '../../src/read-model/documents/price-refresh.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { useService } from '../support/app.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork, type ArtworkValues } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { dayFromToday, makeExchangeRate } from '../support/make-exchange-rate.ts'
import { DOCUMENTS } from '../../src/resources.ts'

const test = useService()

beforeEach(async () => {
  await test.db.deleteFrom('exchange_rates').execute()
})

interface Prices {
  readonly price: number | null
  readonly price_usd: number | null
  readonly price_eur: string | null
}

async function prices(id: number): Promise<Prices> {
  const { price, price_usd, price_eur } = await test.get(`/marketplace-artworks/${id}/`)
  return { price, price_usd, price_eur } as Prices
}

async function pricesOf(values: ArtworkValues): Promise<Prices> {
  return prices((await makeArtwork(test.db, values)).id)
}

describe('the converted prices', () => {
  it('are the price itself in its own currency, with or without a rate', async () => {
    expect(await pricesOf({ price: '10.10' })).toMatchObject({
      price_usd: null,
      price_eur: '10.10',
    })
    const dollars = { price: '10.10', price_currency: 'USD' }
    expect(await pricesOf(dollars)).toMatchObject({ price_usd: 10.1, price_eur: null })
  })

  it('use the last rate, which cannot be in the future or before the euro', async () => {
    const on = async (days: number, rate: string) =>
      makeExchangeRate(test.db, 'USD', rate, { rate_date: await dayFromToday(test.db, days) })
    await on(-400, '1.10')
    await expect(on(1, '9.99')).rejects.toMatchObject({
      constraint: 'exchange_rates_not_in_future',
    })
    for (const day of ['0044-03-15 BC', '1998-12-31']) {
      const early = makeExchangeRate(test.db, 'USD', '9.99', { rate_date: day })
      await expect(early).rejects.toMatchObject({ constraint: 'exchange_rates_not_before_euro' })
    }
    await makeExchangeRate(test.db, 'USD', '9.99', { rate_date: '1999-01-01' })
    for (const day of ['1998-12-31', await dayFromToday(test.db, 1)]) {
      const moved = test.db.updateTable('exchange_rates').set({ rate_date: day }).execute()
      await expect(moved).rejects.toMatchObject({
        constraint: expect.stringMatching(/^exchange_rates_not_/),
      })
    }
    expect((await pricesOf({ price: '100.00' })).price_usd).toBe(110)
    await on(-1, '1.20')
    expect((await pricesOf({ price: '100.00' })).price_usd).toBe(120)
    await on(0, '1.30')
    expect((await pricesOf({ price: '100.00' })).price_usd).toBe(130)
  })
})

/** The list ordered by converted prices contains the stored ones, which the service converts in the background. */
async function listed(id: number): Promise<Prices | undefined> {
  const { results } = (await test.get(`/marketplace-artworks/?ordering=price_usd&limit=100`)) as {
    results: (Prices & { id: number })[]
  }
  const found = results.find((artwork) => artwork.id === id)
  if (found === undefined) return undefined
  const { price, price_usd, price_eur } = found
  return { price, price_usd, price_eur }
}

/** All other responses convert prices by the current rates. */
const converted = (id: number) => ({
  async toMatchObject(wanted: Partial<Prices>): Promise<void> {
    expect(await prices(id)).toMatchObject(wanted)
    await expect.poll(() => listed(id)).toMatchObject(wanted)
  },
})

describe('the prices of existing artworks', () => {
  it('follow a new, changed or deleted rate', async () => {
    const { id } = await makeArtwork(test.db, { price: '100.00', price_currency: 'GBP' })
    expect(await prices(id)).toMatchObject({ price_usd: null, price_eur: null })
    await makeExchangeRate(test.db, 'GBP', '0.80')
    await converted(id).toMatchObject({ price_usd: null, price_eur: '125.00' })
    await makeExchangeRate(test.db, 'USD', '1.25')
    await converted(id).toMatchObject({ price_usd: 156.25, price_eur: '125.00' })
    await test.db
      .updateTable('exchange_rates')
      .set({ units_per_euro: '1.5' })
      .where('currency', '=', 'USD')
      .execute()
    await converted(id).toMatchObject({ price_usd: 187.5, price_eur: '125.00' })
    await test.db.deleteFrom('exchange_rates').where('currency', '=', 'GBP').execute()
    await converted(id).toMatchObject({ price_usd: null, price_eur: null })
    await sql`TRUNCATE exchange_rates`.execute(test.db)
  })
})

describe('the entity tag of a page', () => {
  it.each(['', '&ordering=price_usd'])('changes with the rates: %s', async (ordering) => {
    await makeExchangeRate(test.db, 'USD', '1')
    const { id } = await makeArtwork(test.db, { price: '100' })
    const tag = async (): Promise<unknown> =>
      (await test.send({ path: `/marketplace-artworks/?limit=100${ordering}` })).headers['etag']
    await converted(id).toMatchObject({ price_usd: 100 })
    const before = await tag()
    await test.db.updateTable('exchange_rates').set({ units_per_euro: '2' }).execute()
    await converted(id).toMatchObject({ price_usd: 200 })
    expect(await tag()).not.toBe(before)
  })
})

describe('drafts in the order of converted prices', () => {
  it('have the prices that they are ordered by, right after a change of the rates', async () => {
    const { key, userId } = await makeApiKey(test.db)
    for (const currency of ['USD', 'GBP', 'JPY']) await makeExchangeRate(test.db, currency, '1')
    const { id: gallery_id } = await makeGallery(test.db, { owner_id: userId })
    const draft = { gallery_id, publish_status: 'draft' } as const
    await makeArtwork(test.db, { ...draft, price: '100', price_currency: 'GBP' })
    await makeArtwork(test.db, { ...draft, price: '200', price_currency: 'JPY' })
    const shown = async (): Promise<unknown> => {
      const response = await test.send({
        path: '/marketplace-artworks/?publish_status=draft&ordering=price_usd',
        headers: { authorization: `Bearer ${key}` },
      })
      return (response.json()['results'] as Prices[]).map(({ price_usd }) => price_usd)
    }
    expect(await shown()).toEqual([100, 200])
    const rates = test.db.updateTable('exchange_rates').where('currency', '=', 'JPY')
    await rates.set({ units_per_euro: '1000' }).execute()
    expect(await shown()).toEqual([0.2, 100])
  })
})

describe('concurrent changes of prices and rates', () => {
  it('agree after both are committed', async () => {
    await makeExchangeRate(test.db, 'GBP', '0.8')
    const { id } = await test.db.transaction().execute(async (transaction) => {
      const artwork = await makeArtwork(transaction, { price: '100', price_currency: 'GBP' })
      // The artwork was converted by the old rate, and the next conversion does not see it yet.
      await test.db.updateTable('exchange_rates').set({ units_per_euro: '0.5' }).execute()
      return artwork
    })
    await converted(id).toMatchObject({ price: 100, price_eur: '200.00' })
  })

  it('never block each other', async () => {
    await makeExchangeRate(test.db, 'GBP', '0.8')
    const { id } = await makeArtwork(test.db, { price: '100', price_currency: 'GBP' })
    await test.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('exchange_rates').set({ units_per_euro: '0.5' }).execute()
      await sql`SET lock_timeout = '1s'`.execute(test.db)
      await test.db.updateTable('artworks').set({ price: '50' }).where('id', '=', id).execute()
    })
    await converted(id).toMatchObject({ price: 50, price_eur: '100.00' })
  })
})

describe('the conversion of prices', () => {
  it('skips an artwork that a writer changes, and returns to it', async () => {
    await makeExchangeRate(test.db, 'GBP', '0.8')
    const own = { price: '100', price_currency: 'GBP' }
    const { id } = await makeArtwork(test.db, own)
    const { id: other } = await makeArtwork(test.db, own)
    await test.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('artworks').set({ price: '50' }).where('id', '=', id).execute()
      await test.db.updateTable('exchange_rates').set({ units_per_euro: '0.5' }).execute()
      await converted(other).toMatchObject({ price_eur: '200.00' })
      expect(await prices(id)).toMatchObject({ price: 100, price_eur: '200.00' })
      // The stored price, which it is ordered by.
      expect(await listed(id)).toMatchObject({ price: 100, price_eur: '125.00' })
    })
    await converted(id).toMatchObject({ price: 50, price_eur: '100.00' })
  })

  it('blocks a writer of an artwork until it ends, and converts the new price later', async () => {
    await makeExchangeRate(test.db, 'GBP', '0.8')
    const { id } = await makeArtwork(test.db, { price: '100', price_currency: 'GBP' })
    let written: Promise<unknown> = Promise.resolve()
    await test.db.transaction().execute(async (transaction) => {
      await sql`UPDATE exchange_rate_version SET version = version + 1`.execute(transaction)
      await priceRefresh.refresh(transaction, [id])
      written = test.db.updateTable('artworks').set({ price: '50' }).where('id', '=', id).execute()
      await expect.poll(() => countLockWaits(transaction)).toBeGreaterThan(0)
    })
    await written
    await converted(id).toMatchObject({ price: 50, price_eur: '62.50' })
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})
