import { sql, type Kysely } from 'kysely'
import type { components } from '../../../generated/v1.ts'
import type { Database } from '../../../src/database/tables.ts'
import type { TestService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeEventCategory } from '../../support/make-categories.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import type { Caller } from './model.ts'

type Schemas = components['schemas']

interface Writer {
  readonly key: string
  /** As events show their author. */
  readonly user: Schemas['User']
}

/** What is there before the first command and stays as it is. */
export interface World {
  readonly writers: Readonly<Record<Exclude<Caller, 'public' | 'stranger'>, Writer>>
  /** As the service shows them. */
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

/** Numbers begin anew too, so that a run that is repeated is the same. */
export async function removeEvents(db: Kysely<Database>): Promise<void> {
  await sql`DELETE FROM events`.execute(db)
  await sql`ALTER TABLE events ALTER id RESTART`.execute(db)
  await sql`DELETE FROM event_images WHERE id > 1`.execute(db)
  await sql`ALTER TABLE event_images ALTER id RESTART WITH 2`.execute(db)
}

/** How many pictures there are, the placeholder included. */
export async function countPictures(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM event_images`.execute(db)
  return Number(rows[0]?.count)
}
