import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { requireUnrevokedKey } from '../auth/api-key-queries.ts'
import { isRetryable } from '../database/errors.ts'
import { readCommitted, together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { lengthOf, textOf, type ResponseBody } from '../response-body.ts'
import { Problem, inputProblem } from '../problems/problem.ts'
import {
  claimKey,
  findResponse,
  insertResponse,
  isKeyClaimed,
  type OwnedKey,
  type StoredResponse,
} from './idempotency-queries.ts'
import { exhaustedBudget, recordStored } from './replay-budget.ts'

const HEADER_NAME = 'Idempotency-Key'

const KEY = /^[ !#-~]{1,255}$/

/** The parts of a response that a retry gets again: not the headers of one request, such as X-Request-Id. */
export interface ReplayableResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
}

/** Identifies a request and its retries. */
export interface RequestIdentity extends OwnedKey {
  /** Equal for equal requests; see requestFingerprint. */
  readonly fingerprint: Buffer
}

/** The user of a transaction, whose stored bytes have a limit (src/database/schema/9-storage.sql). */
export interface StorageAccount {
  readonly userId: string
  /** Infinity for no limit. */
  readonly maxBytes: number
}

/** The sender of a write. */
export interface Sender extends StorageAccount {
  readonly keyId: number
}

/** A write and the response to it, in one transaction. */
export type Write<Result> = (trx: Transaction<Database>) => Promise<Result>

/** Retries after an error that `isRetryable` accepts. */
const MAX_RETRIES = 3

const MAX_BACKOFF_MS = 20

/** More than any database holds. */
const NO_LIMIT = String(2n ** 63n - 1n)

/**
 * Runs `write` in a transaction; when it throws, nothing is written. With an identity, the response is
 * stored in the same transaction for 24 hours, and a retry of the request gets that response instead of
 * running again. So a client that never saw a response can safely retry.
 * After a deadlock, a serialization failure or an outdated prepared statement, the transaction is retried, three
 * times at most.
 * @param hasTimedOut whether the request has timed out; the transaction is then rolled back.
 * @param sender whose storage the write counts for, and whose key must not be revoked meanwhile; nobody's without it.
 * @throws 401 when the API key has been revoked, 403 when the sender has no room for the write, 409 while the first request
 *   is running, 422 when the idempotency key belongs to another request, 429 when no more responses of the user are stored.
 */
export async function writeOnce<Result extends ReplayableResponse>(
  db: Kysely<Database>,
  identity: RequestIdentity | undefined,
  write: Write<Result>,
  hasTimedOut: () => boolean = () => false,
  sender?: Sender,
): Promise<Result | ReplayableResponse> {
  const problem = identity && (await exhaustedBudget(db, identity.ownerId))
  if (identity !== undefined && problem !== undefined) {
    const stored = await findResponse(db, identity)
    if (stored === undefined) throw problem
    return replay(stored, identity)
  }
  try {
    return await retried(() => writeAndStore(db, identity, write, hasTimedOut, sender), hasTimedOut)
  } catch (error) {
    if (identity === undefined || !isKeyClaimed(error)) throw error
    return replay(await findResponse(db, identity), identity)
  }
}

/** Checks the key again and stores the response along with COMMIT, which is sent without waiting for their results. */
async function writeAndStore<Result extends ReplayableResponse>(
  db: Kysely<Database>,
  identity: RequestIdentity | undefined,
  write: Write<Result>,
  hasTimedOut: () => boolean,
  sender: Sender | undefined,
): Promise<Result> {
  let ending: Promise<unknown> | undefined
  const work: Write<Result> = async (trx) => {
    // The claim is sent first: when it fails, PostgreSQL rejects the statements of the write.
    const [, written] = await together([claim(trx, identity), write(trx)])
    if (hasTimedOut()) throw new TimedOut()
    ending = together([checkKey(trx, sender), storeResponse(trx, identity, written)])
    // Awaited below, also when COMMIT fails first.
    ending.catch(() => {})
    return written
  }
  let response: Result
  try {
    response = await inTransaction(db, sender, work)
  } finally {
    // COMMIT of a failed transaction tells only that it was rolled back, so an error of these statements comes first.
    await ending
  }
  if (identity !== undefined) recordStored(identity.ownerId, lengthOf(response.body))
  return response
}

/**
 * Runs `work` in a transaction. After a deadlock, a serialization failure or an outdated prepared statement, the
 * transaction is retried, three times at most.
 * @param account whose storage the work counts for; nobody's without it.
 */
export function retriedTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
  account?: StorageAccount,
): Promise<Result> {
  return retried(() => inTransaction(db, account, work))
}

async function retried<Result>(
  attempt: () => Promise<Result>,
  hasTimedOut: () => boolean = () => false,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === MAX_RETRIES || !isRetryable(error) || hasTimedOut()) throw error
      // A random backoff, so that the competing transactions do not collide again.
      await sleep(Math.random() * MAX_BACKOFF_MS)
    }
  }
}

function inTransaction<Result>(
  db: Kysely<Database>,
  account: StorageAccount | undefined,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return readCommitted(db, async (trx) => {
    const [, result] = await together([prepareTransaction(trx, account), work(trx)])
    return result
  })
}

/**
 * Names the user for whose storage the transaction counts, and lets PostgreSQL plan each prepared statement once for each
 * connection, also those of triggers, until ANALYZE or a change of a table. By default, it plans statements with arrays
 * anew for each run, because it takes an array of unknown length for a long one. That took a fifth of PostgreSQL's time
 * for a POST.
 */
async function prepareTransaction(
  trx: Transaction<Database>,
  account: StorageAccount | undefined,
): Promise<void> {
  const isLimited = account !== undefined && account.maxBytes !== Infinity
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('storage.user_id', ${account?.userId ?? ''}, true),
    set_config('storage.limit', ${isLimited ? String(account.maxBytes) : NO_LIMIT}, true)`.execute(
    trx,
  )
}

class TimedOut extends Error {
  constructor() {
    super('The request timed out before its transaction ended')
    this.name = 'TimedOut'
  }
}

async function claim(
  trx: Transaction<Database>,
  identity: RequestIdentity | undefined,
): Promise<void> {
  if (identity !== undefined) await claimKey(trx, identity)
}

/** The stored response to a request. @throws 409 without one: the first request is still running. */
function replay(
  stored: StoredResponse | undefined,
  { fingerprint }: RequestIdentity,
): ReplayableResponse {
  if (stored === undefined) throw stillRunning()
  if (!fingerprint.equals(stored.fingerprint)) throw keyReused()
  const headers = { ...stored.headers, 'idempotent-replayed': 'true' }
  return { status: stored.status, headers, body: stored.body }
}

async function checkKey(trx: Transaction<Database>, sender: Sender | undefined): Promise<void> {
  if (sender !== undefined) await requireUnrevokedKey(trx, sender.keyId)
}

async function storeResponse(
  trx: Transaction<Database>,
  identity: RequestIdentity | undefined,
  { status, headers, body }: ReplayableResponse,
): Promise<void> {
  if (identity === undefined) return
  const stored = { fingerprint: identity.fingerprint, status, headers, body: textOf(body) }
  await insertResponse(trx, identity, stored)
}

/** Hashes the operation and the bytes of the body: even one different space makes it another request. */
export function requestFingerprint(operationId: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${operationId}\n`).update(body).digest()
}

function stillRunning(): Problem {
  return new Problem(
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still running.',
  )
}

function keyReused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Take a new one.',
  )
}

/**
 * The text of the header, with or without the quotes that a structured field has (RFC 9651, section
 * 3.3.3); undefined when there is none.
 * @throws 400 when it is empty, longer than 255 characters, or not printable ASCII without quotes.
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const key = isQuoted ? text.slice(1, -1) : text
  if (KEY.test(key)) return key
  throw inputProblem('invalid_request', [
    {
      parameter: HEADER_NAME,
      detail: 'It must be 1 to 255 printable ASCII characters without quotes.',
    },
  ])
}
