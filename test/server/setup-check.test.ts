import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { SetupCheck } from '../../src/server/setup-check.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { dayFromToday, makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import { absentDatabase } from '../support/recorded-database.ts'

const test = useDatabase()

beforeEach(async () => {
  await sql`TRUNCATE exchange_rates`.execute(test.db)
})

/** Without the checks of a minute ago. */
const check = () => new SetupCheck(test.db)

/** Until the test advances it. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Rates whose newest day is `age` days ago, by the clock of the database. */
async function makeRates(age: number): Promise<string> {
  const rate_date = await dayFromToday(test.db, -age)
  await makeExchangeRate(test.db, 'USD', '1.25', { rate_date })
  return rate_date
}

it('names what an empty database needs, in order, until it is there', async () => {
  const steps = [
    [/^There is no API key\. .*npm run keys/, () => makeApiKey(test.db)],
    [/^There are no exchange rates, .*npm run import -- rates/, () => makeRates(0)],
    [/^There is no gallery, .*POST \/api\/v1\/galleries\/$/, () => makeGallery(test.db)],
    [/^There is no venue, .*POST \/api\/v1\/venues\/$/, () => makeVenue(test.db)],
  ] as const
  const texts = steps.map(([text]) => text)
  for (const [at, [, provide]] of steps.entries()) {
    const warnings = await check().warnings()
    expect(warnings).toHaveLength(steps.length - at)
    for (const [index, warning] of warnings.entries()) expect(warning).toMatch(texts[at + index]!)
    await provide()
  }
  expect(await check().warnings()).toEqual([])
})

it('names a pool that is larger than the limits of PostgreSQL', async () => {
  const { rows } = await sql<{ max: number }>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`.execute(
    test.db,
  )
  const max = rows[0]?.max ?? 0
  const sizes = (connections: number) => new SetupCheck(test.db, connections).warnings()
  const ofReader = await test.db.startTransaction().execute()
  await sql`CREATE ROLE reader IN ROLE pg_read_all_data; SET LOCAL ROLE reader`.execute(ofReader)
  const readerWarnings = await new SetupCheck(ofReader, max).warnings()
  await ofReader.rollback().execute()
  expect(readerWarnings).toContainEqual(expect.stringContaining(`PostgreSQL allows ${max - 1}.`))
  const complaint = `This process may use ${max + 1} connections, but PostgreSQL allows ${max}. Set DATABASE_POOL_SIZE`
  expect(await sizes(max + 1)).toContainEqual(expect.stringContaining(complaint))
  expect((await sizes(max)).join()).not.toContain('DATABASE_POOL_SIZE')
  for (const [kind, name] of [
    ['DATABASE', 'current_database()'],
    ['ROLE', 'current_user'],
  ] as const) {
    const trx = await test.db.startTransaction().execute()
    const limit = sql.raw(`format('ALTER ${kind} %I CONNECTION LIMIT 20', ${name})`)
    await sql`DO $$ BEGIN EXECUTE ${limit}; END $$`.execute(trx)
    const warnings = await new SetupCheck(trx, max).warnings()
    await trx.rollback().execute()
    expect(warnings).toContainEqual(expect.stringContaining('PostgreSQL allows 20.'))
  }
})

it('names the day of rates that are older than a week', async () => {
  const day = await makeRates(8)
  const [warning, ...others] = await check().warnings()
  expect(warning).toContain(`The newest exchange rates are of ${day}.`)
  expect(others).toEqual([])
  await makeRates(7)
  expect(await check().warnings()).toEqual([])
})

it('names the currencies of artworks whose rates were not renewed', async () => {
  await makeRates(0)
  for (const currency of ['TRY', 'ISK', 'JPY']) {
    const age = currency === 'JPY' ? 7 : 8
    const old = await dayFromToday(test.db, -age)
    await makeExchangeRate(test.db, currency, '40', { rate_date: old })
  }
  for (const price_currency of ['USD', 'TRY', 'JPY']) {
    await makeArtwork(test.db, { price_display: 'show price', price: '1', price_currency })
  }
  expect(await check().warnings()).toEqual([
    expect.stringMatching(/^The newest rate of TRY is of \d{4}-\d\d-\d\d\. /),
  ])
})

it('has the time of the newest rates, or 0', async () => {
  expect(await check().ratesTime()).toBe(0)
  await makeRates(3)
  const day = await makeRates(2)
  expect(await check().ratesTime()).toBe(Date.parse(`${day}T00:00:00Z`) / 1_000)
})

it('reads the database anew within seconds while something is missing, and then rarely', async () => {
  stopTime()
  const kept = check()
  expect(await kept.warnings()).toHaveLength(1)
  await makeRates(0)
  vi.advanceTimersByTime(1_000)
  expect(await kept.warnings()).toEqual([])
  await sql`TRUNCATE exchange_rates`.execute(test.db)
  vi.advanceTimersByTime(59_000)
  expect(await kept.warnings()).toEqual([])
})

it('reads the database once for many calls', async () => {
  stopTime()
  const kept = check()
  expect(await kept.ratesTime()).toBe(0)
  await makeRates(0)
  expect(await kept.ratesTime()).toBe(0)
})

it('has no warnings while the database cannot be read', async () => {
  const absent = absentDatabase()
  const unknown = new SetupCheck(absent.db)
  expect(await unknown.warnings()).toEqual([])
  expect(await unknown.ratesTime()).toBeNaN()
  await absent.db.destroy()
})
