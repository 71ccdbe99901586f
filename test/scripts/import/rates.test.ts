import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'

const test = useDatabase()
const files = useFiles()

const HISTORY = `Date,USD,GBP,BGN,
2026-04-13,1.1684,0.87058,N/A,
2026-04-10,1.1711,0.87105,1.9558,
`
const DAILY = 'Date, USD, GBP, \n13 April 2026, 1.1684, 0.87058, \n'

function importRates(content: string, allowsJumps = false): Promise<Imported> {
  return importInto(test.db, { kind: 'rates', file: files.write(content), allowsJumps })
}

describe('import of rates', () => {
  beforeEach(async () => {
    await sql`TRUNCATE exchange_rates`.execute(test.db)
  })

  it('reads the history, and stores nothing for N/A', async () => {
    const { counts } = await importRates(HISTORY)
    expect(counts).toEqual([{ read: 2, imported: 2, unchanged: 0, rejected: 0 }])
    expect(await storedRates()).toEqual([
      'BGN 2026-04-10 1.955800 European Central Bank',
      'GBP 2026-04-10 0.871050 European Central Bank',
      'GBP 2026-04-13 0.870580 European Central Bank',
      'USD 2026-04-10 1.171100 European Central Bank',
      'USD 2026-04-13 1.168400 European Central Bank',
    ])
  })

  it('finds the daily file unchanged after the history', async () => {
    await importRates(HISTORY)
    expect((await importRates(HISTORY)).counts).toMatchObject([{ imported: 0, unchanged: 2 }])
    expect((await importRates(DAILY)).counts).toMatchObject([{ imported: 0, unchanged: 1 }])
  })

  it('imports a corrected rate, and a new one', async () => {
    await importRates(DAILY)
    const corrected = HISTORY.replace('0.87058', '0.87059')
    expect((await importRates(corrected)).counts).toMatchObject([{ imported: 2, unchanged: 0 }])
    expect(await storedRates()).toContain('GBP 2026-04-13 0.870590 European Central Bank')
  })

  it('converts prices with one statement a file', async () => {
    await sql`CREATE TABLE statements (at timestamptz)`.execute(test.db)
    await sql`CREATE FUNCTION record_statement() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO statements VALUES (now()); RETURN NULL; END $$`.execute(test.db)
    await sql`CREATE TRIGGER record_statement AFTER INSERT OR UPDATE ON exchange_rates
      FOR EACH STATEMENT EXECUTE FUNCTION record_statement()`.execute(test.db)
    const days = Array.from({ length: 1_200 }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day)))
    const rows = days.map((day) => `${day.toISOString().slice(0, 10)},1.1,0.9,N/A,\n`)
    await importRates(`Date,USD,GBP,BGN,\n${rows.join('')}`)
    await importRates(HISTORY)
    await importRates(HISTORY)
    // Each insert with DO UPDATE fires for both, so distinct times count the statements.
    const { rows: counted } = await sql`
      SELECT count(DISTINCT at) AS files FROM statements`.execute(test.db)
    expect(counted).toEqual([{ files: 2 }])
    const { rows: fired } = await sql<{ n: number }>`SELECT count(*) AS n FROM statements`.execute(
      test.db,
    )
    expect(fired[0]?.n).toBeLessThanOrEqual(4)
  })

  it('imports nothing of a file with a rate that jumps, unless told to', async () => {
    const shifted = HISTORY.replace('1.1684', '11.684')
    await expect(importRates(shifted)).rejects.toThrow(
      /^USD has 1\.171100 on 2026-04-10, but 11\.684000 on 2026-04-13: .* Nothing was imported\. .*--allow-jumps/,
    )
    expect(await storedRates()).toEqual([])
    expect((await importRates(shifted, true)).counts).toMatchObject([{ imported: 2 }])
  })

  it('reads the currencies of the whole history of the Bank', async () => {
    const codes = [
      'USD,JPY,BGN,CYP,CZK,DKK,EEK,GBP,HUF,LTL,LVL,MTL,PLN,ROL,RON,SEK,SIT,SKK,CHF,ISK,NOK,HRK,RUB,',
      'TRL,TRY,AUD,BRL,CAD,CNY,HKD,IDR,ILS,INR,KRW,MXN,MYR,NZD,PHP,SGD,THB,ZAR,',
    ].join('')
    const rates = codes.replaceAll(/[A-Z]+/g, '2')
    const { counts } = await importRates(`Date,${codes}\n2004-01-05,${rates}\n`)
    expect(counts).toMatchObject([{ imported: 1 }])
  })

  it('rejects days that cannot be right', async () => {
    const { counts, rejected } = await importRates(
      [
        'Date,USD,EUR,',
        '2999-01-01,1.1,N/A,',
        '2026-04-13,1.1,N/A,',
        '2026-04-13,1.2,N/A,',
        '2026-04-13,1.1,N/A,',
        '2026-02-30,1.1,N/A,',
        '31 Avril 2026,1.1,N/A,',
        '2026-04-09,-1.1,N/A,',
        '2026-04-08,"1,1",N/A,',
        '2026-04-07,0,N/A,',
        '2026-04-06,N/A,N/A,',
        '2026-04-05,1.1,1,',
        '2026-04-04,1.1',
      ].join('\n'),
    )
    expect(counts).toEqual([{ read: 12, imported: 1, unchanged: 1, rejected: 10 }])
    expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: 2999-01-01 lies in the future',
      '4: differs from line 3, of the same date',
      '6: "2026-02-30" is not a date such as 2026-04-13 or 13 April 2026',
      '7: "31 Avril 2026" is not a date such as 2026-04-13 or 13 April 2026',
      '8: "-1.1" is not a rate of USD such as 1.1684',
      '9: has 5 cells, but the header has 4',
      '10: "0" is not a rate of USD such as 1.1684',
      '11: has no rate',
      '12: EUR has no rate against itself',
      '13: has 2 cells, but the header has 4',
    ])
  })
})

async function storedRates(): Promise<string[]> {
  const { rows } = await sql<{ rate: string }>`
    SELECT concat_ws(' ', currency, rate_date, units_per_euro, source) AS rate
    FROM exchange_rates ORDER BY 1`.execute(test.db)
  return rows.map(({ rate }) => rate)
}
