import pg from 'pg'
import type { Statement, Rows } from './ask.ts'

type Row = (string | null)[]

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

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}
