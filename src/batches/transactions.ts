import { sql, type Kysely } from 'kysely'
import { isKeyActive } from '../auth/api-key-queries.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { Principal } from '../auth/principal.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { BatchContext, BatchRequest } from './batch-request.ts'
import { retriedTransaction, type StorageAccount } from '../writes/transaction.ts'

/** Runs work as a whole: when the work throws, nothing of it is written. */
export type Scope = <Result>(work: (trx: Kysely<Database>) => Promise<Result>) => Promise<Result>

/** The result of work that is rolled back although it succeeded. */
export class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('The transaction is rolled back')
    this.result = result
  }
}

/**
 * Commits, except for work that ends with RolledBack.
 * @param account whose storage the work counts for; nobody's without it.
 */
export function transaction(db: Kysely<Database>, account?: StorageAccount): Scope {
  return async <Result>(work: (trx: Kysely<Database>) => Promise<Result>) => {
    try {
      return await retriedTransaction(db, work, account)
    } catch (error) {
      if (error instanceof RolledBack) return error.result as Result
      throw error
    }
  }
}

/** Runs work without an effect. */
export function rolledBack(db: Kysely<Database>, account?: StorageAccount): Scope {
  const scope = transaction(db, account)
  return (work) =>
    scope(async (trx) => {
      throw new RolledBack(await work(trx))
    })
}

/** The transactions of a batch, which count for the storage of its sender. */
export function batchTransaction({
  db,
  query,
  principal: { userId },
  maxStoredBytes: maxBytes = Infinity,
}: Pick<BatchRequest & BatchContext, 'db' | 'query' | 'principal' | 'maxStoredBytes'>): Scope {
  const account = { userId, maxBytes }
  return query.dry_run ? rolledBack(db, account) : transaction(db, account)
}

/**
 * A part of a transaction.
 * @param requireTime called before the work. It throws when the transaction has to end.
 */
export function savepoint(trx: Kysely<Database>, requireTime: () => void): Scope {
  return async (work) => {
    requireTime()
    await sql`SAVEPOINT batch_group`.execute(trx)
    try {
      const result = await work(trx)
      await sql`RELEASE SAVEPOINT batch_group`.execute(trx)
      return result
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT batch_group`.execute(trx)
      await sql`RELEASE SAVEPOINT batch_group`.execute(trx)
      throw error
    }
  }
}

/**
 * Checks the key of the sender in each transaction, because it can be revoked while a batch runs, or expire before the
 * transaction begins.
 * @throws 401, which ends the batch.
 */
export function withActiveKey({ keyId }: Principal, scope: Scope): Scope {
  return (work) =>
    scope(async (trx) => {
      const [isActive, result] = await together([isKeyActive(trx, keyId), work(trx)])
      if (!isActive) throw unauthorized()
      return result
    })
}
