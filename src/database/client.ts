import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg, { type QueryResult } from 'pg'
import { isConnectionFatal, isServerLost, ofConnecting } from './errors.ts'

/** The maximum of one connection: each prepared statement costs the server memory until the connection ends. */
const MAX_PREPARED = 200

/** Statements whose text depends on the data: an UPDATE lists the changed columns, a multi-row INSERT its rows. */
const VARIABLE_TEXT = /^(?:update |insert into .*\), \(\$)/s

/**
 * SQLSTATEs after which a statement is sent again unprepared: feature not supported (the result type of a
 * cached plan has changed), class 42 (syntax, access rules), unknown prepared statement.
 */
const OUTDATED = /^(?:0A000|42...|26000)$/

const ROLLED_BACK: QueryResult = {
  command: 'ROLLBACK',
  rowCount: null,
  oid: 0,
  rows: [],
  fields: [],
}

export interface ServiceClientConfig extends pg.ClientConfig {
  /** Whether queries with values become prepared statements. */
  readonly isPreparing: boolean
  /** The URL of the server at the time of each new client. */
  readonly currentUrl: () => string
  /** Called when the server is silent, or not the primary any more. */
  readonly onServerLost: () => void
}

type Values = readonly unknown[]
type Query = (...query: Values) => Promise<QueryResult>

type Connected = (error: Error | undefined, client?: pg.Client) => void

/** Part of a connection that the types of `pg` leave out. */
interface Attachable {
  attachListeners(stream: Duplex): void
}

/** A client of `pg` that closes a connection that it cannot begin to use, or cannot read. `pg` would keep it open. */
export class ClosingClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    try {
      // It reads the files of TLS.
      super(config)
    } catch (error) {
      throw ofConnecting(error as Error)
    }
    const { connection } = this
    connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (isUnreadable(error)) connection.stream.destroy()
    })
    closeIfUnknown(connection as unknown as Attachable)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.connect((error) => (error ? reject(error) : resolve(this)))
      })
    }
    super.connect((...[error, client]: Parameters<Connected>) => {
      if (error) this.connection.stream.destroy()
      callback(error && ofConnecting(error), client)
    })
  }
}

/** `pg` makes such an error, without an SQLSTATE, of a message whose type it does not know. */
function isUnreadable(error: pg.DatabaseError): boolean {
  return error.code === undefined
}

/** For an unknown kind of authentication, such as GSSAPI, `pg` throws an error that would end the process. */
function closeIfUnknown(connection: Attachable): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    attach(stream)
    const [read] = stream.listeners('data').slice(-1) as ((bytes: Buffer) => void)[]
    if (read === undefined) return
    stream.off('data', read).on('data', (bytes: Buffer) => {
      try {
        read(bytes)
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
  }
}

/**
 * A client of `pg` that ends its connection after a fatal error and prepares statements.
 *
 * An error is fatal if PostgreSQL did not report it, or if its SQLSTATE means that later queries would fail, too. `pg`
 * would keep the connection; a query that has timed out would still run on it and block the next one
 * (node-postgres issue 3399). Later queries fail at once with the same error. A ROLLBACK succeeds, because
 * the transaction ended with its connection, so that the caller sees the error that caused the rollback.
 *
 * The server parses a query with values once per connection, and plans it once or a few times. The client does not
 * prepare queries without values, streams (COPY), queries with a callback, texts that vary with their data, and
 * texts after the first 200.
 *
 * Outside of the transactions of writes/transaction.ts, PostgreSQL plans the first five runs for their values. It
 * then uses one generic plan if that costs no more than those five did on average, planning included
 * (plan_cache_mode `auto`). A lookup by key gets the generic plan. PostgreSQL estimates a LIMIT of unknown value
 * as a tenth of the rows, so it keeps planning lists for their values. Write a value that is far rarer than others
 * of its column into the text, or give it a statement of its own.
 *
 * If a schema change has outdated a prepared statement, the client sends its text again unprepared, and keeps it
 * unprepared on this connection. Inside a transaction the second attempt is too late: the transaction has failed.
 */
export class ServiceClient extends ClosingClient {
  readonly #isPreparing: boolean
  readonly #onServerLost: () => void
  /** The name of the prepared statement of each text; undefined for a text that stays unprepared. */
  readonly #names = new Map<string, string | undefined>()
  #isCorked = false
  #fatal: Error | undefined

  constructor(config: ServiceClientConfig) {
    super({ ...config, connectionString: config.currentUrl() })
    this.#isPreparing = config.isPreparing
    this.#onServerLost = config.onServerLost
    this.on('error', (error) => {
      this.#fatal ??= error
    })
  }

  /** `never` fits the result of each overload of `pg`. */
  override query(...query: Values): never {
    const [text, values, ...others] = query
    this.#cork()
    const isPrepared =
      this.#isPreparing && typeof text === 'string' && hasSome(values) && others.length === 0
    return (isPrepared ? this.#sendPrepared(text, values) : this.#send(...query)) as never
  }

  /** Sends the queries of one tick with one write, so that PostgreSQL reads them at once and not one by one. */
  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    // After the microtasks: queries that do not wait for a response are sent in the same tick.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      }),
    )
  }

  async #sendPrepared(text: string, values: Values): Promise<QueryResult> {
    const name = this.#nameOf(text)
    if (name === undefined) return this.#send(text, values)
    try {
      return await this.#send({ name, text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#names.set(text, undefined)
      return this.#send(text, values).catch(() => {
        throw error
      })
    }
  }

  /** The name of a prepared statement: the same text has the same name on every connection. */
  #nameOf(text: string): string | undefined {
    if (this.#names.has(text)) return this.#names.get(text)
    if (this.#names.size >= MAX_PREPARED || VARIABLE_TEXT.test(text)) return undefined
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }

  #send(...query: Values): Promise<QueryResult> {
    const [text] = query
    if (this.#fatal !== undefined && typeof text === 'string') return afterEnd(text, this.#fatal)
    const sent = Reflect.apply(super.query as Query, this, query)
    // A stream and a query with a callback return no promise.
    if (sent instanceof Promise) sent.catch((error: Error) => this.#endIfFatal(error))
    return sent
  }

  #endIfFatal(failure: Error): void {
    if (this.#fatal !== undefined) return
    const isOfServer = failure instanceof pg.DatabaseError && !isUnreadable(failure)
    if (isOfServer && !isConnectionFatal(failure)) return
    this.#fatal = failure
    if (isServerLost(failure)) this.#onServerLost()
    this.end().catch(() => {})
  }
}

function hasSome(values: unknown): values is Values {
  return Array.isArray(values) && values.length > 0
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUTDATED.test(String(error.code))
}

async function afterEnd(text: string, reason: Error): Promise<QueryResult> {
  if (/^rollback$/i.test(text)) return ROLLED_BACK
  throw reason
}
