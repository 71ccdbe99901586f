import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { components } from '../../generated/v1.ts'
import { isKeyActive } from '../auth/api-key-queries.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { Principal } from '../auth/principal.ts'
import type { RequestLine } from '../contract/request-lines.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { Problem, problemBody, toProblem } from '../problems/problem.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { retriedTransaction, type StorageAccount } from '../writes/transaction.ts'
import type { ListingFields, ListingKind, ListingTable } from './listing-kind.ts'
import { Pacing } from './pacing.ts'
import { writeItems, type BatchItem, type Outcome, type Scope } from './write-batch.ts'

type BatchResult = components['schemas']['BatchResult']
type BatchSummary = components['schemas']['BatchSummary']

/** A batch, and what its operation works with. */
export interface Batch {
  readonly lines: AsyncIterable<RequestLine>
  readonly isDryRun: boolean
  readonly isAtomic: boolean
  readonly principal: Principal
  readonly requestId: string
  /** Aborted when the client is gone: an atomic batch is then rolled back. */
  readonly signal?: AbortSignal | undefined
  /** The time for the work of an atomic batch, from its turn. */
  readonly atomicMs?: number
  readonly db: Kysely<Database>
  readonly urls: { readonly public: string; readonly media: string }
  /** The bytes that the sender may have stored; without it there is no limit. */
  readonly maxStoredBytes?: number | undefined
}

/** The lines that one transaction writes: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200
const GROUP_BYTES = 1024 * 1024

/** A group is written at the latest this long after its first line, so that a slow sender gets results. */
const GROUP_WAIT_MS = 100

/**
 * Batches take turns at the database, in the order in which their groups are ready. Each holds a connection of the pool and
 * a core only while it writes, never while it waits for its client. An atomic batch writes all its groups in one turn.
 */
const groupTurns = pLimit(2)
const atomicTurns = pLimit(1)

/** The lines of all atomic batches of this process that wait in memory for their last line or their turn. */
const MAX_HELD_BYTES = 96 * 1024 * 1024
let heldBytes = 0

/** An atomic batch of 10,000 artworks takes a few seconds. Its locks must not delay other writers much longer. */
const ATOMIC_MS = 60_000

/** The part of its time that an atomic batch has while another waits for its turn. */
const CONTENDED_SHARE = 1 / 3

/** A batch whose first lines all fail ends after so many of them: its sender has one error to correct, not 10,000. */
const MAX_FIRST_FAILURES = 1_000

/**
 * The `errors` of all results of a batch, in characters of JSON. Later results name their problem without them, so that the
 * response to a small batch is not many times as large.
 */
const MAX_ERRORS_LENGTH = 512 * 1024

/** As in the contract, ExternalId. In code points. */
const MAX_EXTERNAL_ID_LENGTH = 255

/** The outcome of a line before the batch is known to be written. */
interface LineOutcome {
  readonly no: number
  readonly externalId: string | null
  readonly outcome: Outcome
}

/**
 * Writes the lines of a batch while they arrive, in groups. Yields the result of each line, and then the summary.
 * A line that fails changes nothing and does not affect the others. When the database fails, or the key is no longer
 * valid, the summary says so: the lines without a result may or may not have been written.
 * @throws any unexpected error.
 */
export async function* writeBatch<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  batch: Batch,
): AsyncGenerator<BatchResult | BatchSummary> {
  const counts = { created: 0, changed: 0, unchanged: 0, removed: 0, failed: 0 }
  let lines = 0
  let problem: Problem | undefined
  let applied = !batch.isDryRun
  const created = new Set<number | undefined>()
  const pacing = new Pacing()
  let errorsLeft = MAX_ERRORS_LENGTH
  const resultOfLine = (line: LineOutcome, isWritten: boolean): BatchResult => {
    const { outcome } = line
    lines += 1
    counts[outcome.kind === 'absent' ? 'unchanged' : outcome.kind] += 1
    if (outcome.kind === 'created') created.add(outcome.id)
    const exists = isWritten || !created.has(outcome.id)
    const result = resultOf(batch, line, exists ? outcome.id : undefined, errorsLeft > 0)
    if (errorsLeft > 0) errorsLeft -= JSON.stringify(result.problem?.errors ?? '').length
    return result
  }
  try {
    if (batch.isAtomic) {
      const outcomes = await writeWhole(kind, batch, pacing)
      applied &&= outcomes.every(({ outcome }) => outcome.kind !== 'failed')
      for (const outcome of outcomes) {
        yield resultOfLine(outcome, applied)
        await pacing.pause()
      }
      requireSuccess(lines, counts.failed)
    } else {
      const scope = scopeOf(batch)
      for await (const group of groupsOf(batch.lines)) {
        const read = await readGroup<Fields>(kind, batch, group, pacing)
        let began = 0
        let requestsBefore = 0
        const outcomes = await groupTurns(() => {
          began = performance.now()
          requestsBefore = pacing.requestsSoFar()
          return writeGroup(kind, batch, read, scope)
        })
        const workMs = performance.now() - began
        for (const outcome of outcomes) {
          yield resultOfLine(outcome, applied)
          await pacing.pause()
        }
        await pacing.restAfter(workMs, requestsBefore)
        requireSuccess(lines, counts.failed)
      }
    }
  } catch (error) {
    problem = expectedProblem(error)
    if (batch.isAtomic) applied = false
  }
  yield summaryOf(batch, { lines, ...counts, applied }, problem)
}

/** @throws 400 when the first lines of a batch have all failed. */
function requireSuccess(lines: number, failed: number): void {
  if (lines < MAX_FIRST_FAILURES || failed < lines) return
  const detail = `The first ${lines} lines have all failed, so the batch ended after them. Correct the lines, and send all of them again.`
  throw new Problem('invalid_request', detail)
}

/** @throws the error if it is neither a problem nor a failure of the database. */
function expectedProblem(error: unknown): Problem {
  if (error instanceof Problem || isDatabaseUnavailable(error)) return toProblem(error)
  throw error
}

/**
 * @param id of a record that exists after the batch.
 * @param hasErrors whether the problem has `errors`.
 */
function resultOf(
  { urls, requestId }: Batch,
  { no, externalId, outcome: { kind, problem } }: LineOutcome,
  id: number | undefined,
  hasErrors: boolean,
): BatchResult {
  return {
    kind: 'result',
    line: no,
    external_id: externalId,
    status: problem?.status ?? STATUS[kind],
    id: id ?? null,
    ...(problem && {
      problem: problemBody(hasErrors ? problem : withoutErrors(problem), urls.public, requestId),
    }),
  }
}

function withoutErrors({ code, message }: Problem): Problem {
  return new Problem(code, message)
}

const STATUS = {
  created: 201,
  changed: 200,
  unchanged: 200,
  removed: 204,
  absent: 204,
  failed: 500,
}

function summaryOf(
  { urls, requestId }: Batch,
  numbers: Omit<BatchSummary, 'kind' | 'status' | 'problem'>,
  problem: Problem | undefined,
): BatchSummary {
  return {
    kind: 'summary',
    status: problem?.status ?? 200,
    ...numbers,
    ...(problem && { problem: problemBody(problem, urls.public, requestId) }),
  }
}

/**
 * Writes all lines in one transaction, which begins only when the last line has arrived.
 * @throws 503 when it takes too long, and the reason of `signal` when the client is gone; nothing is written then.
 */
async function writeWhole<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  batch: Batch,
  pacing: Pacing,
): Promise<LineOutcome[]> {
  let held = 0
  const hold = (group: readonly RequestLine[]): void => {
    const bytes = group.reduce((sum, { length }) => sum + length, 0)
    held += bytes
    heldBytes += bytes
    if (heldBytes > MAX_HELD_BYTES) throw tooManyHeld()
  }
  try {
    const { groups, areAllInvalid } = await readWhole(kind, batch, pacing, hold)
    if (areAllInvalid) return await invalidOutcomes(kind, batch, groups, pacing)
    return await atomicTurns(() => writeGroups(kind, batch, groups, pacing))
  } finally {
    heldBytes -= held
  }
}

function tooManyHeld(): Problem {
  const detail =
    'Too many atomic batches are being received. Nothing of this one was written. Send it later, or in parts.'
  return new Problem('overloaded', detail)
}

interface Whole {
  readonly groups: readonly (readonly RequestLine[])[]
  readonly areAllInvalid: boolean
}

/**
 * Reads and validates all lines of an atomic batch, or the first ones if these are all invalid. They are parsed again in the
 * transaction: their values would take several times the memory of their bytes.
 */
async function readWhole(
  kind: ListingTable,
  batch: Batch,
  pacing: Pacing,
  hold: (group: readonly RequestLine[]) => void,
): Promise<Whole> {
  const groups: (readonly RequestLine[])[] = []
  let read = 0
  let invalid = 0
  for await (const group of groupsOf(batch.lines)) {
    batch.signal?.throwIfAborted()
    hold(group)
    groups.push(group)
    for (const { problem } of await readGroup(kind, batch, group, pacing)) {
      read += 1
      if (problem !== undefined) invalid += 1
    }
    if (read === invalid && read >= MAX_FIRST_FAILURES) break
  }
  return { groups, areAllInvalid: read > 0 && read === invalid }
}

function writeGroups<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  batch: Batch,
  groups: readonly (readonly RequestLine[])[],
  pacing: Pacing,
): Promise<LineOutcome[]> {
  const requireTime = deadlineOf(batch)
  requireTime()
  const scope = scopeOf(batch)
  return scope(async (trx) => {
    const outcomes: LineOutcome[] = []
    for (const group of groups) {
      requireTime()
      const lines = await readGroup<Fields>(kind, batch, group, pacing, false)
      outcomes.push(...(await writeGroup(kind, batch, lines, savepoint(trx, requireTime))))
    }
    requireTime()
    if (outcomes.some(({ outcome }) => outcome.kind === 'failed')) throw new RolledBack(outcomes)
    return outcomes
  })
}

/** The outcomes of lines that are all invalid: no transaction is needed. */
async function invalidOutcomes(
  kind: ListingTable,
  batch: Batch,
  groups: readonly (readonly RequestLine[])[],
  pacing: Pacing,
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = []
  for (const group of groups) {
    for (const { no, externalId, problem } of await readGroup(kind, batch, group, pacing)) {
      outcomes.push({ no, externalId, outcome: { kind: 'failed', problem } })
    }
  }
  return outcomes
}

/**
 * Begins the time for the work of an atomic batch, at its turn: a batch loses no time while it waits for others.
 * @returns a function that throws when the work has to end.
 */
function deadlineOf({ signal, atomicMs = ATOMIC_MS }: Batch): () => void {
  const began = performance.now()
  return () => {
    signal?.throwIfAborted()
    const isContended = atomicTurns.pendingCount > 0
    const ms = isContended ? atomicMs * CONTENDED_SHARE : atomicMs
    if (performance.now() - began < ms) return
    const cause = isContended ? ', and other batches wait' : ''
    const detail = `The batch took longer than ${ms / 1_000} s${cause}. Nothing of it was written. Send it in parts.`
    throw new Problem('service_unavailable', detail)
  }
}

/** The result of work that is rolled back although it succeeded. */
class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('The transaction is rolled back')
    this.result = result
  }
}

function scopeOf({ db, isDryRun, principal, maxStoredBytes = Infinity }: Batch): Scope {
  const account = { userId: principal.userId, maxBytes: maxStoredBytes }
  return isDryRun ? rolledBack(db, account) : transaction(db, account)
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
  return (work) =>
    transaction(
      db,
      account,
    )(async (trx) => {
      throw new RolledBack(await work(trx))
    })
}

/**
 * A part of a transaction. Each run of a batch, and each part of a run that is written again, has one.
 * @param requireTime called before the work. It throws when the transaction has to end.
 */
function savepoint(trx: Kysely<Database>, requireTime: () => void): Scope {
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

/** Groups of lines. The input is read on only when the next group is wanted, so a fast sender waits. */
async function* groupsOf(lines: AsyncIterable<RequestLine>): AsyncGenerator<RequestLine[]> {
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
    // Lets go of the request, of which more may come. Not awaited: it waits for a line that is being read.
    reader.return?.().catch(() => {})
  }
}

/**
 * Checks the key of the sender in each group, because it can be revoked while a batch runs, or expire before the
 * transaction of the group begins.
 * @throws 401, which ends the batch.
 */
function withActiveKey({ keyId }: Principal, scope: Scope): Scope {
  return (work) =>
    scope(async (trx) => {
      const [isActive, result] = await together([isKeyActive(trx, keyId), work(trx)])
      if (!isActive) throw unauthorized()
      return result
    })
}

/** Parses and validates the lines of a group. */
async function readGroup<Fields extends ListingFields>(
  kind: ListingTable,
  { principal }: Batch,
  group: readonly RequestLine[],
  pacing: Pacing,
  mayRest = true,
): Promise<ReadLine<Fields>[]> {
  const read: ReadLine<Fields>[] = []
  for (const line of group) {
    read.push(readLine<Fields>(kind, line, principal))
    await pacing.pause(mayRest)
  }
  return read
}

/** Writes a group. @returns the outcomes in the order of the lines. */
async function writeGroup<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  { principal, urls, isAtomic }: Batch,
  read: readonly ReadLine<Fields>[],
  scope: Scope,
): Promise<LineOutcome[]> {
  const sender = { principal, urls, takesPlainSlugs: !isAtomic }
  const outcomes = new Map<BatchItem<Fields>, Outcome>()
  for (const items of withoutRepeats(read.flatMap(({ item }) => item ?? []))) {
    await writeItems(kind, items, sender, withActiveKey(principal, scope), outcomes)
  }
  return read.map(({ no, externalId, item, problem }) => ({
    no,
    externalId,
    outcome: (item && outcomes.get(item)) ?? { kind: 'failed', problem },
  }))
}

interface ReadLine<Fields> {
  readonly no: number
  readonly externalId: string | null
  readonly item?: BatchItem<Fields>
  readonly problem?: Problem
}

/** Parses a line: an item, or its problem. */
function readLine<Fields extends ListingFields>(
  kind: ListingTable,
  line: RequestLine,
  principal: Principal,
): ReadLine<Fields> {
  const { no } = line
  let externalId: string | null = null
  try {
    const value = line.parse()
    externalId = readableId(value['external_id'])
    line.requireValid(value)
    return { no, externalId, item: itemOf(kind, value as unknown as LineBody<Fields>, principal) }
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

/** The schemas ArtworkBatchLine and EventBatchLine. */
export interface LineBody<Fields> {
  readonly external_id: string
  readonly artwork?: Fields & { readonly gallery: number }
  readonly event?: Fields
  readonly patch?: Fields
  readonly gallery?: number
  readonly remove?: boolean
}

/** @param userId the author of a new event. @throws 400 for fields that contradict each other. */
export function itemOf<Fields extends ListingFields>(
  { noun, owner }: ListingTable,
  line: LineBody<Fields>,
  { userId }: Pick<Principal, 'userId'>,
): BatchItem<Fields> {
  const { external_id: externalId, patch, remove, artwork, gallery = artwork?.gallery } = line
  const actions = [line[noun], patch, remove || undefined].filter((each) => each !== undefined)
  if (actions.length !== 1) {
    const detail = `A line has one of ${noun}, patch, and remove with the value true.`
    throw invalidBody([{ pointer: '', detail }])
  }
  const change = { externalId, fields: line[noun] ?? patch, isPatch: patch !== undefined }
  if (owner === 'author_id') return { ...change, owner: userId }
  if (gallery === undefined) throw invalidBody([{ pointer: '/gallery', detail: 'It is required.' }])
  if (artwork !== undefined && gallery !== artwork.gallery) {
    const detail = 'It is for a line with patch or remove. The artwork names its gallery itself.'
    throw invalidBody([{ pointer: '/gallery', detail }])
  }
  return { ...change, owner: gallery }
}

/** Consecutive runs of items in which no listing occurs twice. */
function* withoutRepeats<Fields>(
  items: readonly BatchItem<Fields>[],
): Generator<BatchItem<Fields>[]> {
  let run: BatchItem<Fields>[] = []
  let seen = new Set<string>()
  for (const item of items) {
    const key = `${item.owner} ${item.externalId}`
    if (seen.has(key)) {
      yield run
      run = []
      seen = new Set()
    }
    seen.add(key)
    run.push(item)
  }
  yield run
}
