import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Database } from '../../src/database/tables.ts'
import { copyLine } from './copy-text.ts'

/** Characters sent at a time: large enough to be few, small enough to keep memory flat. */
const CHUNK = 65_536

/**
 * Copies the rows into the table; the first one's keys are the columns of all. Nothing is built
 * faster than the database takes it.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: keyof Database,
  rows: Iterable<object>,
): Promise<void> {
  const iterator = rows[Symbol.iterator]()
  const first = iterator.next()
  if (first.done === true) return
  const columns = Object.keys(first.value).join(', ')
  const copy = client.query(from(`COPY ${table} (${columns}) FROM STDIN`))
  await pipeline(Readable.from(chunks(first.value, iterator)), copy)
}

function* chunks(first: object, rest: Iterator<object>): Generator<string> {
  let chunk = copyLine(first)
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    chunk += copyLine(next.value)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
