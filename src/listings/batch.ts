import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import type { RequestLine } from '../contract/request-lines.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Database } from '../database/tables.ts'
import { Problem, problemBody, toProblem } from '../problems/problem.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { retriedTransaction } from '../writes/transaction.ts'
import type { ListingFields, ListingKind, ListingTable } from './listing-kind.ts'
import { writeItems, type BatchItem, type Outcome, type Scope } from './write-batch.ts'

type BatchAnswer = components['schemas']['BatchAnswer']
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
  /** The time for the work of an atomic batch, after its last line. */
  readonly atomicMs?: number
  readonly db: Kysely<Database>
  readonly urls: { readonly public: string; readonly media: string }
}

/** The lines that one transaction writes: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200
const GROUP_BYTES = 1024 * 1024

/** A group is written when its next line does not arrive in this time, so that a slow sender gets answers. */
const GROUP_WAIT_MS = 100

/** An atomic batch of 10,000 artworks takes a few seconds. Its locks must not delay other writers much longer. */
const ATOMIC_MS = 60_000

/**
 * While other requests come, a batch rests after each group, this many times as long as it has worked. Without rests, a
 * batch takes most of a small machine from readers; with them, it takes a fifth at most.
 */
const REST_FACTOR = 4

/** The HTTP requests that this process has received. */
let requests = 0
subscribe('http.server.request.start', () => {
  requests += 1
})

/** The answer to a line before the batch is known to be written. */
interface LineOutcome {
  readonly no: number
  readonly externalId: string | null
  readonly outcome: Outcome
}

/**
 * Writes the lines of a batch while they arrive, in groups. Yields the answer to each line, and then the summary.
 * A line that fails changes nothing and does not affect the others. When the database fails, the summary says so: the
 * lines without an answer may or may not have been written.
 * @throws any unexpected error.
 */
export async function* writeBatch<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  batch: Batch,
): AsyncGenerator<BatchAnswer> {
  const counts = { created: 0, changed: 0, unchanged: 0, removed: 0, failed: 0 }
  let lines = 0
  let problem: Problem | undefined
  let applied = !batch.isDryRun
  const answer = ({ no, externalId, outcome }: LineOutcome, isWritten: boolean): BatchAnswer => {
    lines += 1
    counts[outcome.kind === 'absent' ? 'unchanged' : outcome.kind] += 1
    return answerOf(batch, { no, externalId, outcome }, isWritten)
  }
  try {
    if (batch.isAtomic) {
      const outcomes = await writeWhole(kind, batch)
      applied &&= outcomes.every(({ outcome }) => outcome.kind !== 'failed')
      for (const outcome of outcomes) yield answer(outcome, applied)
    } else {
      for await (const group of groupsOf(batch.lines)) {
        const scope = batch.isDryRun ? rolledBack(batch.db) : transaction(batch.db)
        const began = performance.now()
        const requestsBefore = requests
        const outcomes = await writeGroup(kind, batch, group, scope)
        const workMs = performance.now() - began
        for (const outcome of outcomes) yield answer(outcome, applied)
        if (requests > requestsBefore) await sleep(workMs * REST_FACTOR)
      }
    }
  } catch (error) {
    problem = expectedProblem(error)
    if (batch.isAtomic) applied = false
  }
  yield summaryOf(batch, { lines, ...counts, applied }, problem)
}

/** @throws the error if it is neither a problem nor a failure of the database. */
function expectedProblem(error: unknown): Problem {
  if (error instanceof Problem || isDatabaseUnavailable(error)) return toProblem(error)
  throw error
}

function answerOf(
  { urls, requestId }: Batch,
  { no, externalId, outcome }: LineOutcome,
  isWritten: boolean,
): BatchAnswer {
  const { kind, problem, id } = outcome
  const known = isWritten || kind !== 'created' ? id : undefined
  return {
    line: no,
    external_id: externalId,
    status: problem?.status ?? STATUS[kind],
    id: known ?? null,
    ...(problem && { problem: problemBody(problem, urls.public, requestId) }),
  }
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
  summary: BatchSummary,
  problem: Problem | undefined,
): BatchAnswer {
  return {
    line: null,
    external_id: null,
    status: problem?.status ?? 200,
    id: null,
    ...(problem && { problem: problemBody(problem, urls.public, requestId) }),
    summary,
  }
}

/**
 * Writes all lines in one transaction, which begins only when the last line has arrived.
 * @throws 503 when it takes too long, and the reason of `signal` when the client is gone; nothing is written then.
 */
async function writeWhole<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  batch: Batch,
): Promise<LineOutcome[]> {
  const groups: RequestLine[][] = []
  for await (const group of groupsOf(batch.lines)) groups.push(group)
  const scope = batch.isDryRun ? rolledBack(batch.db) : transaction(batch.db)
  const requireTime = deadlineOf(batch)
  return scope(async (trx) => {
    const outcomes: LineOutcome[] = []
    for (const group of groups) {
      requireTime()
      outcomes.push(...(await writeGroup(kind, batch, group, savepoint(trx))))
    }
    requireTime()
    if (outcomes.some(({ outcome }) => outcome.kind === 'failed')) throw new RolledBack(outcomes)
    return outcomes
  })
}

/** Begins the time for the work of an atomic batch. @returns a function that throws when the work has to end. */
function deadlineOf({ signal, atomicMs = ATOMIC_MS }: Batch): () => void {
  const end = performance.now() + atomicMs
  return () => {
    signal?.throwIfAborted()
    if (performance.now() < end) return
    const detail = `The batch took longer than ${atomicMs / 1_000} s. Nothing of it was written. Send it in parts.`
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

/** Commits, except for work that ends with RolledBack. */
export function transaction(db: Kysely<Database>): Scope {
  return async <Result>(work: (trx: Kysely<Database>) => Promise<Result>) => {
    try {
      return await retriedTransaction(db, work)
    } catch (error) {
      if (error instanceof RolledBack) return error.result as Result
      throw error
    }
  }
}

/** Runs work without an effect. */
export function rolledBack(db: Kysely<Database>): Scope {
  return (work) =>
    transaction(db)(async (trx) => {
      throw new RolledBack(await work(trx))
    })
}

function savepoint(trx: Kysely<Database>): Scope {
  return async (work) => {
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
  let group: RequestLine[] = []
  let bytes = 0
  let next = reader.next()
  for (;;) {
    const timeout = new AbortController()
    const isLate = sleep(GROUP_WAIT_MS, 'late' as const, timeout)
    let read: IteratorResult<RequestLine> | 'late'
    try {
      read = await (group.length > 0 ? Promise.race([next, isLate]) : next)
    } catch (error) {
      // The lines before the limit are written.
      if (error instanceof Problem && group.length > 0) yield group
      throw error
    }
    timeout.abort()
    isLate.catch(() => {})
    const line = read === 'late' || read.done === true ? undefined : read.value
    if (line !== undefined) {
      group.push(line)
      bytes += line.length
    }
    const isFull = group.length === GROUP_LINES || bytes >= GROUP_BYTES
    if (group.length > 0 && (isFull || line === undefined)) {
      yield group
      group = []
      bytes = 0
    }
    if (read === 'late') continue
    if (read.done === true) return
    next = reader.next()
  }
}

/** Parses and writes a group. @returns the outcomes in the order of the lines. */
async function writeGroup<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  { principal, urls }: Batch,
  group: readonly RequestLine[],
  scope: Scope,
): Promise<LineOutcome[]> {
  const read = group.map((line) => readLine<Fields>(kind, line, principal))
  const sender = { principal, mediaUrl: urls.media }
  const outcomes = new Map<BatchItem<Fields>, Outcome>()
  for (const items of withoutRepeats(read.flatMap(({ item }) => item ?? []))) {
    await writeItems(kind, items, sender, scope, outcomes)
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
    const read = line.read() as unknown as LineBody<Fields>
    externalId = read.external_id
    return { no, externalId, item: itemOf(kind, read, principal) }
  } catch (error) {
    if (error instanceof Problem) return { no, externalId, problem: error }
    throw error
  }
}

/** The schemas ArtworkBatchLine and EventBatchLine. */
export interface LineBody<Fields> {
  readonly external_id: string
  readonly artwork?: Fields & { readonly gallery: number }
  readonly event?: Fields
  readonly gallery?: number
  readonly remove?: boolean
}

/** @param userId the author of a new event. @throws 400 for fields that contradict each other. */
export function itemOf<Fields extends ListingFields>(
  { noun, owner }: ListingTable,
  line: LineBody<Fields>,
  { userId }: Pick<Principal, 'userId'>,
): BatchItem<Fields> {
  const { external_id: externalId, remove, artwork, gallery = artwork?.gallery } = line
  const fields = line[noun]
  if ((fields === undefined) !== (remove === true)) {
    const detail = `A line has either ${noun}, or remove with the value true.`
    throw invalidBody([{ pointer: '', detail }])
  }
  if (owner === 'author_id') return { externalId, owner: userId, fields }
  if (gallery === undefined) throw invalidBody([{ pointer: '/gallery', detail: 'It is required.' }])
  if (artwork !== undefined && gallery !== artwork.gallery) {
    const detail = 'It is for a line with remove. The artwork names its gallery itself.'
    throw invalidBody([{ pointer: '/gallery', detail }])
  }
  return { externalId, owner: gallery, fields }
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
