import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { document, itemOf, operations, resolve, type Operation } from '../contract/document.ts'
import { makeFullArtwork, makeFullEvent } from '../contract/full-records.ts'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { makeArtworkCatalogue, makeEventCatalogue } from './catalogue.ts'

// A page of a sparse list is the page of the list, its records cut to the named fields.

const test = useService()
/** Characters that delimit JSON, and others. */
const TEXTS = ['"', '\\', '{"id":[', '},]', ',"title":"', '静物 é', '\u2028\t']
let authorization: string

beforeAll(async () => {
  await makeArtworkCatalogue(test.db)
  await makeEventCatalogue(test.db)
  // After the ids of the catalogue.
  await sql`SELECT setval('artworks_id_seq', 5000), setval('events_id_seq', 5000)`.execute(test.db)
  await makeFullArtwork(test.db)
  await makeFullEvent(test.db)
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

type Query = Readonly<Record<string, string>>
type Fields = Readonly<Record<string, unknown>>

interface Page {
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Fields[]
}

const SPARSE = operations.filter(({ template }) => template.endsWith('/sparse/'))

const listOf = ({ template }: Operation): Operation =>
  operations.find(
    (other) => other.method === 'GET' && other.template === template.replace('sparse/', ''),
  ) as Operation

/** The names of all fields of the records. */
const fieldsOf = (sparse: Operation): string[] =>
  Object.keys(document.components.schemas[itemOf(listOf(sparse))]?.properties ?? {})

/** Queries of the list, and the fields that the sparse list has. */
function requests(sparse: Operation) {
  const { parameters } = listOf(sparse)
  const ordering = parameters.find(({ name }) => name === 'ordering')
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 101 }), { minLength: 1, maxLength: 20 })
  const published: fc.Arbitrary<Query> = fc.record(
    {
      limit: fc.constantFrom('1', '7', '100'),
      offset: fc.constantFrom('0', '5', '1000'),
      ordering: fc.constantFrom(...(resolve(ordering?.schema ?? {}).enum as string[])),
      ids: ids.map((some) => some.join()),
      updated_after: fc.constantFrom('2024-03-02T10:00:00Z', '2024-03-04T10:00:00Z'),
    },
    { requiredKeys: [] },
  )
  const drafts = fc.constantFrom<Query>(
    { publish_status: 'draft' },
    { publish_status: 'draft', limit: '1' },
  )
  const query = fc.oneof({ weight: 4, arbitrary: published }, drafts)
  const names = fieldsOf(sparse)
  const fields = fc.oneof(
    fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
    fc.constantFrom(undefined, names),
  )
  return fc.record({
    query,
    fields,
    title: fc.option(fc.constantFrom(...TEXTS), { nil: undefined }),
  })
}

function requestOf({ template }: Operation, query: Query, etag?: string): Sent {
  const headers = { authorization, ...(etag !== undefined && { 'if-none-match': etag }) }
  return { path: `${template}?${new URLSearchParams(query).toString()}`, headers }
}

const get = (...request: Parameters<typeof requestOf>) => test.send(requestOf(...request))

/** The text of the sparse page. */
function cut({ next, previous, results, ...others }: Page, fields: readonly string[] = []): string {
  const isNamed = ([name]: [string, unknown]) => name === 'id' || fields.includes(name)
  const sparseLink = (link: string | null): string | null => {
    if (link === null) return null
    const url = new URL(link)
    url.pathname += 'sparse/'
    if (fields.length > 0) url.searchParams.set('fields', fields.join())
    url.searchParams.sort()
    return url.href
  }
  return JSON.stringify({
    ...others,
    next: sparseLink(next),
    previous: sparseLink(previous),
    results: results.map((record) => Object.fromEntries(Object.entries(record).filter(isNamed))),
  })
}

describe.each(SPARSE)('$id', (sparse) => {
  const table = sparse.template.startsWith('/events/') ? 'events' : 'artworks'
  const setTitle = (title: string) =>
    sql`UPDATE ${sql.table(table)} SET title = ${title} WHERE id % 3 = 0`.execute(test.db)

  it('has the pages of the list with the named fields, before and after changes', () =>
    fc.assert(
      fc.asyncProperty(requests(sparse), async ({ query, fields, title }) => {
        const named = { ...query, ...(fields !== undefined && { fields: fields.join() }) }
        // The third response to a request comes from the cache.
        for (let time = 0; time < 3; time += 1) await get(sparse, named)
        if (title !== undefined) await setTitle(title)
        // Not validated: with all fields, a page can have the bytes of the list's, and another entity tag.
        const whole = await sendUnvalidated(test.app, requestOf(listOf(sparse), query))
        const { status, text } = await get(sparse, named)
        expect(status).toBe(200)
        expect(text).toBe(cut(whole.json() as unknown as Page, fields))
      }),
      { numRuns: amount({ commit: 30, nightly: 100 }) },
    ))

  it('has an entity tag that changes with the named fields only', async () => {
    await setTitle('before')
    const [slug, title] = [{ fields: 'slug' }, { fields: 'slug,title' }]
    const tags = [(await get(sparse, slug)).headers, (await get(sparse, title)).headers]
    await setTitle('after')
    const [unchanged, changed] = tags.map(({ etag }) => etag as string)
    expect((await get(sparse, slug, unchanged)).status).toBe(304)
    expect((await get(sparse, title, changed)).status).toBe(200)
  })

  it('takes the parameters of the list', () => {
    const [first, ...others] = sparse.parameters
    expect(first?.name).toBe('fields')
    expect(others).toEqual(listOf(sparse).parameters)
    const { items = {} } = resolve(first?.schema ?? {})
    expect(resolve(items).enum).toEqual(fieldsOf(sparse))
  })

  it('names the field that does not exist, and those that do', async () => {
    const { status, text } = await get(sparse, { fields: 'title,titel' })
    expect(status).toBe(400)
    const detail = `"titel" is not one of ${fieldsOf(sparse).join(', ')}.`
    expect(JSON.parse(text).errors).toEqual([{ parameter: 'fields', detail }])
  })
})
