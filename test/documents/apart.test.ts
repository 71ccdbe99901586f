import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { findArtworks } from '../../src/artworks/find-artworks.ts'
import { validateComponent } from '../../src/contract/response-validator.ts'
import { makeFullArtwork } from '../contract/full-records.ts'
import { MEDIA_URL } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'

// The prices that stand apart from a document are not validated with it: whatever their columns can hold fits
// the contract.

const test = useDatabase()
let id = 0

beforeAll(async () => {
  id = await makeFullArtwork(test.db)
})

const setPrices = (value: string | null) =>
  sql`UPDATE artwork_prices SET price_usd = ${value}, price_eur = ${value}`.execute(test.db)

it.each([null, '0', '0.1', '0.05', '10', '1234567.80', `${'9'.repeat(38)}.99`])(
  'a converted price of %s fits the contract',
  async (value) => {
    await setPrices(value)
    const [artwork] = await findArtworks(test.db, [id], MEDIA_URL, undefined)
    validateComponent('Artwork', artwork)
    expect(artwork).toMatchObject({ price_usd: value === null ? null : Number(value) })
  },
)

it.each(['-0.01', 'NaN', 'Infinity', `1${'0'.repeat(38)}`])(
  'a converted price of %s cannot be stored',
  async (value) => {
    await expect(setPrices(value)).rejects.toMatchObject({
      code: expect.stringMatching(/23514|22003/),
    })
  },
)

it('an artwork without a row of prices has none', async () => {
  await sql`DELETE FROM artwork_prices`.execute(test.db)
  const [artwork] = await findArtworks(test.db, [id], MEDIA_URL, undefined)
  expect(artwork).toMatchObject({ price_usd: null, price_eur: null, price_usd_currency: 'USD' })
})
