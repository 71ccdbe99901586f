import pg from 'pg'
import {
  connectClient,
  reportLost,
  responseTimeoutMs,
  type ClientOptions,
} from '../../database/pool.ts'
import { isServerLost } from '../../database/errors.ts'
import type { Statement, Rows } from '../../database/statement.ts'

/** A connection is cut after this time if the server does not react to Terminate. */
const CLOSE_TIMEOUT_MS = 200

/**
 * These settings force the known best plan of the reads. The statements are prepared for any values, so missing or skewed table
 * statistics must not lead to another plan.
 */
const PLANNER_SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

/**
 * The statements of scans are planned for their values: the best plan depends on the length of the list. Most of the pages that
 * they read are in memory, so an index is worth more than PostgreSQL assumes by default. It would compare each row of a page in
 * the making with each of a materialized list. A scan takes one processor only. Where it does not expect that a hash table of
 * ids has room, it would read all ids again for each row.
 */
const SCAN_SETTINGS = [
  'plan_cache_mode=force_custom_plan',
  'random_page_cost=1.1',
  'enable_material=off',
  'max_parallel_workers_per_gather=0',
  'work_mem=64MB',
  'jit=off',
]

/** Each batch reads one snapshot. */
const TRANSACTION_SETTINGS = [
  'default_transaction_isolation=repeatable\\ read',
  'default_transaction_read_only=on',
]

const BEGIN: Statement = {
  name: '',
  text: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  values: [],
}

const COMMIT: Statement = { name: '', text: 'COMMIT', values: [] }

export interface ConnectionOptions extends ClientOptions {
  /** For reads whose cost grows with the length of a list. */
  readonly isForScans?: boolean
}

export interface PipelinedConnection {
  /** Sends a batch at once, behind earlier ones: one snapshot, one round trip. */
  send(statements: readonly Statement[]): Promise<readonly Rows[]>
  isOpen(): boolean
  /** Batches in flight fail. */
  close(): Promise<void>
}

/**
 * Opens a connection that sends batches in pipeline mode (PostgreSQL documentation, "Message Flow", section
 * "Pipelining"). A batch that exceeds the statement timeout and a margin destroys the connection.
 */
export async function openPipelinedConnection(
  options: ConnectionOptions,
): Promise<PipelinedConnection> {
  const { isPooled = false, isForScans = false, statementTimeoutMs } = options
  const plannerSettings = isForScans ? SCAN_SETTINGS : PLANNER_SETTINGS
  const client = await connectClient(options, [...TRANSACTION_SETTINGS, ...plannerSettings])
  const settings = setForTransaction([
    ...plannerSettings,
    `statement_timeout=${statementTimeoutMs}`,
  ])
  const timeouts = watchBatchTimeouts(responseTimeoutMs(options), (batch) => {
    batch.handleError(new Error('Query read timeout'))
    client.connection.stream.destroy()
  })
  let isOpen = true
  const markClosed = (): void => {
    isOpen = false
  }
  client.on('error', markClosed).on('end', markClosed)
  const prepared = new Set<string>()
  return {
    send: (statements) =>
      new Promise((resolve, reject) => {
        const sent = isPooled ? inTransaction(statements, settings) : statements
        const batch = new Batch(sent, prepared, (error, results) => {
          timeouts.end()
          if (error === undefined) {
            // Without the results of BEGIN, the settings and COMMIT.
            resolve(isPooled ? results.slice(2, -1) : results)
            return
          }
          if (isServerLost(error)) reportLost(options)
          reject(error)
        })
        timeouts.begin(batch)
        client.query(batch)
      }),
    isOpen: () => isOpen,
    async close() {
      const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS)
      await client.end()
      clearTimeout(timer)
    },
  }
}

/**
 * Several prepared statements with one Sync message behind them: PostgreSQL runs them in one transaction and
 * sends all results together. Values are in text format in both directions. It extends pg.Query, because `pg`
 * pipelines only its own queries.
 */
export class Batch extends pg.Query implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #prepared: Set<string>
  readonly #results: Row[][] = []
  #rows: Row[] = []
  #isDone = false
  readonly #done: (error: Error | undefined, results: readonly Rows[]) => void

  /**
   * @param prepared names of the statements that this connection has parsed; the batch adds its own.
   * @param done called when the batch is complete, and at once when the connection breaks.
   */
  constructor(
    statements: readonly Statement[],
    prepared: Set<string>,
    done: (error: Error | undefined, results: readonly Rows[]) => void,
  ) {
    // pg.Query copies a config object property by property for each query; a string avoids that.
    super('')
    this.#statements = statements
    this.#prepared = prepared
    this.#done = done
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    for (const { name, text, values } of this.#statements) {
      if (!this.#prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true)
        // The next Parse message replaces the unnamed statement.
        if (name !== '') this.#prepared.add(name)
      }
      connection.bind(
        { statement: name, values: values.map((value) => value?.toString() ?? null) },
        true,
      )
      connection.execute({ rows: '0' }, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  handleReadyForQuery(): void {
    this.#end(undefined)
  }

  #end(error: Error | undefined): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#done(error, this.#results)
  }
}

type Row = (string | null)[]

interface BatchTimeouts {
  /** Adds a batch behind those in flight. */
  begin(batch: Batch): void
  /** Removes the oldest batch: it has its results, or has failed. */
  end(): void
}

/**
 * Watches the batches in flight with one timer. One timer for each batch, as `pg` has it, kept the rows of the
 * batch in memory until the next full garbage collection (src/docs/performance.md).
 * @param timeoutMs undefined for no timeout.
 * @param onTimeout called with the oldest batch when the server does not complete it in time.
 */
function watchBatchTimeouts(
  timeoutMs: number | undefined,
  onTimeout: (batch: Batch) => void,
): BatchTimeouts {
  const inFlight: { readonly batch: Batch; readonly until: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const check = (): void => {
    timer = undefined
    const [oldest] = inFlight
    if (oldest === undefined) return
    if (oldest.until > performance.now()) checkAt(oldest.until)
    else onTimeout(oldest.batch)
  }
  const checkAt = (at: number): void => {
    timer ??= setTimeout(check, at - performance.now()).unref()
  }
  return {
    begin(batch) {
      if (timeoutMs === undefined) return
      const until = performance.now() + timeoutMs
      inFlight.push({ batch, until })
      checkAt(until)
    },
    end() {
      inFlight.shift()
    },
  }
}

/**
 * The statements for a transaction pooler: an explicit transaction with its settings, in the same pipeline. All
 * statements are unnamed, because the next transaction may run on another server connection.
 */
function inTransaction(statements: readonly Statement[], settings: Statement): Statement[] {
  const unnamed = statements.map(({ text, values }) => ({ name: '', text, values }))
  return [BEGIN, settings, ...unnamed, COMMIT]
}

/** Sets `name=value` pairs of postgresql.conf for the current transaction. */
function setForTransaction(settings: readonly string[]): Statement {
  const pairs = settings.map((setting) => setting.split('='))
  const calls = pairs.map(([name = '', value = '']) => `set_config('${name}', '${value}', true)`)
  return { name: '', text: `SELECT ${calls.join(', ')}`, values: [] }
}
