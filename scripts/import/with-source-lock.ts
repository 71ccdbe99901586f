import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { ImportError } from './import-error.ts'
import { tryLockSource, unlockSource } from './import-queries.ts'

/**
 * Runs `work` on one connection that holds the source's lock, so that two imports of one source do
 * not mix. The lock ends with the connection: nothing is left to tidy up after a crash.
 * @throws {ImportError} when another import has the lock.
 */
export function withSourceLock<Result>(
  db: Kysely<Database>,
  source: string,
  work: (session: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (session) => {
    if (!(await tryLockSource(session, source))) {
      throw new ImportError(
        `Another import of ${source} is running. Start again when it has ended.`,
      )
    }
    try {
      return await work(session)
    } finally {
      // On a broken connection there is no lock to give back.
      await unlockSource(session, source).catch(() => {})
    }
  })
}
