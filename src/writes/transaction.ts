import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRepeatable } from '../database/errors.ts'
import type { Database } from '../database/tables.ts'
import { textOf, type ResponseBody } from '../response-body.ts'
import { Problem, inputProblem } from '../problems/problem.ts'
import {
  deleteExpiredResponses,
  findResponse,
  insertResponse,
  tryLockKey,
  type OwnedKey,
} from './idempotency-queries.ts'

const NAME = 'Idempotency-Key'

const KEY = /^[ !#-~]{1,255}$/

/** An answer as it can be given again: all of it but what names the single request. */
export interface ReplayableResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
}

/** Which request this is, whoever sends it again. */
export interface RequestIdentity extends OwnedKey {
  /** Equal for equal requests; see requestFingerprint. */
  readonly fingerprint: Buffer
}

/** What is done in one go: a write, its answer, and the memory of it. */
export type Write<Answer> = (trx: Transaction<Database>) => Promise<Answer>

/** How often a transaction is run again that PostgreSQL has undone for the sake of another. */
const MOST_REPETITIONS = 3

const LONGEST_PAUSE_MS = 20

/**
 * Runs `write` in a transaction; when it throws, nothing is written. With an identity, the answer is
 * kept in the same transaction for 24 hours, and the same request is answered with it instead of
 * being run again (design: safe writes). So whoever never saw an answer can send the request again.
 * A deadlock or a serialization failure undoes all of it, and it is run again, three times at most.
 * @param isOver whether nobody waits for the answer any more: then nothing is written either.
 * @throws 409 while the first is still running, 422 when the key belongs to another request.
 */
export async function writeOnce<Answer extends ReplayableResponse>(
  db: Kysely<Database>,
  identity: RequestIdentity | undefined,
  write: Write<Answer>,
  isOver: () => boolean = () => false,
): Promise<Answer | ReplayableResponse> {
  const work: Write<Answer | ReplayableResponse> = async (trx) => {
    const answer = await (identity === undefined ? write(trx) : answerOnce(trx, identity, write))
    if (isOver()) throw new TooLate()
    return answer
  }
  for (let repetitions = 0; ; repetitions += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (repetitions === MOST_REPETITIONS || !isRepeatable(error) || isOver()) throw error
      // Not at the same moment as the other.
      await sleep(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}

class TooLate extends Error {
  constructor() {
    super('The request was answered before it was done')
    this.name = 'TooLate'
  }
}

async function answerOnce<Answer extends ReplayableResponse>(
  trx: Transaction<Database>,
  identity: RequestIdentity,
  write: Write<Answer>,
): Promise<Answer | ReplayableResponse> {
  const { fingerprint } = identity
  // Asked first: what ends in between is found, and what is found needs no lock to be repeated.
  const isAlone = await tryLockKey(trx, identity)
  const first = await findResponse(trx, identity)
  if (first !== undefined) {
    if (!fingerprint.equals(first.fingerprint)) throw keyOfAnother()
    return { status: first.status, headers: first.headers, body: first.body }
  }
  if (!isAlone) throw stillRunning()
  const answer = await write(trx)
  const { status, headers, body } = answer
  await insertResponse(trx, identity, {
    fingerprint,
    status,
    headers,
    body: textOf(body),
  })
  await deleteExpiredResponses(trx)
  return answer
}

/** Of the operation and the bytes of the body: a request that differs in a blank is another one. */
export function requestFingerprint(operationId: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${operationId}\n`).update(body).digest()
}

function stillRunning(): Problem {
  return new Problem(
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still running.',
  )
}

function keyOfAnother(): Problem {
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
    { parameter: NAME, detail: 'It must be 1 to 255 printable ASCII characters without quotes.' },
  ])
}
