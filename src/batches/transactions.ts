import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { telemetry } from '../telemetry/telemetry.ts'
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
      const done = (): Promise<Result> => retriedTransaction(db, work, account)
      return await (telemetry?.inSpan({ name: 'group of lines', isQuery: false }, done) ?? done())
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
