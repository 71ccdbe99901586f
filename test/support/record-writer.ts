import { expect } from 'vitest'
import type { components } from '../../generated/v1.ts'
import type { Scope } from '../../src/auth/principal.ts'
import type { TestDatabase } from './database.ts'
import { makeApiKey } from './make-api-key.ts'
import type { Answer, Sent } from './send.ts'

export type RecordBody = Readonly<Record<string, unknown>>

/** A record as in a response, and the place of the record. */
export interface ShownRecord {
  readonly path: string
  readonly id: number
  readonly etag: string
  readonly record: RecordBody
  readonly text: string
}

/** A client that may write every kind of record. */
export interface RecordWriter {
  readonly userId: string
  post(collection: string, body: object): Promise<Answer>
  /** A POST that must get 201. */
  create(collection: string, body: object): Promise<ShownRecord>
  get(path: string): Promise<Answer>
  /** A GET of one record that must get 200. */
  read(path: string): Promise<ShownRecord>
  patch(seen: Seen, changes: object): Promise<Answer>
  /** A PATCH that must get 200. */
  change(seen: Seen, changes: object): Promise<ShownRecord>
  remove(seen: Seen): Promise<Answer>
}

type Seen = Pick<ShownRecord, 'path' | 'etag'>

export async function makeRecordWriter(
  test: TestDatabase & { send(request: Sent): Promise<Answer> },
  scopes: readonly Scope[] = ['admin'],
): Promise<RecordWriter> {
  const { key, userId } = await makeApiKey(test.db, { scopes })
  const request = (method: string, path: string, etag?: string, body?: object): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(etag !== undefined && { 'if-match': etag }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return test.send({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const writer: RecordWriter = {
    userId,
    post: (collection, body) => request('POST', collection, undefined, body),
    create: async (collection, body) => shownRecord(await writer.post(collection, body), 201),
    get: (path) => request('GET', path),
    read: async (path) => shownRecord(await writer.get(path), 200),
    patch: ({ path, etag }, changes) => request('PATCH', path, etag, changes),
    change: async (seen, changes) => shownRecord(await writer.patch(seen, changes), 200),
    remove: ({ path, etag }) => request('DELETE', path, etag),
  }
  return writer
}

function shownRecord(response: Answer, status: number): ShownRecord {
  if (response.status !== status) throw new Error(`${response.status}: ${response.text}`)
  const record = response.json() as RecordBody & { readonly id: number }
  const collection = response.url.replace(/^\/api\/v1/, '').replace(/\d+\/$/, '')
  const { id } = record
  const { etag = '' } = response.headers
  return { path: `${collection}${id}/`, id, etag, record, text: response.text }
}

/** The version of a record, with which its ETag begins. */
export function versionOf({ etag }: Pick<ShownRecord, 'etag'>): string {
  return etag.split('.')[0] ?? ''
}

/** Verifies a problem; `pointers` are those of its errors. */
export function expectRejected(
  response: Answer,
  status: number,
  code: string,
  pointers: readonly string[] = [],
): void {
  const { code: actual, errors = [] } = response.json() as components['schemas']['Problem']
  const named = errors.map(({ pointer }) => pointer)
  expect([response.status, actual, named]).toEqual([status, code, pointers])
}
