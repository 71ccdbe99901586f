import { sql, type Kysely } from 'kysely'
import { codeOf } from '../database/errors.ts'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'

/** An idempotency key belongs to its sender: the same text from another user is another key. */
export interface OwnedKey {
  readonly ownerId: string
  readonly key: string
}

export interface StoredResponse {
  readonly fingerprint: Buffer
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const isRetained = sql<boolean>`created_at > now() - interval '24 hours'`

/** SQLSTATE of `claim_idempotency_key` (src/database/schema/2-writing.sql). */
const KEY_CLAIMED = 'IK001'

/**
 * Claims a key until the end of the transaction.
 * @throws an error that `isKeyClaimed` accepts when another transaction has claimed it or a response is stored.
 */
export async function claimKey(trx: Kysely<Database>, { ownerId, key }: OwnedKey): Promise<void> {
  await sql`select claim_idempotency_key(${ownerId}, ${key})`.execute(trx)
}

export function isKeyClaimed(error: unknown): boolean {
  return codeOf(error) === KEY_CLAIMED
}

export function findResponse(
  trx: DatabaseReader,
  { ownerId, key }: OwnedKey,
): Promise<StoredResponse | undefined> {
  return trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', key)
    .where(isRetained)
    .executeTakeFirst()
}

/** A row without its body: the key, the fingerprint, the headers, and the entries of two indexes. */
export const ROW_BYTES = 1_024

interface StoredResponses {
  /** Before compression by PostgreSQL. */
  readonly bytes: number
  /** Until the oldest is forgotten. */
  readonly seconds: number
}

/** The size of a user's responses that are retained. It reads no body: their lengths are stored beside them. */
export async function selectStored(db: DatabaseReader, ownerId: string): Promise<StoredResponses> {
  const rows = await selectRows(db)<StoredResponses>`
    SELECT coalesce(sum(octet_length(body) + ${ROW_BYTES}::integer), 0)::double precision AS bytes,
      coalesce(ceil(extract(epoch FROM min(created_at) + interval '24 hours' - now())), 0)::integer AS seconds
    FROM idempotency_keys WHERE owner_id = ${ownerId} AND ${isRetained}`
  return rows[0] as StoredResponses
}

/** Overwrites an expired response. */
export async function insertResponse(
  trx: Kysely<Database>,
  { ownerId, key }: OwnedKey,
  { fingerprint, status, headers, body }: StoredResponse,
): Promise<void> {
  const response = { fingerprint, status, headers: JSON.stringify(headers), body }
  await trx
    .insertInto('idempotency_keys')
    .values({ owner_id: ownerId, idempotency_key: key, ...response })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'idempotency_key'])
        .doUpdateSet({ ...response, created_at: sql<string>`now()` }),
    )
    .execute()
}

const DELETE_BATCH = 200

/** @returns whether there may be more to delete. */
export async function deleteExpiredResponses(trx: Kysely<Database>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM idempotency_keys WHERE NOT ${isRetained}
      LIMIT ${DELETE_BATCH}::integer FOR UPDATE SKIP LOCKED
    ))`.execute(trx)
  return numAffectedRows === BigInt(DELETE_BATCH)
}
