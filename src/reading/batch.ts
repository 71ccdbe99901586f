import type pg from 'pg'
import type { Ask, Rows } from './ask.ts'

type Row = (string | null)[]

/**
 * Several prepared statements sent in one go, with one Sync behind them: PostgreSQL runs them in one
 * transaction, and the answers come in one go (PostgreSQL, message flow, pipelining). Values go and
 * come as PostgreSQL's text.
 */
export class Batch implements pg.Submittable {
  readonly #asks: readonly Ask[]
  readonly #prepared: Set<string>
  readonly #answers: Row[][] = []
  #rows: Row[] = []
  #error: Error | undefined
  /** Called by the client when the batch is over, and at once when the connection breaks. */
  callback: (error?: Error) => void = () => {}

  /** @param prepared the statements that this connection knows already; what is sent is added. */
  constructor(asks: readonly Ask[], prepared: Set<string>) {
    this.#asks = asks
    this.#prepared = prepared
  }

  /** @returns by ask. */
  sendOver(client: pg.Client): Promise<readonly Rows[]> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => {
        if (error === undefined) resolve(this.#answers)
        else reject(error)
      }
      client.query(this)
    })
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork()
    for (const { name, text, values } of this.#asks) {
      if (!this.#prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true)
        this.#prepared.add(name)
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
    this.#error ??= error
    this.callback(this.#error)
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.callback()
  }
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value)
}
