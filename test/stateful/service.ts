import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../../src/database/tables.ts'
import type { TestService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeArtworkCategory, makeEventCategory } from '../support/make-categories.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'
import type { Answer, Sent } from '../support/send.ts'
import type { Kind, PictureTable } from './kind.ts'
import {
  currentTag,
  SCOPES,
  versionOf,
  WRITERS,
  type Caller,
  type Collection,
  type Model,
  type ModelRecord,
  type User,
} from './model.ts'

type Schemas = components['schemas']

interface Writer {
  readonly key: string
  /** As in records. */
  readonly user: User
}

/** Units of a currency for one euro, times a hundred; JPY has no rate. */
export const RATES: ReadonlyMap<string, bigint> = new Map([
  ['EUR', 100n],
  ['USD', 125n],
  ['DKK', 746n],
])

/** The records before the first step, which do not change. */
export interface World {
  readonly writers: ReadonlyMap<Caller, Writer>
  /** As in responses. */
  readonly venues: readonly Schemas['Venue'][]
  readonly eventCategories: readonly Schemas['EventCategory'][]
  readonly artworkCategories: readonly Schemas['ArtworkCategory'][]
  readonly placeholders: {
    readonly event_images: Schemas['EventImage']
    readonly artwork_images: Schemas['ArtworkImage']
  }
}

export async function makeWorld({ db, get }: TestService): Promise<World> {
  for (const [currency, rate] of RATES) {
    if (currency !== 'EUR') await makeExchangeRate(db, currency, String(Number(rate) / 100))
  }
  await makeVenue(db)
  const nowhere = { name: 'Øst', city: '', country_code: null, latitude: null, longitude: null }
  await makeVenue(db, nowhere)
  await makeVenue(db, { name: 'Halle 14', city: 'Leipzig', country_code: 'DE' })
  await makeEventCategory(db, { name: 'Fairs', image: '/categories/2.svg' })
  await makeArtworkCategory(db)
  const all = async <Item>(path: string) => (await get(path))['results'] as Item[]
  const event = await get(`/events/${(await makeEvent(db)).id}/`)
  const artwork = await get(`/marketplace-artworks/${(await makeArtwork(db)).id}/`)
  const writers = await Promise.all(
    WRITERS.map(async (caller) => [caller, await makeWriter(db, caller)] as const),
  )
  return {
    writers: new Map(writers),
    venues: await all('/venues/'),
    eventCategories: await all('/event-categories/'),
    artworkCategories: await all('/artwork-categories/'),
    placeholders: {
      event_images: event['featured_image'] as Schemas['EventImage'],
      artwork_images: artwork['featured_image'] as Schemas['ArtworkImage'],
    },
  }
}

async function makeWriter(db: Kysely<Database>, caller: Caller): Promise<Writer> {
  const { id, username, slug } = await makeUser(db, { username: caller, slug: caller })
  const { key } = await makeApiKey(db, { owner_id: id, scopes: SCOPES[caller] })
  const name = '<NAME>'
  const names = { first_name: name, last_name: name, display_name: name, display_name_full: name }
  return { key, user: { id, username, slug, ...names, email: '<EMAIL>', telephone: '<PHONE>' } }
}

const COLLECTIONS: readonly Collection[] = ['events', 'artworks', 'galleries', 'artists', 'tags']
const PICTURES: readonly PictureTable[] = ['event_images', 'artwork_images', 'images']

/** Restarts the ids too, so that a run can be repeated. */
export async function removeRecords(db: Kysely<Database>): Promise<void> {
  for (const name of COLLECTIONS) {
    const table = sql.table(name)
    await sql`DELETE FROM ${table}`.execute(db)
    await sql`ALTER TABLE ${table} ALTER id RESTART`.execute(db)
  }
  for (const name of PICTURES) {
    const table = sql.table(name)
    await sql`DELETE FROM ${table} WHERE id > 1`.execute(db)
    await sql`ALTER TABLE ${table} ALTER id RESTART WITH 2`.execute(db)
  }
}

/** The ids of the pictures in a table, without the placeholder. */
export async function storedPictures(db: Kysely<Database>, table: PictureTable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE id > 1 ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The service under test. */
export interface Service {
  /** Sends a request with the caller's key and validates the response against the contract. */
  send(caller: Caller, sent: Sent): Promise<Answer>
}

/** A well-formed key of no client. */
const STRANGE_KEY = `amk_${'x'.repeat(42)}A`

export function serviceFor(test: TestService, { writers }: World): Service {
  return {
    send: (caller, sent) => {
      const key = caller === 'stranger' ? STRANGE_KEY : writers.get(caller)?.key
      const authorization = key !== undefined && { authorization: `Bearer ${key}` }
      return test.send({ ...sent, headers: { ...sent.headers, ...authorization } })
    },
  }
}

export function pathOf({ path, suffix = '' }: Kind, id: number | string): string {
  return `${path}${id}/${suffix}`
}

/** Its owner gets the record of the model, and the ETag that a condition can then have. */
export async function expectStored(
  service: Service,
  model: Model,
  record: ModelRecord,
  kind: Kind = record.kind,
): Promise<void> {
  const owner = kind.ownerOf(record, model)
  const response = await service.send(owner, { path: pathOf(kind, record.item.id) })
  expect([response.status, response.json()]).toEqual([200, kind.shown(record.item, model)])
  const tag = response.headers['etag'] ?? ''
  expect(versionOf(tag)).toBe(versionOf(currentTag(record)))
  if (tag !== currentTag(record)) record.etags.push(tag)
}

/** The caller as in records. */
export function writerOf({ writers }: World, caller: Caller): User {
  const writer = writers.get(caller)
  if (writer === undefined) throw new Error(`${caller} writes nothing`)
  return writer.user
}

export function headersOf(values: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, string>
}
