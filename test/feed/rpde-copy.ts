import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../../src/database/tables.ts'
import { schemaOrgEvent } from '../../src/events/schema-org-event.ts'
import type { Json } from '../../src/json-sql/json.ts'
import { selectRecords } from '../../src/json-sql/select-records.ts'
import { LISTS, sortedIds } from '../read-model/reference-responses.ts'
import { API_URL, URLS } from '../support/app.ts'
import type { Answer } from '../support/send.ts'

type Schemas = components['schemas']
type Page = Schemas['EventRpdePage']
type CalendarEvents = ReadonlyMap<number, Schemas['SchemaOrgEvent']>

/** A copy of the events that knows nothing but the pages that it has read, as the standard says. */
export class RpdeCopy {
  readonly events = new Map<number, Schemas['SchemaOrgEvent']>()
  readonly #get: (path: string) => Promise<Answer>
  /** Below the root of the API. */
  next = '/events/rpde/'
  #lastNumber = 0

  constructor(get: (path: string) => Promise<Answer>, limit = 500) {
    this.#get = get
    this.next += `?limit=${limit}`
  }

  /** Reads to the last page. @returns the numbers of the changes. */
  async catchUp(): Promise<number[]> {
    const numbers: number[] = []
    for (;;) {
      const { items, next } = await this.readPage()
      numbers.push(...items.map(({ modified }) => modified))
      if (items.length === 0) return numbers
      expect(new URL(next).searchParams.get('afterChangeNumber')).toBe(String(numbers.at(-1)))
    }
  }

  async readPage(): Promise<Page> {
    const response = await this.#get(this.next)
    expect(response.status, response.text).toBe(200)
    const page = response.json() as unknown as Page
    if (page.items.length === 0) expect(page.next).toBe(`${API_URL}${this.next}`)
    for (const { state, id, modified, data } of page.items) {
      expect(modified).toBeGreaterThan(this.#lastNumber)
      this.#lastNumber = modified
      expect(data === undefined).toBe(state === 'deleted')
      if (data === undefined) this.events.delete(id)
      else this.events.set(id, data)
    }
    this.next = page.next.slice(API_URL.length)
    return page
  }
}

/** All public events in the same form, from plain queries. */
export async function plainCalendarEvents(db: Kysely<Database>): Promise<CalendarEvents> {
  const declared = { table: 'events', json: LISTS.events.json as Json<unknown> } as const
  const found = new Map<number, Schemas['SchemaOrgEvent']>()
  // A query of very many would end early.
  for (const id of await sortedIds(db, 'events')) {
    const { records } = await selectRecords(db, declared, [id], URLS)
    found.set(id, schemaOrgEvent(records[0] as Schemas['Event'], URLS))
  }
  return found
}
