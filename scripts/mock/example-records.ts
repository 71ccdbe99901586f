import { page, type Page, type PageRequest } from '../../src/lists/page.ts'

/** The records of every list: more than two of the usual pages, so that a client's paging is tested. */
export const LIST_LENGTH = 40

/** A record of the contract's examples. */
interface ExampleRecord {
  readonly id: number
  readonly [field: string]: unknown
}

/** What tells records apart for their readers, beside the `id`. */
const NAMES = ['title', 'name']

/**
 * The part of an example's list that a request asks for. The list has 40 records, made of those that
 * the example shows; an example without any, of a page past the end, stays so.
 */
export function examplePage(example: Page<object>, request: PageRequest): Page<object> {
  const { limit, offset } = request
  const shown = example.results as ExampleRecord[]
  const count = shown.length === 0 ? 0 : LIST_LENGTH
  const places = Array.from({ length: count }, (_, place) => place).slice(offset, offset + limit)
  return page(
    request,
    count,
    places.map((place) => listedRecord(shown, place)),
  )
}

/** The record of that id, if the list that begins with the example has one; else the example itself. */
export function exampleRecord(example: ExampleRecord, id: number): object {
  const place = id - example.id
  return place > 0 && place < LIST_LENGTH ? varied(example, place) : example
}

/** Those that the example shows, then the last of them varied. */
function listedRecord(shown: readonly ExampleRecord[], place: number): object {
  const last = shown.length - 1
  return shown[place] ?? varied(shown[last] as ExampleRecord, place - last)
}

/** The record that comes `step` places after `record`, under an id, a name and a slug of its own. */
function varied(record: ExampleRecord, step: number): object {
  const copy: Record<string, unknown> = { ...record, id: record.id + step }
  for (const field of NAMES) {
    const name = record[field]
    if (typeof name !== 'string') continue
    copy[field] = `${name} ${step + 1}`
    // The summary of an event names it.
    if (typeof copy['summary'] === 'string') {
      copy['summary'] = copy['summary'].replace(name, `${name} ${step + 1}`)
    }
  }
  if (typeof record['slug'] === 'string') copy['slug'] = `${record['slug']}-${step + 1}`
  return copy
}
