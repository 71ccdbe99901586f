import pg, { type ClientBase, type QueryResult } from 'pg'
import { createHash } from 'node:crypto'
import { isConnectionFatal, isResponseTimeout } from './errors.ts'

/** What one connection has prepared at most; each costs the server memory as long as it lasts. */
const MOST_PREPARED = 200

/** An UPDATE has the columns that change, an INSERT of several rows their number: any number of texts. */
const SHAPED_BY_ITS_DATA = /^(?:update |insert into .*\), \(\$)/s

/**
 * Feature not supported (a cached plan whose result type would change), whatever is wrong with a
 * statement as it stands (42), and a prepared statement that is not there.
 */
const OUTDATED = /^(?:0A000|42...|26000)$/

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

type Values = readonly unknown[]

type SendQuery = (...query: readonly unknown[]) => Promise<QueryResult>

/**
 * From now on, `client` sends queries with values as prepared statements, which the server parses once
 * a connection and plans a few times. Queries without values, streams as those of COPY, and queries with
 * a callback pass as they are. So do texts that depend on their data in more than their values, and all
 * that are new once 200 have been prepared.
 *
 * PostgreSQL plans the first five runs for their values, then once for all (plan_cache_mode `auto`), if
 * that looks no dearer than those five did on average, their planning included. For a key it does. A
 * LIMIT whose number it is not told counts as a tenth of the rows, so lists keep being planned for
 * their values. A value that is far rarer than others of its column should stand in the text, or be
 * asked for by a statement of its own.
 *
 * What the tables have become meanwhile is no matter: a statement that is outdated is sent again as a
 * plain one, and stays plain on this connection. In a transaction it is too late for that: the one
 * transaction fails.
 */
export function prepareStatements(client: ClientBase): void {
  const names = new Map<string, string | undefined>()
  const send = client.query.bind(client) as SendQuery
  const sendPrepared = async (text: string, values: Values): Promise<QueryResult> => {
    const name = nameOf(names, text)
    if (name === undefined) return send(text, values)
    try {
      return await send({ name, text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.set(text, undefined)
      return send(text, values).catch(() => {
        throw error
      })
    }
  }
  const query = (...given: readonly unknown[]): Promise<QueryResult> => {
    const [text, values, ...others] = given
    const isPrepared = typeof text === 'string' && hasSome(values) && others.length === 0
    return isPrepared ? sendPrepared(text, values) : send(...given)
  }
  client.query = query as typeof client.query
}

function hasSome(values: unknown): values is Values {
  return Array.isArray(values) && values.length > 0
}

/** The same for the same text, on every connection; undefined for what is sent without one. */
function nameOf(names: Map<string, string | undefined>, text: string): string | undefined {
  if (names.has(text)) return names.get(text)
  if (names.size >= MOST_PREPARED || SHAPED_BY_ITS_DATA.test(text)) return undefined
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUTDATED.test(String(error.code))
}
