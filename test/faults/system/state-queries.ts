import { withClient } from '../../bench/database/bench-database-queries.ts'
import { DOCUMENTS } from '../../../src/resources.ts'
import { DATABASE, SERVICE_ROLE } from './database-queries.ts'

const TABLES = Object.values(DOCUMENTS).map(({ table }) => table)

/** Removes every second document, as while a process stores them. */
export function removeHalfOfDocuments(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    for (const table of TABLES) await client.query(`DELETE FROM ${table} WHERE id % 2 = 0`)
  })
}

/** The text of documents of other formats, which this release may not send. */
export const FOREIGN_DOCUMENT = '{"id": 0}'

/**
 * Changes a third of the documents to the format of an earlier release, and a third to that of a later one, with another
 * text.
 */
export function changeFormats(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    for (const table of TABLES) {
      const { rowCount } = await client.query(
        `UPDATE ${table} SET format = format + CASE id % 3 WHEN 1 THEN 1 ELSE -1 END,
           text = '${FOREIGN_DOCUMENT}' WHERE id % 3 > 0`,
      )
      if (!rowCount) throw new Error(`${table} has no document whose format could change.`)
    }
  })
}

/** Whether a connection of this name has a transaction with writes. */
export function isWriting(databaseUrl: string, applicationName: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE application_name = $1 AND backend_xid IS NOT NULL',
      [applicationName],
    )
    return rowCount !== 0
  })
}

/**
 * Replaces the service's database by a copy with changed records, which processes may have cached.
 * @param serverUrl of a superuser, connected to another database.
 */
export function replaceDatabase(serverUrl: string): Promise<void> {
  const other = `${DATABASE}_other`
  return withClient(serverUrl, async (client) => {
    // No connection may return until the copy is complete and the original is gone.
    await client.query(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`)
    await client.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${DATABASE}'`,
    )
    await client.query(`CREATE DATABASE ${other} OWNER ${SERVICE_ROLE} TEMPLATE ${DATABASE}`)
    await withClient(serverUrl.replace('/postgres?', `/${other}?`), async (copy) => {
      await copy.query(`UPDATE galleries SET name = name || ' again'`)
      await copy.query(`UPDATE artworks SET medium = 'Restored' WHERE id % 7 = 0`)
    })
    await client.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`)
    await client.query(`ALTER DATABASE ${other} RENAME TO ${DATABASE}`)
  })
}
