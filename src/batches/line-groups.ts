import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isKeyActive, requireUnrevokedKey } from '../auth/api-key-queries.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { Principal } from '../auth/principal.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { RequestLine } from '../contract/request-lines.ts'
import {
  isDatabaseUnavailable,
  isExternalIdTaken,
  isStorageFull,
  isTooMuchWork,
} from '../database/errors.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { Problem, toProblem } from '../problems/problem.ts'
import type { Pacing } from './pacing.ts'
import { rolledBack, transaction, type Scope } from './transactions.ts'

/** The input of an operation that writes a batch. */
export interface BatchRequest {
  readonly body: AsyncIterable<RequestLine>
  readonly query: { readonly dry_run: boolean; readonly atomic: boolean }
  readonly principal: Principal
  readonly requestId: string
  /** Undefined without a trace. */
  readonly traceId: string | undefined
  /** Aborted when the client is gone: an atomic batch is then rolled back. */
  readonly signal: AbortSignal | undefined
}

export interface BatchContext {
  readonly db: Kysely<Database>
  readonly urls: Urls
  /** The bytes that the sender may have stored; without it there is no limit. */
  readonly maxStoredBytes?: number | undefined
  /** The number of HTTP requests that the process has received. A batch rests while others come. */
  readonly requestsReceived: () => number
  /** The time for the work of an atomic batch, from its turn. */
  readonly maxAtomicMs?: number
}

/** The id of a gallery or an author. */
export type Owner = number | string

/** The kind of records that a batch writes. @typeParam Item what one line asks for. */
export interface BatchRecords<Item> {
  /** @param line valid by the contract. @throws 400 for fields that contradict each other. */
  itemOf(line: Readonly<Record<string, unknown>>): Item
  /** Those of the record before and after the item, which an item of the same record has in common with it. */
  keysOf(item: Item): readonly string[]
  /** Those to whom the record belongs before and after the item. */
  ownersOf(item: Item): readonly Owner[]
  /** @throws 403 when the sender may no longer write for one of them. */
  requireOwners(owners: Iterable<Owner>, trx: Kysely<Database>): Promise<void>
  /** Writes items of different records with a few statements for all of them. @throws when the database rejects one. */
  write(items: readonly Item[], trx: Kysely<Database>): Promise<ReadonlyMap<Item, Outcome>>
  /** The problem of an item that cannot be written. @throws the error if the item did not cause it. */
  problemOf(item: Item, error: unknown): Problem
}

/** The result of an item; `absent` for the removal of a record that does not exist. */
export interface Outcome {
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed' | 'absent' | 'failed'
  readonly id?: number | undefined
  readonly problem?: Problem | undefined
}

/** A batch while it runs. */
export interface Batch<Item> extends BatchRequest, BatchContext {
  readonly records: BatchRecords<Item>
  readonly pacing: Pacing
}

/** A line that is parsed: an item, or its problem. */
interface ReadLine<Item> {
  readonly no: number
  readonly externalId: string | null
  readonly item?: Item
  readonly problem?: Problem
}

/** The outcome of a line before the batch is known to be written. */
export interface LineOutcome {
  readonly no: number
  readonly externalId: string | null
  readonly outcome: Outcome
}

/** The lines that one transaction writes: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200
const GROUP_BYTES = 1024 * 1024

/** A group is written at the latest this long after its first line, so that a slow sender gets results. */
const GROUP_WAIT_MS = 100

/** Groups of lines. The input is read on only when the next group is wanted, so a fast sender waits. */
export async function* groupsOf(lines: AsyncIterable<RequestLine>): AsyncGenerator<RequestLine[]> {
  const reader = lines[Symbol.asyncIterator]()
  let next = reader.next()
  try {
    for (;;) {
      const group: RequestLine[] = []
      let bytes = 0
      let read: IteratorResult<RequestLine> | undefined = await next
      const timeout = new AbortController()
      const isLate = sleep(GROUP_WAIT_MS, undefined, { signal: timeout.signal }).catch(
        () => undefined,
      )
      while (read?.done === false) {
        group.push(read.value)
        bytes += read.value.length
        next = reader.next()
        next.catch(() => {})
        if (group.length === GROUP_LINES || bytes >= GROUP_BYTES) break
        // A limit of the input ends the group, too. Its error is thrown after the group.
        read = await Promise.race([next, isLate]).catch(() => undefined)
      }
      timeout.abort()
      if (group.length > 0) yield group
      if (read?.done === true) return
    }
  } finally {
    // Stops reading a request that has more lines. Not awaited: it waits for the line that is being read.
    reader.return?.().catch(() => {})
  }
}

/** As in the contract, ExternalId. In code points. */
const MAX_EXTERNAL_ID_LENGTH = 255

/** Parses and validates the lines of a group. */
export async function readGroup<Item>(
  { records, pacing }: Batch<Item>,
  group: readonly RequestLine[],
  mayRest = true,
): Promise<ReadLine<Item>[]> {
  const read: ReadLine<Item>[] = []
  for (const line of group) {
    read.push(readLine(records, line))
    await pacing.pause(mayRest)
  }
  return read
}

function readLine<Item>(records: BatchRecords<Item>, line: RequestLine): ReadLine<Item> {
  const { no } = line
  let externalId: string | null = null
  try {
    const value = line.parse()
    externalId = readableId(value['external_id'])
    line.requireValid(value)
    return { no, externalId, item: records.itemOf(value) }
  } catch (error) {
    if (error instanceof Problem) return { no, externalId, problem: error }
    throw error
  }
}

/** The external id of a line that may be invalid. */
function readableId(value: unknown): string | null {
  return typeof value === 'string' && Array.from(value).length <= MAX_EXTERNAL_ID_LENGTH
    ? value
    : null
}

/**
 * The transactions of a batch, which count for the storage of its sender. Each checks the key at its end, because it may have
 * been revoked meanwhile.
 * @throws 401, which ends the batch.
 */
export function batchTransaction({
  db,
  query,
  principal: { keyId, userId },
  maxStoredBytes: maxBytes = Infinity,
}: Batch<unknown>): Scope {
  const account = { userId, maxBytes }
  const scope = query.dry_run ? rolledBack(db, account) : transaction(db, account)
  return (work) =>
    scope(async (trx) => {
      const result = await work(trx)
      await requireUnrevokedKey(trx, keyId)
      return result
    })
}

/**
 * Writes a group. Yields the outcomes of each part of it as soon as the part is written, in the order of the lines: all of
 * them can take longer than a client or its proxy waits.
 */
export async function* writeGroup<Item>(
  { records, principal, pacing }: Batch<Item>,
  lines: readonly ReadLine<Item>[],
  scope: Scope,
): AsyncGenerator<LineOutcome[]> {
  const activeScope = withActiveKey(principal, scope)
  const items = lines.flatMap(({ item }) => item ?? [])
  let begin = 0
  for (const run of withoutRepeats(records, items)) {
    for await (const outcomes of writeItems(records, run, activeScope, pacing)) {
      const end = lines.findLastIndex(({ item }) => item && outcomes.has(item)) + 1
      yield lineOutcomes(lines.slice(begin, end), outcomes)
      begin = end
    }
  }
  if (begin < lines.length) yield lineOutcomes(lines.slice(begin), new Map())
}

function lineOutcomes<Item>(
  lines: readonly ReadLine<Item>[],
  outcomes: ReadonlyMap<Item, Outcome>,
): LineOutcome[] {
  return lines.map(({ no, externalId, item, problem }) => ({
    no,
    externalId,
    outcome: (item && outcomes.get(item)) ?? { kind: 'failed', problem },
  }))
}

/** Consecutive runs of items in which no record occurs twice. */
function* withoutRepeats<Item>(
  records: BatchRecords<Item>,
  items: readonly Item[],
): Generator<Item[]> {
  let run: Item[] = []
  let seen = new Set<string>()
  for (const item of items) {
    const keys = records.keysOf(item)
    if (keys.some((key) => seen.has(key))) {
      yield run
      run = []
      seen = new Set()
    }
    for (const key of keys) seen.add(key)
    run.push(item)
  }
  yield run
}

/**
 * Writes items, each as a whole or not at all, and yields the outcomes of each part. When the database rejects a part, each half
 * of it is written in a transaction of its own, until the rejected item is alone. So is each half of a part for which a
 * statement takes too long. The later parts are not larger then, because items of a group mostly have texts of the same kind.
 * After a long silence it is written one by one instead, because many parts can take too long, one after the other.
 * @param items no two of the same record.
 * @throws errors that are not due to an item.
 */
export async function* writeItems<Item>(
  records: BatchRecords<Item>,
  items: readonly Item[],
  scope: Scope,
  pacing: Pick<Pacing, 'isSilent'>,
): AsyncGenerator<ReadonlyMap<Item, Outcome>> {
  let most = items.length
  const waiting = items.length === 0 ? [] : [items]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const written = part.length > most ? undefined : await writeTogether(records, part, scope)
    if (written instanceof Map) {
      yield written
      continue
    }
    const size = pacing.isSilent ? 1 : Math.ceil(part.length / 2)
    if (written === 'too much work') most = size
    waiting.push(part.slice(size), part.slice(0, size))
  }
}

/** The outcomes, or why nothing is written of several items. */
async function writeTogether<Item>(
  records: BatchRecords<Item>,
  items: readonly Item[],
  scope: Scope,
): Promise<ReadonlyMap<Item, Outcome> | 'rejected' | 'too much work'> {
  try {
    const write = () => scope((trx) => records.write(items, trx))
    // Another batch has just created one of the records: the second attempt finds it.
    return await write().catch((error: unknown) => {
      if (isExternalIdTaken(error)) return write()
      throw error
    })
  } catch (error) {
    if (isStorageFull(error)) throw toProblem(error)
    const [first, ...others] = items
    if (others.length > 0 && isTooMuchWork(error)) return 'too much work'
    if (isDatabaseUnavailable(error) || endsBatch(error)) throw error
    if (first === undefined || others.length > 0) return 'rejected'
    return new Map([[first, { kind: 'failed', problem: records.problemOf(first, error) }]])
  }
}

/** Whether the key of the sender is no longer valid, or the time of the batch is over. */
function endsBatch(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (error.code === 'unauthorized' || error.code === 'service_unavailable')
  )
}

/**
 * Checks the key of the sender for each part, because it can be revoked while a batch runs, or expire before the transaction
 * begins.
 * @throws 401, which ends the batch.
 */
function withActiveKey(principal: Principal, scope: Scope): Scope {
  return (work) =>
    scope(async (trx) => {
      const [, result] = await together([requireActiveKey(principal, trx), work(trx)])
      return result
    })
}

/** @throws 401 when the key of the sender is no longer valid. */
async function requireActiveKey({ keyId }: Principal, trx: Kysely<Database>): Promise<void> {
  if (!(await isKeyActive(trx, keyId))) throw unauthorized()
}
