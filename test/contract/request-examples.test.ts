import { beforeAll, describe, expect, it } from 'vitest'
import { requireSet } from '../../src/contract/request-context.ts'
import { PLACEHOLDER_IMAGE_ID } from '../../src/records/picture-resource.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeUser } from '../support/make-user.ts'
import { operations, resolve, TRUE_OR_ABSENT, type Operation, type Schema } from './document.ts'
import { makeExampleWorld, USERNAME } from './example-world.ts'
import { isBatch } from './response-cases/batches.ts'
import { kindOf } from './response-cases/kinds.ts'
import { sentForm } from '../records/sent-form.ts'
import { keyOf } from './response-cases/response-case.ts'

// A partner's first request is an example with another id, so this test sends each example unchanged to a service
// that has the records which it names.

const test = useService()
let keys: { readonly author: string; readonly admin: string }
let owner_id: string

beforeAll(async () => {
  const { db } = test
  ;({ owner_id, keys } = await makeExampleWorld(db))
  await makeUser(db, { username: 'quayside-assistant' })
  for (const currency of ['CAD', 'USD']) await makeExchangeRate(db, currency, '1.25')
  // Up to the key that an example replaces.
  for (let id = 0; id < 4;) id = (await makeApiKey(db, { owner_id })).id
})

/** The record that the service stores for a body. */
async function storedRecord(
  operation: Operation,
  type: string,
  body: object,
): Promise<Record<string, unknown>> {
  const { method, template } = operation
  const { make, makeDraft = make } = requireSet(kindOf(template))
  // A draft, so that an example may publish it.
  const record = method === 'POST' ? undefined : await makeDraft(test.db, owner_id)
  // The owner of a key that an example names is not the sender, and its members have not accepted an invitation.
  const isByAdmin = template === '/api-keys/' || template === '/galleries/{id}/members/'
  const authorization = keys[isByAdmin ? 'admin' : keyOf(operation)]
  const path = template.replace('{id}', String(record?.id))
  const response = await test.send({
    method,
    path,
    headers: { authorization, 'content-type': type, ...(record && { 'if-match': '*' }) },
    body: JSON.stringify(body),
  })
  expect(response.text).not.toContain('problems')
  expect(response.status).toBe(method === 'POST' ? 201 : 200)
  const stored = response.json()
  await deleteRecord(record ? path : `${path}${String(stored['id'])}/`)
  return stored
}

/** So that the next example may use a unique name again. Members are not a record that can be deleted. */
async function deleteRecord(path: string): Promise<void> {
  const headers = { authorization: keys.admin, 'if-match': '*' }
  const { status } = await test.send({ method: 'DELETE', path, headers })
  expect(status).toBe(path.endsWith('/members/') ? 405 : 204)
}

/** The body that a record was stored from, with embedded records by their ids. */
function asSent(body: object, record: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => {
      const shown = TRUE_OR_ABSENT.has(name) ? name in record : record[name]
      if (name === 'featured_image') return [name, pictureAsSent(sent, shown)]
      if (MASKED.has(name) || OF_SUCCESSOR.has(name)) return [name, sent]
      if (name === 'members') return [name, membersAsSent(sent as string[], shown)]
      if (name.endsWith('_time')) return [name, isSameTime(sent, shown) ? sent : shown]
      return [name, sentForm(shown)]
    }),
  )
}

const MASKED = new Set(['contact_name', 'email', 'phone', 'phone_number'])
/** The fields of the successor of a key, which no key shows. They exclude all other fields. */
const OF_SUCCESSOR = new Set(['replaces', 'overlap_hours'])
const isSameTime = (one: unknown, other: unknown) =>
  Date.parse(String(one)) === Date.parse(String(other))

/** Null also for the placeholder that artworks and events without a picture show. */
function pictureAsSent(sent: unknown, shown: unknown): unknown {
  if (sent === null || shown === null)
    return sentForm(shown) === PLACEHOLDER_IMAGE_ID ? null : shown
  const { image, ...metadata } = shown as { image: string | Record<string, string> }
  const renditions = typeof image === 'string' ? { full_size: image } : image
  const all = { ...metadata, ...renditions } as Record<string, unknown>
  return Object.fromEntries(Object.keys(sent as object).map((name) => [name, all[name]]))
}

/** The owner is always a member, whether named or not. */
function membersAsSent(sent: readonly string[], shown: unknown): string[] {
  const usernames = sentForm(shown) as string[]
  return usernames.filter((username) => username !== USERNAME || sent.includes(USERNAME))
}

const sentBodies = operations.flatMap((operation) =>
  Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
    title: `${operation.id} ${type}`,
    operation,
    type,
    media,
  })),
)
const bodies = sentBodies.filter(({ operation }) => !isBatch(operation))
const batches = sentBodies.filter(({ operation }) => isBatch(operation))

const isText = ({ type }: { type: string }) => type.startsWith('text/')
const records = bodies.filter((body) => !isText(body))

/** The texts of the examples, which no record is stored from. */
const texts = bodies.filter(isText).flatMap(({ operation, type, media }) => {
  const named = Object.values(media.examples ?? {}).map((example) => resolve(example).value)
  const all = [...named, bodyOfExamples(media.schema)] as string[]
  return all.map((text) => ({ operation, type, text }))
})

const examples = records.flatMap(({ title, media, ...sent }) =>
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
    Object.entries(schema.properties)
      .filter(([name]) => !OF_SUCCESSOR.has(name))
      .map(([name, field]) => [name, bodyOfExamples(field)]),
  )
}

describe('the service accepts', () => {
  it.each(texts)('$operation.id $text', async ({ operation, type, text }) => {
    const { method, template: path } = operation
    const headers = { authorization: keys[keyOf(operation)], 'content-type': type }
    const response = await test.send({ method, path, headers, body: text })
    expect(response.status, response.text).toBe(200)
  })

  it.each(examples)('$title', async ({ operation, type, body }) => {
    const record = await storedRecord(operation, type, body)
    expect(asSent(body, record)).toEqual(body)
  })

  it.each(batches)('every line of $title', async ({ operation, type, media }) => {
    for (const example of Object.values(media.examples ?? {})) {
      const { text } = await test.send({
        method: 'POST',
        path: operation.template,
        headers: { authorization: keys.author, 'content-type': type },
        body: resolve(example).value as string,
      })
      expect(text).toContain('"status":201')
      expect(text).not.toContain('problem')
    }
  })

  it.each(records)('the examples of all fields together: $title', async (sent) => {
    const body = bodyOfExamples(sent.media.schema) as object
    expect(Object.keys(body).length).toBeGreaterThan(0)
    const record = await storedRecord(sent.operation, sent.type, body)
    expect(asSent(body, record)).toEqual(body)
  })
})
