import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../src/database/tables.ts'
import { combined, contentDigest } from '../../src/feed/content-digest.ts'
import type { Json } from '../../src/json-sql/json.ts'
import { selectRecords } from '../../src/json-sql/select-records.ts'
import type { ListName } from '../../src/lists/list.ts'
import { LISTS, sortedIds } from '../read-model/reference-responses.ts'
import { URLS } from '../support/app.ts'
import type { Answer } from '../support/send.ts'

interface Change {
  readonly id: number
  readonly op: string
  readonly record: object | null
}

/** The body of a response with changes, and the data of an event. */
export interface Changes {
  readonly results: readonly Change[]
  readonly next_cursor: string
  readonly has_more: boolean
  readonly summary: object | null
}

interface SnapshotLine {
  readonly kind: string
  readonly cursor?: string
  readonly record?: { readonly id: number }
}

/** A copy of a list that knows nothing but the changes that it has read. */
export class FeedCopy {
  readonly #records = new Map<number, string>()
  readonly #digests = new Map<number, string>()
  readonly #list: ListName
  readonly #get: (path: string) => Promise<Answer>
  /** Of the next read. */
  cursor: string | undefined

  constructor(list: ListName, get: (path: string) => Promise<Answer>) {
    this.#list = list
    this.#get = get
  }

  /** The JSON of the records. */
  get records(): ReadonlyMap<number, string> {
    return this.#records
  }

  continue(other: FeedCopy): void {
    for (const [id, json] of other.records) this.#set(id, JSON.parse(json))
    this.cursor = other.cursor
  }

  /** Begins with a snapshot that is cut after the id `last`, and then continued. */
  async readSnapshot(last: number): Promise<void> {
    const first = await this.#readLines(0)
    const isBeforeCut = ({ record }: SnapshotLine) => record !== undefined && record.id <= last
    for (const { record } of [...first.filter(isBeforeCut), ...(await this.#readLines(last))]) {
      if (record !== undefined) this.#set(record.id, record)
    }
    this.cursor = first[0]?.cursor
  }

  #set(id: number, record: unknown): void {
    this.#records.set(id, JSON.stringify(record))
    this.#digests.set(id, contentDigest(record))
  }

  async #readLines(after: number): Promise<SnapshotLine[]> {
    const { text } = await this.#get(`${LISTS[this.#list].path}snapshot/?after=${after}`)
    // Programs that split text at line breaks of Unicode would split there.
    expect(text).not.toMatch(/[\u0085\u2028\u2029]/)
    const lines = text.split('\n').slice(0, -1)
    const parsed = lines.map((line) => JSON.parse(line) as SnapshotLine)
    expect([parsed[0]?.kind, parsed.at(-1)?.kind]).toEqual(['start', 'end'])
    return parsed
  }

  /** Reads all changes. At the end of them, the copy is as the summary says. @returns the ids of the changes. */
  async catchUp(limit = 500): Promise<number[]> {
    const ids: number[] = []
    for (;;) {
      const changes = await this.#read(limit)
      this.apply(changes)
      ids.push(...changes.results.map(({ id }) => id))
      if (!changes.has_more) return ids
    }
  }

  /** After the last changes, the copy is as their summary says. */
  apply({ results, has_more: hasMore, next_cursor: next, summary }: Changes): void {
    for (const { id, op, record } of results) {
      if (op !== 'delete') this.#set(id, record)
      else for (const known of [this.#records, this.#digests]) known.delete(id)
    }
    this.cursor = next
    expect(hasMore ? null : this.summary()).toEqual(summary)
  }

  digests(): ReadonlyMap<number, string> {
    return this.#digests
  }

  summary(): { count: number; digest: string } {
    const digests = [...this.#digests.values()]
    return { count: digests.length, digest: combined(digests) }
  }

  async #read(limit: number): Promise<Changes> {
    const query = new URLSearchParams({ include: 'record', limit: String(limit) })
    if (this.cursor !== undefined) query.set('cursor', this.cursor)
    const response = await this.#get(`${LISTS[this.#list].path}changes/?${query.toString()}`)
    expect(response.status, response.text).toBe(200)
    return response.json() as unknown as Changes
  }
}

/** The digests of all public records, by id, from plain queries. */
export async function plainDigests(
  db: Kysely<Database>,
  list: ListName,
  urls = URLS,
): Promise<ReadonlyMap<number, string>> {
  const declared = { table: list, json: LISTS[list].json as Json<{ id: number }> }
  const digests = new Map<number, string>()
  for (let ids = await sortedIds(db, list); ids.length > 0;) {
    const { records, size } = await selectRecords(db, declared, ids.slice(0, 100), urls)
    for (const record of records) digests.set(record.id, contentDigest(record))
    ids = ids.slice(size)
  }
  return digests
}
