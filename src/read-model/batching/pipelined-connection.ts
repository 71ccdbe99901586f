import pg from 'pg'
import { connectClient, responseTimeoutMs, type ClientOptions } from '../../database/pool.ts'
import { isResponseTimeout } from '../../database/errors.ts'
import type { Statement, Rows } from './statement.ts'

/**
 * Several prepared statements sent in one go, with one Sync behind them: PostgreSQL runs them in one
 * transaction, and the answers come in one go (PostgreSQL, message flow, pipelining). Values go and
 * come as PostgreSQL's text. It is a Query, for only those can follow each other without waiting.
 */
export class Batch extends pg.Query implements pg.Submittable {
  readonly #asks: readonly Statement[]
  readonly #prepared: Set<string>
  readonly #answers: Row[][] = []
  #rows: Row[] = []
  #isOver = false
  readonly #done: (error: Error | undefined, answers: readonly Rows[]) => void

  /**
   * @param prepared the statements that this connection knows already; what is sent is added.
   * @param done called when the batch is over, and at once when the connection breaks.
   */
  constructor(
    asks: readonly Statement[],
    prepared: Set<string>,
    done: (error: Error | undefined, answers: readonly Rows[]) => void,
  ) {
    // Not as an object, which it would copy property by property each time.
    super('')
    this.#asks = asks
    this.#prepared = prepared
    this.#done = done
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    for (const { name, text, values } of this.#asks) {
      if (!this.#prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true)
        // What has no name is gone with the next.
        if (name !== '') this.#prepared.add(name)
      }
      connection.bind({ statement: name, values: values.map(textOf) }, true)
      connection.execute({ rows: '0' }, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {
    this.#answers.push(this.#rows)
    this.#rows = []
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  handleReadyForQuery(): void {
    this.#end(undefined)
  }

  #end(error: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#done(error, this.#answers)
  }
}

const BEGIN: Statement = {
  name: '',
  text: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  values: [],
}

const COMMIT: Statement = { name: '', text: 'COMMIT', values: [] }

export interface PipelinedConnection {
  /** All in one snapshot and one round trip; it is sent at once, behind what was asked before. */
  send(asks: readonly Statement[]): Promise<readonly Rows[]>
  isOpen(): boolean
  /** Whatever is still asked fails. */
  close(): Promise<void>
}

/** For a server that is not heard of. */
const LEAVE_WITHIN_MS = 200

/**
 * What is read here has one right plan, which is known, and statements are prepared for any values:
 * what PostgreSQL would guess of tables that it has not looked at yet is left out of account.
 */
const SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

/** So that each batch is in one snapshot. */
const TRANSACTIONS = [
  'default_transaction_isolation=repeatable\\ read',
  'default_transaction_read_only=on',
]

/** A batch that has no answer after the time of a statement, and a little, takes the connection with it. */
export async function openPipelinedConnection(
  options: ClientOptions,
): Promise<PipelinedConnection> {
  const client = await connectClient(options, [...TRANSACTIONS, ...SETTINGS])
  const { isPooled = false, statementTimeoutMs } = options
  const settings = setForTransaction([...SETTINGS, `statement_timeout=${statementTimeoutMs}`])
  const watch = watchBatchTimeouts(responseTimeoutMs(options), (batch) => {
    batch.handleError(new Error('Query read timeout'))
    client.connection.stream.destroy()
  })
  let isOpen = true
  const noteEnd = (): void => {
    isOpen = false
  }
  client.on('error', noteEnd).on('end', noteEnd)
  const prepared = new Set<string>()
  return {
    send: (asks) =>
      new Promise((resolve, reject) => {
        const sent = isPooled ? inTransaction(asks, settings) : asks
        const batch = new Batch(sent, prepared, (error, answers) => {
          watch.end()
          if (isResponseTimeout(error)) options.onResponseTimeout?.()
          if (error !== undefined) reject(error)
          else resolve(isPooled ? resultsInTransaction(answers) : answers)
        })
        watch.begin(batch)
        client.query(batch)
      }),
    isOpen: () => isOpen,
    async close() {
      const cut = setTimeout(() => client.connection.stream.destroy(), LEAVE_WITHIN_MS)
      await client.end()
      clearTimeout(cut)
    },
  }
}

type Row = (string | null)[]

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

interface BatchTimeouts {
  /** It is sent behind those that have begun. */
  begin(batch: Batch): void
  /** The oldest has its answers, or will have none. */
  end(): void
}

/**
 * Watches over batches that are sent one behind the other, by one timer for all. With one for each, as
 * `pg` has it, whatever a round had read was kept until the next full collection (decisions.md).
 * @param longestMs that a batch may take; undefined for any time.
 * @param onSilence told of a batch whose end the server has not told in time.
 */
function watchBatchTimeouts(
  longestMs: number | undefined,
  onSilence: (batch: Batch) => void,
): BatchTimeouts {
  const begun: { readonly batch: Batch; readonly until: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    timer = undefined
    const [oldest] = begun
    if (oldest === undefined) return
    if (oldest.until > performance.now()) lookAgain(oldest.until)
    else onSilence(oldest.batch)
  }
  const lookAgain = (at: number): void => {
    timer ??= setTimeout(look, at - performance.now()).unref()
  }
  return {
    begin(batch) {
      if (longestMs === undefined) return
      const until = performance.now() + longestMs
      begun.push({ batch, until })
      lookAgain(until)
    },
    end() {
      begun.shift()
    },
  }
}

/**
 * What is asked of a pooler that gives a connection to each transaction: the transaction itself, in one
 * go with its settings, and no statement by a name, which the next connection would not know.
 */
function inTransaction(asks: readonly Statement[], settings: Statement): Statement[] {
  const unnamed = asks.map(({ text, values }) => ({ name: '', text, values }))
  return [BEGIN, settings, ...unnamed, COMMIT]
}

/** Those to the asks themselves. */
function resultsInTransaction(answers: readonly Rows[]): readonly Rows[] {
  return answers.slice(2, -1)
}

/** Sets, for a transaction, `name=value` pairs of postgresql.conf. */
function setForTransaction(settings: readonly string[]): Statement {
  const pairs = settings.map((setting) => setting.split('='))
  const calls = pairs.map(([name = '', value = '']) => `set_config('${name}', '${value}', true)`)
  return { name: '', text: `SELECT ${calls.join(', ')}`, values: [] }
}
