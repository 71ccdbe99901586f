import { DOCUMENTS } from '../../../src/resources.ts'
import { runOnce, selectOnce, withClient } from './bench-database-queries.ts'

/** Stores rates of today for all currencies, one per cent above the last ones. */
export function storeNewRates(databaseUrl: string): Promise<void> {
  return runOnce(
    databaseUrl,
    `INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
     SELECT DISTINCT ON (currency) currency, (now() AT TIME ZONE 'UTC')::date, units_per_euro * 1.01, 'bench'
     FROM exchange_rates ORDER BY currency, rate_date DESC
     ON CONFLICT (currency, rate_date) DO UPDATE SET units_per_euro = excluded.units_per_euro`,
  )
}

/** Whether all prices are converted with the last rates. */
export async function areConverted(databaseUrl: string): Promise<boolean> {
  const old = await selectOnce(
    databaseUrl,
    `SELECT FROM artwork_prices WHERE rates <> (SELECT version FROM exchange_rate_version) LIMIT 1`,
  )
  return old.length === 0
}

const MAX_TRIES = 50

/** Less than `deadlock_timeout`, so that PostgreSQL ends no reader of the service instead. */
const LOCK_TIMEOUT = '300ms'

/**
 * Removes all documents and records a change of every record, as after a load by COPY.
 */
export function removeDocuments(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const tables = Object.values(DOCUMENTS).map(({ table }) => table)
    const changes = Object.keys(DOCUMENTS).map((list) => `SELECT record_change('${list}', NULL);`)
    const text = `BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; TRUNCATE ${tables.join(', ')}; ${changes.join(' ')} COMMIT`
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(text)
        return
      } catch (error) {
        // A reader that has read one of the tables waits for the other, and TRUNCATE for the reader.
        if ((error as { code?: string }).code !== '55P03' || tries === MAX_TRIES) throw error
        await client.query('ROLLBACK')
      }
    }
  })
}

/** The number of public artworks without a stored document. */
export async function countMissing(databaseUrl: string): Promise<number> {
  const [row] = await selectOnce<{ missing: number }>(
    databaseUrl,
    `SELECT ((SELECT count(*) FROM artworks WHERE is_public)
       - (SELECT count(*) FROM ${DOCUMENTS.artworks.table}))::integer AS missing`,
  )
  return row?.missing ?? 0
}

/** Ends all connections of the service. */
export function cutConnections(databaseUrl: string): Promise<void> {
  return runOnce(
    databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
}
