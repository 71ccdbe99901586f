import { REQUEST_DEADLINE_MS } from '../../database/pool.ts'
import { DatabaseBusy } from '../../database/errors.ts'
import type { Rows, Statement } from '../../database/statement.ts'
import {
  openPipelinedConnection,
  type ConnectionOptions,
  type PipelinedConnection,
} from './pipelined-connection.ts'
import { scanTurns } from './scan-turns.ts'
import { telemetry, type Part, type Span } from '../../telemetry/telemetry.ts'
import type { LocalState } from '../local-state.ts'
import type { SortOrder } from '../sort-orders.ts'
import type { FragmentKey } from '../documents/fragment-cache.ts'
import {
  loadFragments,
  type LoadedFragments,
  type FragmentSources,
} from '../documents/fragment-loader.ts'
import { OffsetIndex } from '../offset-index/offset-index.ts'
import { anchorsIn, anchorsStatement } from '../offset-index/index-queries.ts'
import {
  DATABASE_ID,
  SNAPSHOT_PROBE,
  probedSnapshot,
  type ChangeLogSlice,
} from '../../changes/change-log-queries.ts'

/** Maximum number of stale fragments that a batch reloads for later reads, so that its own reads are hardly delayed. */
const MAX_STALE_FRAGMENTS = 16

/** The fragments of a page that misses more are loaded by several batches. */
const MAX_LOADED_FRAGMENTS = 512

/**
 * Records per batch, unless a single read needs more. A limit lets the database read one batch while this
 * process assembles the responses of another (src/docs/performance.md has the measurements).
 */
const MAX_RECORDS = 72

/** Batches in flight: PostgreSQL executes one while the results of the earlier ones are on their way. */
const MAX_BATCHES = 3

const CLOSING = new Error('The service is closing.')

export interface SchedulerOptions extends ConnectionOptions, FragmentSources {}

/** A read that waits for the next batch. */
export interface QueuedRead {
  /** Maximum number of records that it returns. */
  readonly records: number
  /** Sort orders whose offset index it needs: the batch loads those that are not in the local state. */
  readonly orders: readonly SortOrder[]
  /** Fragments that it found missing. */
  readonly fragments: readonly FragmentKey[]
  /** Whether the batch loads them even if they are cached: a change that the batch sees removes them from the cache. */
  readonly reloads?: boolean
  /** Clients take turns, if the reads are scans. Undefined for the service itself. */
  readonly client?: string | undefined
  /** Its statements, planned with the local state as it is before the batch. */
  statements(state: LocalState): readonly Statement[]
  /** Called with the results, after the local state was brought to the snapshot of these results. */
  accept(results: readonly Rows[], state: LocalState): void
  reject(error: unknown): void
}

/** A queued read and its time of arrival (performance.now()). */
interface QueueEntry {
  readonly read: QueuedRead
  readonly client: string | undefined
  readonly since: number
  /** The request that waits; undefined while nothing is traced. */
  readonly span: Span | undefined
}

type OnRevalidated = (error?: unknown) => void

export interface BatchScheduler {
  /** Number of reads in the queue. */
  waiting(): number
  /** Number of reads enqueued since the start. */
  enqueued(): number
  /** Adds a read to the next batch; it may be enqueued again when it needs more. */
  enqueue(read: QueuedRead): void
  /** Calls `done` once the local state includes all commits before this call, or with an error. */
  revalidate(done: OnRevalidated): void
  close(): Promise<void>
}

/**
 * Request coalescing (as in DataLoader): combines all queued reads into batches over one pipelined connection.
 * A batch is one transaction with one snapshot, which is taken after its reads were enqueued. So a read sees
 * everything that any process committed before the read was enqueued.
 */
export function startBatchScheduler(options: SchedulerOptions, state: LocalState): BatchScheduler {
  // Behind a transaction pooler each batch is its own transaction. PgBouncer reassigns the server connection when a
  // transaction ends, so two batches in flight could receive each other's rows, or another client's. Scans in flight would
  // only wait for each other.
  const isOneByOne = options.isPooled === true || options.isForScans === true
  const maxBatches = isOneByOne ? 1 : MAX_BATCHES
  const turns = options.isForScans === true ? scanTurns() : undefined
  let connection: PipelinedConnection | undefined
  let connecting: Promise<PipelinedConnection> | undefined
  let databaseId: string | null | undefined
  let queue: QueueEntry[] = []
  let revalidations: OnRevalidated[] = []
  let enqueued = 0
  let inFlight = 0
  let isScheduled = false
  let isClosed = false

  const schedule = (): void => {
    if (isScheduled || inFlight === maxBatches) return
    isScheduled = true
    // setImmediate: reads that arrive in the same turn of the event loop share the batch.
    setImmediate(startBatches)
  }

  const startBatches = (): void => {
    isScheduled = false
    rejectExpired()
    // A revalidation alone waits for the batches in flight, and then shares one probe with the others.
    while (
      (inFlight < maxBatches && queue.length > 0) ||
      (inFlight === 0 && revalidations.length > 0)
    ) {
      inFlight += 1
      if (turns !== undefined) queue = turns.inOrder(queue)
      // So that a long scan fails alone.
      const size = turns === undefined ? batchSize(queue) : 1
      const entries = queue.slice(0, size)
      const callbacks = revalidations
      queue = queue.slice(entries.length)
      revalidations = []
      void runBatch(entries, callbacks)
    }
  }

  /** The requests of these reads have timed out and got their response. */
  const rejectExpired = (): void => {
    const oldest = performance.now() - REQUEST_DEADLINE_MS
    const expired = queue.filter(({ since }) => since < oldest)
    if (expired.length === 0) return
    queue = queue.filter(({ since }) => since >= oldest)
    for (const { read } of expired) read.reject(new DatabaseBusy())
  }

  const runBatch = async (
    entries: readonly QueueEntry[],
    callbacks: readonly OnRevalidated[],
  ): Promise<void> => {
    const reads = entries.map(({ read }) => read)
    const began = performance.now()
    const end = (): void => {
      inFlight -= 1
      for (const entry of entries) turns?.record(entry, performance.now() - began)
    }
    let used: PipelinedConnection | undefined
    try {
      const open = connected()
      used = open instanceof Promise ? await open : open
      const isCurrent = reads.length === 0 && (await isUpToDate(used, state))
      const result = isCurrent ? undefined : await readBatch(used, entries, state, options)
      if (used !== connection) throw new Error('Connection terminated while it was read from')
      if (result !== undefined) applyResult(result, state)
      end()
      // PostgreSQL executes the next batch while the responses of this one are assembled. But a scan is followed by others of its
      // request, which may have the next turn.
      if (turns === undefined) startBatches()
      else schedule()
      for (const done of callbacks) done()
      if (result === undefined) return
      for (const [at, read] of reads.entries()) settle(read, result.results[at] ?? [], result)
    } catch (error) {
      end()
      void disconnect(used)
      // No connection: fail every queued read.
      if (used === undefined) rejectQueue(error)
      failRevalidations(error)
      startBatches()
      for (const done of callbacks) done(error)
      for (const read of reads) read.reject(error)
    }
  }

  const connected = (): PipelinedConnection | Promise<PipelinedConnection> => {
    if (connection?.isOpen() === true) return connection
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const connect = async (): Promise<PipelinedConnection> => {
    const opened = await openPipelinedConnection(options)
    // The local state is kept over a reconnect to the same database of the same server: a slice of the change log has all
    // changes since the last one. Discarded here already, so that the first reads after a crash are not planned in vain.
    const [[[id] = []] = []] = await opened.send([DATABASE_ID])
    if (id !== databaseId) state.invalidate()
    databaseId = id
    connection = opened
    if (isClosed) await disconnect(opened)
    return opened
  }

  const disconnect = async (broken: PipelinedConnection | undefined): Promise<void> => {
    if (broken === undefined || connection !== broken) return
    connection = undefined
    await broken.close().catch(() => {})
  }

  const rejectQueue = (error: unknown): void => {
    const rejected = queue
    queue = []
    for (const { read } of rejected) read.reject(error)
  }

  /** A request with a failed revalidation falls back to a full read, unless it has waited too long. */
  const failRevalidations = (error: unknown): void => {
    const failed = revalidations
    revalidations = []
    for (const done of failed) done(error)
  }

  /** A fragment that fails mapping or validation fails only the reads that need it. */
  const settle = (read: QueuedRead, results: readonly Rows[], { fragments }: BatchResult): void => {
    try {
      const rejected = read.fragments.map((key) => fragments.rejected.get(key)).find(Boolean)
      if (rejected === undefined) read.accept(results, state)
      else read.reject(rejected)
    } catch (error) {
      read.reject(error)
    }
  }

  return {
    waiting: () => queue.length,
    enqueued: () => enqueued,
    enqueue(read) {
      if (isClosed) return read.reject(CLOSING)
      enqueued += 1
      queue.push(queueEntry(read))
      schedule()
    },
    revalidate(done) {
      if (isClosed) return done(CLOSING)
      revalidations.push(done)
      schedule()
    },
    async close() {
      isClosed = true
      await disconnect(connection)
    },
  }
}

/** The same scheduler for the scans of a client. */
export function ofClient(
  { enqueue, ...scheduler }: BatchScheduler,
  client: string | undefined,
): BatchScheduler {
  return { ...scheduler, enqueue: (read) => enqueue({ ...read, client }) }
}

/** The results of statements that need no local state, in a batch that also loads fragments. */
export function readAlone(
  scheduler: BatchScheduler,
  statements: readonly Statement[],
  fragments: readonly FragmentKey[] = [],
): Promise<readonly Rows[]> {
  return new Promise((accept, reject) => {
    const read = { records: 0, orders: [], fragments, statements: () => statements }
    scheduler.enqueue({ ...read, accept, reject })
  })
}

/**
 * A read handles its results in the context of its own request, not in that of the batch. AsyncLocalStorage.bind would do the
 * same, but the garbage collector took 0.15 ms a page for the resources that it makes.
 */
function queueEntry(read: QueuedRead): QueueEntry {
  const since = performance.now()
  const started = telemetry
  const { client } = read
  if (started === undefined) return { read, client, since, span: undefined }
  const span = started.current()
  const accept: QueuedRead['accept'] = (results, state) =>
    started.run(span, () => read.accept(results, state))
  const statements: QueuedRead['statements'] = (state) => read.statements(state)
  return { read: { ...read, statements, accept }, client, since, span }
}

/** How many queued reads fit into one batch; at least one. */
function batchSize(queue: readonly QueueEntry[]): number {
  let records = 0
  const next = queue.findIndex(({ read }) => (records += read.records) > MAX_RECORDS)
  return next === -1 ? queue.length : Math.max(1, next)
}

/** Everything that one batch has read, in one snapshot. */
interface BatchResult {
  readonly changes: ChangeLogSlice
  /** By read and statement. */
  readonly results: readonly (readonly Rows[])[]
  readonly offsetIndexes: ReadonlyMap<SortOrder, Rows>
  readonly fragments: LoadedFragments
}

/** Probes whether the local state is current, at three quarters of the cost of reading the change log. */
async function isUpToDate(connection: PipelinedConnection, state: LocalState): Promise<boolean> {
  if (!state.changes.canProbe) return false
  const [probe = []] = await connection.send([SNAPSHOT_PROBE])
  return state.changes.isCurrent(probedSnapshot(probe))
}

/**
 * Sends in one pipeline: the read of the change log, loads of missing offset indexes and fragments, and the
 * statements of the queued reads.
 * @throws when the connection breaks, or does not respond in time.
 */
async function readBatch(
  connection: PipelinedConnection,
  entries: readonly QueueEntry[],
  state: LocalState,
  sources: FragmentSources,
): Promise<BatchResult> {
  const reads = entries.map(({ read }) => read)
  const log = state.changes.nextRead()
  const orders = missing(reads, 'orders', (order) => state.offsetIndex(order) !== undefined)
  const keys = missing(reads, 'fragments', (key, { reloads }) => {
    return reloads !== true && state.fragments.has(key)
  })
  const needed = keys.slice(0, MAX_LOADED_FRAGMENTS)
  const prefetched = needed.flatMap((key) => state.fragments.neighbours(key))
  const loaded = [...needed, ...prefetched].slice(0, MAX_LOADED_FRAGMENTS)
  const loads = loadFragments([...loaded, ...state.takeStale(MAX_STALE_FRAGMENTS)], sources)
  const statements = reads.map((read) => read.statements(state))
  const sent = [
    log.statement,
    ...orders.map(anchorsStatement),
    ...loads.statements,
    ...statements.flat(),
  ]
  const responses = (): Promise<readonly Rows[]> => connection.send(sent)
  const received = await (telemetry?.inSpan(batchPart(sent, entries), responses) ?? responses())
  let position = 0
  const next = (count: number): readonly Rows[] => received.slice(position, (position += count))
  const [changes = []] = next(1)
  const anchors = next(orders.length)
  return {
    changes: log.slice(changes),
    offsetIndexes: new Map(orders.map((order, at) => [order, anchors[at] ?? []])),
    fragments: loads.read(next(loads.statements.length)),
    results: statements.map(({ length }) => next(length)),
  }
}

/** Below the first request that waits for the batch, with links to the others. */
function batchPart(sent: readonly Statement[], entries: readonly QueueEntry[]): Part {
  return {
    name: 'batch of reads',
    isQuery: true,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.batch.size': sent.length,
      'db.query.summary': [...new Set(sent.map(({ name }) => name))].join(', '),
    },
    waiting: [...new Set(entries.map(({ span }) => span))],
  }
}

/** The distinct keys of all reads that are not in the local state. */
function missing<Field extends 'orders' | 'fragments'>(
  reads: readonly QueuedRead[],
  field: Field,
  isLoaded: (key: QueuedRead[Field][number], read: QueuedRead) => boolean,
): QueuedRead[Field][number][] {
  const keys = new Set<QueuedRead[Field][number]>()
  for (const read of reads) for (const key of read[field]) if (!isLoaded(key, read)) keys.add(key)
  return [...keys]
}

/** Brings the local state to the snapshot of the batch. */
function applyResult({ changes, offsetIndexes, fragments }: BatchResult, state: LocalState): void {
  state.apply(changes)
  for (const [order, rows] of offsetIndexes)
    state.setOffsetIndex(order, new OffsetIndex(anchorsIn(rows)))
  for (const [key, text] of fragments.texts) state.fragments.set(key, text)
}
