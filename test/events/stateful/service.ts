import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import type { components } from '../../../generated/v1.ts'
import type { Database } from '../../../src/database/tables.ts'
import type { TestService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeEventCategory } from '../../support/make-categories.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { currentTag, type Caller, type EventRecord, type ModelEvent } from './model.ts'
import type { Answer, Sent } from '../../support/send.ts'

type Schemas = components['schemas']

interface Writer {
  readonly key: string
  /** As in events. */
  readonly user: Schemas['User']
}

/** The records before the first step, which do not change. */
export interface World {
  readonly writers: Readonly<Record<Exclude<Caller, 'public' | 'stranger'>, Writer>>
  /** As in responses. */
  readonly venues: readonly Schemas['Venue'][]
  readonly categories: readonly Schemas['EventCategory'][]
  readonly placeholder: Schemas['EventImage']
}

export async function makeWorld({ db, get }: TestService): Promise<World> {
  await makeVenue(db)
  await makeVenue(db, {
    name: 'Øst',
    city: '',
    country_code: null,
    latitude: null,
    longitude: null,
  })
  await makeVenue(db, { name: 'Halle 14', city: 'Leipzig', country_code: 'DE' })
  await makeEventCategory(db, { name: 'Fairs', image: '/categories/2.svg' })
  const { id } = await makeEvent(db)
  const { featured_image: placeholder } = (await get(`/events/${id}/`)) as Schemas['Event']
  const { results: venues } = (await get('/venues/')) as { results: Schemas['Venue'][] }
  const { results: categories } = (await get('/event-categories/')) as {
    results: Schemas['EventCategory'][]
  }
  const writers = {
    first: await makeWriter(db, 'events:write'),
    second: await makeWriter(db, 'events:write'),
    admin: await makeWriter(db, 'admin'),
    painter: await makeWriter(db, 'artworks:write'),
  }
  return { writers, venues, categories, placeholder }
}

async function makeWriter(
  db: Kysely<Database>,
  scope: 'events:write' | 'artworks:write' | 'admin',
): Promise<Writer> {
  const { id, username, slug } = await makeUser(db)
  const { key } = await makeApiKey(db, { owner_id: id, scopes: [scope] })
  const name = '<NAME>'
  const names = { first_name: name, last_name: name, display_name: name, display_name_full: name }
  return { key, user: { id, username, slug, ...names, email: '<EMAIL>', telephone: '<PHONE>' } }
}

/** Restarts the ids too, so that a run can be repeated. */
export async function removeEvents(db: Kysely<Database>): Promise<void> {
  await sql`DELETE FROM events`.execute(db)
  await sql`ALTER TABLE events ALTER id RESTART`.execute(db)
  await sql`DELETE FROM event_images WHERE id > 1`.execute(db)
  await sql`ALTER TABLE event_images ALTER id RESTART WITH 2`.execute(db)
}

/** The number of pictures, with the placeholder. */
export async function countPictures(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM event_images`.execute(db)
  return Number(rows[0]?.count)
}

/** The service under test. */
export interface Service {
  readonly world: World
  /** Sends a request with the caller's key and validates the response against the contract. */
  send(caller: Caller, sent: Sent): Promise<Answer>
}

/** A well-formed key of no client. */
const STRANGE_KEY = `amk_${'x'.repeat(42)}A`

export function serviceFor(test: TestService, world: World): Service {
  const tags = new Map<string, string>()
  const keys = {
    ...Object.fromEntries(Object.entries(world.writers).map(([name, { key }]) => [name, key])),
    stranger: STRANGE_KEY,
  } as Partial<Record<Caller, string>>
  return {
    world,
    send: async (caller, sent) => {
      const key = keys[caller]
      const authorization = key !== undefined && { authorization: `Bearer ${key}` }
      const response = await test.send({ ...sent, headers: { ...sent.headers, ...authorization } })
      expectOneTag(tags, response)
      return response
    },
  }
}

/** Two representations have the same ETag if and only if they are equal. */
function expectOneTag(known: Map<string, string>, { text, headers }: Answer): void {
  const tag = headers['etag']
  if (tag === undefined || text === '') return
  expect(known.get(tag) ?? text).toBe(text)
  expect(known.get(text) ?? tag).toBe(tag)
  known.set(tag, text).set(text, tag)
}

/** Its author gets the event of the model. */
export async function expectStored(service: Service, event: ModelEvent): Promise<void> {
  const { author, record } = event
  const response = await service.send(author, { path: `/events/${record.id}/` })
  expect([response.status, response.json()]).toEqual([200, record])
  expect(response.headers['etag']).toBe(currentTag(event))
}

/** The caller as in records. */
export function writerOf({ writers }: World, caller: Caller): EventRecord['author'] {
  const writer = (writers as Partial<Record<Caller, World['writers']['first']>>)[caller]
  if (writer === undefined) throw new Error(`${caller} writes nothing`)
  return writer.user
}

/** The headers that have a value. */
export function headersOf(values: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, string>
}
