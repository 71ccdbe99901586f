import pg from 'pg'
import { isConnectionFatal, isResponseTimeout } from './failure.ts'

type Send = (...query: readonly unknown[]) => unknown

const ROLLED_BACK: pg.QueryResult = {
  command: 'ROLLBACK',
  rowCount: null,
  oid: 0,
  rows: [],
  fields: [],
}

/**
 * From now on, `client` is of no more use once a query has failed with anything but an answer of
 * PostgreSQL's, or with one that says that the next will fail too: its connection is ended, and its pool
 * takes it out. `pg` would keep it, and a query that has timed out would go on there, for the next to
 * wait for (node-postgres issue 3399).
 *
 * What is asked of it after that fails at once, for the same reason. A ROLLBACK succeeds, for the
 * transaction has ended with its connection: why it is rolled back is what there is to tell.
 * @param onSilence told when a query has had no answer in time.
 */
export function guardClient(client: pg.Client, onSilence = (): void => {}): void {
  const send = client.query.bind(client) as Send
  let reason: Error | undefined
  client.on('error', (error) => {
    reason ??= error
  })
  const judge = (failure: Error): void => {
    if (reason !== undefined) return
    if (failure instanceof pg.DatabaseError && !isConnectionFatal(failure)) return
    reason = failure
    if (isResponseTimeout(failure)) onSilence()
    client.end().catch(() => {})
  }
  const query = (...given: readonly unknown[]): unknown => {
    const [text] = given
    if (reason !== undefined && typeof text === 'string') return afterEnd(text, reason)
    const sent = send(...given)
    if (sent instanceof Promise) sent.catch(judge)
    return sent
  }
  client.query = query as typeof client.query
}

async function afterEnd(text: string, reason: Error): Promise<pg.QueryResult> {
  if (/^rollback$/i.test(text)) return ROLLED_BACK
  throw reason
}
