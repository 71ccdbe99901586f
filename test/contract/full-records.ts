import type { Kysely } from 'kysely'
import type { Database, NamedTable } from '../../src/database/tables.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeArtworkCategory, makeEventCategory } from '../support/make-categories.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import {
  makeArtworkImage,
  makeColor,
  makeEventImage,
  makeImage,
  makeVenueImage,
} from '../support/make-images.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { document, tableOf } from './document.ts'

const EDITORIAL = {
  tooltip: 'On paper',
  caption: 'Prints and drawings',
  meta_description: 'Prints and drawings by living artists',
  editor_notes: 'Without posters.',
}

/** An artwork with a distinct value in every field, including embedded ones. */
export async function makeFullArtwork(db: Kysely<Database>): Promise<number> {
  const user = await makeUser(db)
  const picture = await makeImage(db, { uploaded_by: user.id, alt_text: 'A shop front' })
  const artist = await makeArtist(db, { featured_image_id: picture.id })
  const gallery = await makeGallery(db, { featured_image_id: picture.id, owner_id: user.id })
  const color = await makeColor(db, { red: 220, green: 20, blue: 60 })
  const other = await makeColor(db, { red: 245, green: 245, blue: 245 })
  const image = await makeArtworkImage(db, { colors: [color.id, other.id], uploaded_by: user.id })
  const category = await makeArtworkCategory(db, {
    ...EDITORIAL,
    description: 'Works on paper.',
    collectors: [user.id],
  })
  const artwork = await makeArtwork(db, {
    artists: [artist.id],
    tags: [(await makeTag(db)).id],
    gallery_id: gallery.id,
    author_id: user.id,
    featured_image_id: image.id,
    category_id: category.id,
    year_of_creation: 1987,
    size_h: 60.5,
    size_w: 80,
    size_d: 2.5,
    automated_offers: true,
    automated_offers_discount_rate: 10,
    automated_offer_days_valid: 7,
    medium: 'Oil on canvas\n',
    street_address: '12 Quay Street',
    city: 'Bristol',
    zip_code: 'BS1 4DJ',
    state: 'Avon',
  })
  return artwork.id
}

/** An event with a distinct value in every field, including embedded ones. */
export async function makeFullEvent(db: Kysely<Database>): Promise<number> {
  const user = await makeUser(db)
  const image = await makeEventImage(db, { uploaded_by: user.id, caption: 'The hall' })
  const category = await makeEventCategory(db, { ...EDITORIAL, image: '/categories/2.svg' })
  const event = await makeEvent(db, {
    author_id: user.id,
    venue_id: await makeFullVenue(db),
    category_id: category.id,
    featured_image_id: image.id,
    price: '12.50',
    publish_time: '2024-02-01T08:00:00Z',
    content: 'Forty paintings\r\nof the far north.',
    latitude: '56.153300',
    longitude: '10.214100',
    buy_tickets_url: 'https://tickets.example/812',
    contact_name: 'Karen Holm',
    email: 'karen.holm@kunsthal-nord.example',
    external_url: 'https://kunsthal-nord.example/northern-light',
    phone: '+45 86 12 34 56',
    additional_info: 'Step-free access.',
    press_release: 'https://kunsthal-nord.example/press.pdf',
    banner_logo: '/logos/812.svg',
    is_cancelled: true,
  })
  return event.id
}

/** A venue with a distinct value in every field, including embedded ones. */
export async function makeFullVenue(db: Kysely<Database>): Promise<number> {
  const user = await makeUser(db)
  const picture = await makeVenueImage(db, { uploaded_by: user.id })
  const venue = await makeVenue(db, {
    featured_image_id: picture.id,
    response_time: 'within a day',
  })
  return venue.id
}

/** A webhook with a value in every field. */
async function makeFullWebhook(db: Kysely<Database>): Promise<number> {
  const webhook = await makeWebhook(db, {
    is_active: false,
    disabled_at: '2024-05-07T09:30:00Z',
    disabled_reason: 'gone',
    previous_secret_ends_at: '2099-07-01T08:00:00Z',
  })
  return webhook.id
}

/** One full record for each path of the contract that has an `{id}`, by the path. */
export async function makeFullRecords(
  db: Kysely<Database>,
): Promise<Readonly<Record<string, number>>> {
  const made: Readonly<Record<string, number>> = {
    '/marketplace-artworks/{id}/': await makeFullArtwork(db),
    '/events/{id}/': await makeFullEvent(db),
    '/venues/{id}/': await makeFullVenue(db),
    '/api-keys/{id}/': (
      await makeApiKey(db, {
        expires_at: '2099-07-01T08:00:00Z',
        last_used_at: '2099-06-01T08:00:00Z',
      })
    ).id,
  }
  const templates = Object.keys(document.paths).filter((template) => template.includes('{id}'))
  const webhook = await makeFullWebhook(db)
  const ids = templates.map(async (template) => {
    if (template.startsWith('/webhooks/')) return webhook
    return made[template] ?? (await embeddedId(db, template))
  })
  return Object.fromEntries((await Promise.all(ids)).map((id, at) => [templates[at], id]))
}

/** A record that those above embed, or a new one of a kind that they do not embed. */
async function embeddedId(db: Kysely<Database>, template: string): Promise<number> {
  const table = tableOf(template)
  const found = db
    .selectFrom(table as NamedTable)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return ((await found.catch(() => undefined)) ?? (await makeNamed(db, table))).id
}
