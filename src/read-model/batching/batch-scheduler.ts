import { REQUEST_DEADLINE_MS, type ClientOptions } from '../../database/pool.ts'
import { DatabaseBusy } from '../../database/errors.ts'
import type { Rows } from './statement.ts'
import type { QueuedRead } from './queued-read.ts'
import { openPipelinedConnection, type PipelinedConnection } from './pipelined-connection.ts'
import type { LocalState } from '../change-log/local-state.ts'
import type { SortOrder } from '../sort-orders.ts'
import {
  loadFragments,
  type LoadedFragments,
  type FragmentSources,
} from '../documents/fragment-loader.ts'
import { OffsetIndex } from '../offset-index/offset-index.ts'
import { anchorsIn, anchorsStatement } from '../offset-index/index-queries.ts'
import {
  FIRST_SNAPSHOT,
  changesSince,
  SNAPSHOT_PROBE,
  probedSnapshot,
  changeLogSlice,
  type ChangeLogSlice,
} from '../change-log/change-log-queries.ts'

/** What has changed is read for those who come next, but none of a round waits long for it. */
const MOST_OUTDATED = 16

/**
 * Records of one round, unless one reader alone wants more. With fewer than all that wait for theirs,
 * the database reads for some while answers are put together for others (decisions.md has the figures).
 */
const MOST_RECORDS = 72

/** Rounds under way: while one is read from the database, those before are on their way here. */
const MOST_ROUNDS = 3

/**
 * Behind a pooler each round is a transaction by itself. One that is sent before the last has ended can get
 * rows of it, or others get them: PgBouncer gives the server's connection on at the end of a transaction.
 */
const MOST_POOLED_ROUNDS = 1

export interface SchedulerOptions extends ClientOptions, FragmentSources {}

const CLOSING = new Error('The service is closing.')

/** A reader that no round has taken yet, and when it came, in the time of performance.now(). */
interface Waiting {
  readonly want: QueuedRead
  readonly since: number
}

type OnRevalidated = (error?: unknown) => void

export interface BatchScheduler {
  /** How many readers no round has taken yet. */
  waiting(): number
  /** How many readers have come. */
  enqueued(): number
  /** Serves the reader in the next round; it may come again with more. */
  enqueue(want: QueuedRead): void
  /** Calls back once the memory is as new as the call, or with why it cannot be. */
  revalidate(done: OnRevalidated): void
  close(): Promise<void>
}

/**
 * Serves all readers that wait, together, round after round, over one connection. A round is one
 * transaction that sees one snapshot, taken after its readers had asked: whatever was committed
 * before they did, by whomever, they see.
 */
export function startBatchScheduler(options: SchedulerOptions, memory: LocalState): BatchScheduler {
  const mostRounds = options.isPooled === true ? MOST_POOLED_ROUNDS : MOST_ROUNDS
  let connection: PipelinedConnection | undefined
  let connecting: Promise<PipelinedConnection> | undefined
  let waiting: Waiting[] = []
  let refreshing: OnRevalidated[] = []
  let joined = 0
  let running = 0
  let isScheduled = false
  let isClosed = false

  const connect = async (): Promise<PipelinedConnection> => {
    // Another server may answer now, which need not have all that the last one had.
    memory.invalidate()
    const opened = await openPipelinedConnection(options)
    connection = opened
    if (isClosed) await disconnect(opened)
    return opened
  }

  const connected = (): PipelinedConnection | Promise<PipelinedConnection> => {
    if (connection?.isOpen() === true) return connection
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const disconnect = async (broken: PipelinedConnection | undefined): Promise<void> => {
    if (broken === undefined || connection !== broken) return
    connection = undefined
    await broken.close().catch(() => {})
  }

  /** Their requests have been answered by now. */
  const dismissLate = (): void => {
    const latest = performance.now() - REQUEST_DEADLINE_MS
    while ((waiting[0]?.since ?? Infinity) < latest)
      waiting.shift()?.want.reject(new DatabaseBusy())
  }

  /** Where there is no connection to be had, nobody who waits would fare better. */
  const dismissReaders = (error: unknown): void => {
    const dismissed = waiting
    waiting = []
    for (const { want } of dismissed) want.reject(error)
  }

  /** They can go the whole way, if they have not waited for long. */
  const dismissRefreshing = (error: unknown): void => {
    const dismissed = refreshing
    refreshing = []
    for (const done of dismissed) done(error)
  }

  const begin = (): void => {
    isScheduled = false
    dismissLate()
    // Who wants nothing but the news can wait for those that are under way, and share the next.
    while (
      (running < mostRounds && waiting.length > 0) ||
      (running === 0 && refreshing.length > 0)
    ) {
      running += 1
      const wants = waiting.slice(0, fitting(waiting)).map(({ want }) => want)
      const refreshed = refreshing
      waiting = waiting.slice(wants.length)
      refreshing = []
      void serve(wants, refreshed)
    }
  }

  const schedule = (): void => {
    if (isScheduled || running === mostRounds) return
    isScheduled = true
    // After all that arrived together with this one has joined as well.
    setImmediate(begin)
  }

  const serve = async (
    wants: readonly QueuedRead[],
    refreshed: readonly OnRevalidated[],
  ): Promise<void> => {
    let used: PipelinedConnection | undefined
    try {
      const open = connected()
      used = open instanceof Promise ? await open : open
      const isAllKnown = wants.length === 0 && (await isUpToDate(used, memory))
      const outcome = isAllKnown ? undefined : await readBatch(used, wants, memory, options)
      if (used !== connection) throw new Error('Connection terminated while it was read from')
      if (outcome !== undefined) applyResult(outcome, memory)
      running -= 1
      // The database goes on with others while the answers of this round are put together.
      begin()
      for (const done of refreshed) done()
      if (outcome !== undefined) settleAll(wants, outcome)
    } catch (error) {
      running -= 1
      void disconnect(used)
      if (used === undefined) dismissReaders(error)
      dismissRefreshing(error)
      begin()
      for (const done of refreshed) done(error)
      for (const want of wants) want.reject(error)
    }
  }

  const settleAll = (wants: readonly QueuedRead[], outcome: BatchResult): void => {
    for (const [at, want] of wants.entries()) settle(want, outcome.results[at] ?? [], outcome)
  }

  const settle = (want: QueuedRead, answers: readonly Rows[], { fragments }: BatchResult): void => {
    try {
      const refused = want.fragments.map((name) => fragments.rejected.get(name)).find(Boolean)
      if (refused === undefined) want.accept(answers, memory)
      else want.reject(refused)
    } catch (error) {
      want.reject(error)
    }
  }

  return {
    waiting: () => waiting.length,
    enqueued: () => joined,
    enqueue(want) {
      if (isClosed) return want.reject(CLOSING)
      joined += 1
      waiting.push({ want, since: performance.now() })
      schedule()
    },
    revalidate(done) {
      if (isClosed) return done(CLOSING)
      refreshing.push(done)
      schedule()
    },
    async close() {
      isClosed = true
      await disconnect(connection)
    },
  }
}

/** How many of those who wait fit into one round: one at least. */
function fitting(waiting: readonly Waiting[]): number {
  let records = 0
  const next = waiting.findIndex(({ want }) => (records += want.records) > MOST_RECORDS)
  return next === -1 ? waiting.length : Math.max(1, next)
}

/** What one round has read, all of it in one snapshot. */
interface BatchResult {
  readonly changes: ChangeLogSlice
  /** By want and ask. */
  readonly results: readonly (readonly Rows[])[]
  readonly offsetIndexes: ReadonlyMap<SortOrder, Rows>
  readonly fragments: LoadedFragments
}

/**
 * Whether the memory is up to the moment of the call, for three quarters of what it takes to ask for the
 * news.
 */
async function isUpToDate(connection: PipelinedConnection, memory: LocalState): Promise<boolean> {
  if (memory.snapshot === undefined || memory.snapshot.ended !== undefined) return false
  const [glance = []] = await connection.send([SNAPSHOT_PROBE])
  return memory.isCurrent(probedSnapshot(glance))
}

/**
 * Asks in one go for what has changed, for what the memory lacks, and for what the readers want.
 * @throws when the connection breaks, or is silent for too long.
 */
async function readBatch(
  connection: PipelinedConnection,
  wants: readonly QueuedRead[],
  memory: LocalState,
  sources: FragmentSources,
): Promise<BatchResult> {
  const { snapshot } = memory
  const tracks = missing(wants, 'orders', (name) => memory.offsetIndex(name) !== undefined)
  const parts = missing(wants, 'fragments', (name) => memory.fragments.has(name))
  const wanted = parts.flatMap((name) => memory.fragments.neighbours(name))
  const loads = loadFragments([...wanted, ...memory.takeStale(MOST_OUTDATED)], sources)
  const asks = wants.map((want) => want.statements(memory))
  const answers = await connection.send([
    snapshot === undefined ? FIRST_SNAPSHOT : changesSince(snapshot),
    ...tracks.map(anchorsStatement),
    ...loads.statements,
    ...asks.flat(),
  ])
  let taken = 0
  const take = (count: number): readonly Rows[] => answers.slice(taken, (taken += count))
  const [news = []] = take(1)
  const waypoints = take(tracks.length)
  return {
    changes: changeLogSlice(news, snapshot),
    offsetIndexes: new Map(tracks.map((name, at) => [name, waypoints[at] ?? []])),
    fragments: loads.read(take(loads.statements.length)),
    results: asks.map(({ length }) => take(length)),
  }
}

function missing<Of extends 'orders' | 'fragments'>(
  wants: readonly QueuedRead[],
  what: Of,
  isThere: (name: QueuedRead[Of][number]) => boolean,
): QueuedRead[Of][number][] {
  const names = new Set<QueuedRead[Of][number]>()
  for (const want of wants) for (const name of want[what]) if (!isThere(name)) names.add(name)
  return [...names]
}

/** Brings the memory to the snapshot of the round. */
function applyResult({ changes, offsetIndexes, fragments }: BatchResult, memory: LocalState): void {
  memory.apply(changes)
  for (const [name, rows] of offsetIndexes)
    memory.setOffsetIndex(name, new OffsetIndex(anchorsIn(rows)))
  for (const [name, text] of fragments.texts) memory.fragments.set(name, text)
}
