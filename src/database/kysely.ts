import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { codeOf } from './errors.ts'
import type { Database } from './tables.ts'

/**
 * The database of reads: neither a write nor a raw statement of Kysely compiles with it. A `Kysely` and a `Transaction`
 * are assignable to it, so writes can call the queries of reads.
 */
export interface DatabaseReader extends Pick<
  ReadonlyKysely<Database>,
  'selectFrom' | 'selectNoFrom'
> {
  /** Only `inSnapshot` calls it. */
  transaction(): ReadTransactionBuilder
}

/** The part of Kysely's builder of transactions that `inSnapshot` needs. Kysely's own one for reads is not assignable. */
interface ReadTransactionBuilder {
  setIsolationLevel(level: 'repeatable read'): ReadTransactionBuilder
  setAccessMode(mode: 'read only'): ReadTransactionBuilder
  execute<Result>(read: (snapshot: DatabaseReader) => Promise<Result>): Promise<Result>
}

/** Runs `read` in a read-only transaction whose queries share one snapshot. */
export function inSnapshot<Result>(
  db: DatabaseReader,
  read: (snapshot: DatabaseReader) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/** Each statement has its own snapshot: after taking a lock, it sees the commits of earlier holders. */
export function readCommitted<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('read committed').execute(work)
}

/**
 * The tag of a raw SELECT, which returns its rows in its order. It runs as a subquery, where any other statement is a
 * syntax error, and a WITH clause cannot write. It can lock rows, and call functions that write.
 */
export function selectRows(db: DatabaseReader) {
  return <Row>(...select: Parameters<typeof sql>): Promise<Row[]> =>
    db
      .selectFrom(sql`(${sql(...select)})`.as('selected'))
      .selectAll()
      .$castTo<Row>()
      .execute()
}

/**
 * Forces index scans for the rest of the transaction. They are the best plan for ranges of rows whose number the
 * planner overestimates, such as segments of the offset index.
 */
export async function planForRanges(trx: DatabaseReader): Promise<void> {
  const off = ['seqscan', 'sort', 'bitmapscan'].map((way) => `enable_${way}`)
  const settings = [...off, 'jit'].map((name) => `set_config('${name}', 'off', true)`)
  await selectRows(trx)`SELECT ${sql.raw(settings.join(', '))}`
}

/**
 * For `where('id', '=', anyOf(ids))`. Unlike `in`, it accepts an empty list, and the text of the query is the same for
 * any number of ids.
 */
export function anyOf<Id extends number | string>(ids: readonly Id[]): RawBuilder<Id> {
  return sql<Id>`any(${ids})`
}

/** PostgreSQL's text of a UTC timestamp: with a space and `+00`, or in JSON with `T` and `+00:00`. */
const POSTGRES_UTC = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00(?::00)?$/

/**
 * Rewrites a timestamp of PostgreSQL in the format of the contract: `2024-05-07T09:30:00.123456Z`,
 * without a fraction when the microseconds are zero. It works on text, so that no digit is lost.
 * @throws when the session's time zone is not UTC.
 */
export function timestampText(raw: string): string {
  const [, date, time, fraction] = POSTGRES_UTC.exec(raw) ?? []
  if (date === undefined || time === undefined) {
    throw new Error(`Not a UTC timestamp of PostgreSQL: ${raw}`)
  }
  return fraction === undefined ? `${date}T${time}Z` : `${date}T${time}.${fraction.padEnd(6, '0')}Z`
}

/** SQLSTATE of a statement in a transaction that has failed already. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * The results of queries of which none needs the result of another. They are sent without waiting for each other's
 * responses (pipelined-driver.ts). When one fails, this waits for the others, too: a query that is sent after the end
 * of its transaction would be a transaction of its own.
 * @throws the error that failed the transaction.
 */
export async function together<Results extends readonly unknown[]>(queries: {
  readonly [At in keyof Results]: Promise<Results[At]>
}): Promise<Results> {
  const settled = await Promise.allSettled(queries)
  const errors = settled.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  if (errors.length > 0) {
    throw errors.find((error) => codeOf(error) !== IN_FAILED_TRANSACTION) ?? errors[0]
  }
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never
}
