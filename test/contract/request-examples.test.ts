import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { operations, resolve, type Operation, type Schema } from './document.ts'

// A partner's first request is an example with another id, so this test sends each example unchanged to a service
// that has the records which it names.

const test = useService()
let authorization: string
let userId: string

beforeAll(async () => {
  await makeVenue(test.db, { id: 12 })
  for (const id of [1, 309]) await makeArtist(test.db, { id })
  for (const id of [1, 57]) await makeGallery(test.db, { id })
  for (const id of [1, 3]) await makeTag(test.db, { id, name: `Tag ${id}` })
  for (const currency of ['CAD', 'USD']) await makeExchangeRate(test.db, currency, '1.25')
  const made = await makeApiKey(test.db, { scopes: ['events:write', 'artworks:write'] })
  authorization = `Bearer ${made.key}`
  userId = made.userId
})

/** The record that the service stores for a body. */
async function storedRecord(
  { method, template }: Operation,
  type: string,
  body: object,
): Promise<Record<string, unknown>> {
  // A draft, so that an example may publish it.
  const own = { author_id: userId, venue_id: 12, publish_status: 'draft', published_at: null }
  const id = template.includes('{id}') ? (await makeEvent(test.db, own)).id : 0
  const response = await test.send({
    method,
    path: template.replace('{id}', String(id)),
    headers: { authorization, 'content-type': type, ...(id > 0 && { 'if-match': '*' }) },
    body: JSON.stringify(body),
  })
  expect(response.text).not.toContain('problems')
  expect(response.status).toBe(method === 'POST' ? 201 : 200)
  return response.json()
}

/** The body that a record was stored from, with embedded records by their ids. */
function asSent(body: object, record: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => {
      const shown = record[name]
      if (name === 'featured_image')
        return [name, sent === null && idOf(shown) === 1 ? null : picture(sent ?? {}, shown)]
      if (MASKED.has(name)) return [name, sent]
      if (name.endsWith('_time')) return [name, isSameTime(sent, shown) ? sent : shown]
      if (Array.isArray(shown)) return [name, shown.map(idOf)]
      return [name, typeof sent === 'number' ? idOf(shown) : codeOf(shown)]
    }),
  )
}

const MASKED = new Set(['contact_name', 'email', 'phone'])
const idOf = (value: unknown) => (value as { id?: number } | null)?.id ?? value
const codeOf = (value: unknown) => (value as { code?: string } | null)?.code ?? value
const isSameTime = (one: unknown, other: unknown) =>
  Date.parse(String(one)) === Date.parse(String(other))

function picture(sent: unknown, shown: unknown): object {
  const { image, ...metadata } = shown as { image: Record<string, string> }
  const all = { ...metadata, ...image } as Record<string, unknown>
  return Object.fromEntries(Object.keys(sent as object).map((name) => [name, all[name]]))
}

const bodies = operations.flatMap((operation) =>
  Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
    title: `${operation.id} ${type}`,
    operation,
    type,
    media,
  })),
)

const examples = bodies.flatMap(({ title, media, ...sent }) =>
  Object.entries(media.examples ?? {}).map(([name, example]) => ({
    ...sent,
    title: `${title}: ${name}`,
    body: resolve(example).value as object,
  })),
)

/** A body of the examples of all fields. */
function bodyOfExamples(node: Schema): unknown {
  const schema = resolve(node)
  const [first] = schema.oneOf ?? []
  if (first !== undefined) return bodyOfExamples(first)
  if (schema.properties === undefined) return schema.examples?.[0]
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, bodyOfExamples(field)]),
  )
}

describe('the service accepts', () => {
  it.each(examples)('$title', async ({ operation, type, body }) => {
    const record = await storedRecord(operation, type, body)
    expect(asSent(body, record)).toEqual(body)
  })

  it.each(bodies)('the examples of all fields together: $title', async (sent) => {
    const body = bodyOfExamples(sent.media.schema) as object
    expect(Object.keys(body).length).toBeGreaterThan(4)
    const record = await storedRecord(sent.operation, sent.type, body)
    expect(asSent(body, record)).toEqual(body)
  })
})
