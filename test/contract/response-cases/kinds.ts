import { sql } from 'kysely'
import { requireSet } from '../../../src/contract/request-context.ts'
import { NAMED_LISTS, REFERENCES, UNIQUE_NAMES, type Reference } from '../document.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeDayOfRates } from '../../support/make-exchange-rate.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeNamed } from '../../support/make-named.ts'
import { referring } from '../../support/make-parents.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeWebhook } from '../../support/make-webhook.ts'
import { nextNumber } from '../../support/sequence.ts'
import type { MakeRequest, World } from './response-case.ts'

type Db = World['db']

/** Fields of a body. */
export type Fields = object | ((world: World) => object | Promise<object>)

/** The body of an operation that reads no JSON. */
interface TextBody {
  readonly mediaType: string
  readonly text: string
  /** Bodies that get 422. */
  readonly unprocessable: readonly string[]
}

/** Of the operations of a path. */
export const textBodies: Readonly<Record<string, TextBody>> = {
  '/exchange-rates/': {
    mediaType: 'text/csv',
    text: 'Date, USD, GBP, \n13 April 2026, 1.1684, 0.87058, \n',
    unprocessable: [
      '{}',
      'Date,USD,\n',
      'Date,USD,\n2999-01-01,1.1,\n',
      'Date,USD,\n2026-04-13,x,\n',
    ],
  },
}

/** What distinguishes the requests for one kind of record; all else follows from the contract. */
export interface Kind {
  /** The fields of a valid POST, PUT and PATCH. */
  readonly body: Fields
  /** A record that the user owns and everybody may see. */
  readonly make: (db: Db, userId: string) => Promise<{ readonly id: number | string }>
  /** One that nobody else may see, for a kind with drafts. */
  readonly makeDraft?: Kind['make']
  readonly isSecret?: true
  /** Whether only the owner may change a record. */
  readonly isOwned?: true
  readonly valid?: readonly Fields[]
  readonly unprocessable?: readonly Fields[]
  /** Fields that get 403. */
  readonly forbidden?: readonly Fields[]
  /** Makes a record that refers to the record with the id. */
  readonly refer?: (db: Db, id: number) => Promise<{ readonly id: number }>
  /** A record in a state in which the operation gets 409. */
  readonly makeBusy?: Kind['make']
  /** The deletion of a record that is in use in another way. */
  readonly used?: MakeRequest
}

const DRAFT = { publish_status: 'draft', published_at: null }
const ABSENT = 2147483647
const makeOwnGallery = (db: Db, owner_id: string) => makeGallery(db, { owner_id })

/** Of the kinds whose records refer to records with a name. */
const MAKERS: Readonly<
  Record<string, (db: Db, values: object) => Promise<{ readonly id: number }>>
> = {
  '/marketplace-artworks/': makeArtwork,
  '/events/': makeEvent,
}

/** Makes a record that refers to the record with the id. */
export function insertReferrer(db: Db, reference: Reference, id: number) {
  return requireSet(MAKERS[reference.referrers])(db, referring(reference, [id]))
}

/** What named records have besides a name, by the path of their list. */
const NAMED: Readonly<Record<string, Partial<Kind>>> = {
  '/galleries/': {
    make: makeOwnGallery,
    isOwned: true,
    unprocessable: [
      { owner: 'nobody' },
      async ({ db }) => ({ owner: (await makeUser(db)).username }),
    ],
  },
  '/venues/': {
    body: { name: 'Kunsthal Nord', city: 'Aarhus', country: 'DK' },
    valid: [{ country: '', geolocation: '' }],
    unprocessable: [{ country: 'EU' }],
  },
}

function namedKind(list: (typeof NAMED_LISTS)[number]): Kind {
  const takenName: Fields = async ({ db }) => ({ name: (await makeNamed(db, list.table)).name })
  const reference = REFERENCES.find(({ to }) => to === list)
  return {
    body: () => ({ name: `Moonlight ${nextNumber()}` }),
    make: (db) => makeNamed(db, list.table),
    unprocessable: UNIQUE_NAMES.includes(list) ? [takenName] : [],
    ...(reference && { refer: (db: Db, id: number) => insertReferrer(db, reference, id) }),
    ...NAMED[list.path],
  }
}

/** A body for each field of a kind that refers to records with a name: no record has the id. */
function unknownReferences(path: string): Fields[] {
  return REFERENCES.filter(({ referrers }) => referrers === path).map(({ field, isMany }) => ({
    [field]: isMany ? [ABSENT] : ABSENT,
  }))
}

const WEBHOOK = {
  // A user has few webhooks: this deletes all but the one of the reads, and that of the request.
  body: async ({ db, recordIds }: World) => {
    const kept = recordIds['/webhooks/{id}/'] ?? 0
    await sql`DELETE FROM webhooks WHERE id <> ${kept} AND id < (SELECT max(id) FROM webhooks)`.execute(
      db,
    )
    return { url: 'https://hooks.quayside.example/art', collections: ['marketplace-artworks'] }
  },
  make: async (db, owner_id) => makeWebhook(db, { owner_id }),
  isSecret: true,
} satisfies Kind

/** A webhook that has as many waiting messages as it may have. */
const makeFullWebhook: Kind['make'] = async (db, owner_id) => {
  const webhook = await makeWebhook(db, { owner_id })
  const waiting = { webhook_id: webhook.id, type: 'ping', body: '{}', is_manual: true }
  const rows = Array.from({ length: 10 }, () => ({ ...waiting, next_attempt_at: '2099-01-01Z' }))
  await db.insertInto('webhook_deliveries').values(rows).execute()
  return webhook
}

/** By the path of the list, or of the resource itself. */
export const kinds: Readonly<Record<string, Kind>> = {
  '/webhooks/': {
    ...WEBHOOK,
    valid: [{ operations: ['delete'], is_active: false }],
    unprocessable: [
      { url: 'http://hooks.quayside.example/art' },
      { url: 'https://hooks.quayside.example/#art' },
    ],
  },
  '/webhooks/{id}/secret/': WEBHOOK,
  '/webhooks/{id}/ping/': { ...WEBHOOK, makeBusy: makeFullWebhook },
  '/webhooks/{id}/redelivery/': { ...WEBHOOK, makeBusy: makeFullWebhook },
  ...Object.fromEntries(NAMED_LISTS.map((list) => [list.path, namedKind(list)])),
  '/galleries/{id}/members/': {
    body: async ({ db }) => {
      await db.deleteFrom('gallery_invitations').execute()
      return { members: [(await makeUser(db)).username] }
    },
    make: makeOwnGallery,
    isOwned: true,
    valid: [{ members: [] }],
    unprocessable: [
      // One more invitation than a user may have sent.
      async ({ db, authorId }) => {
        for (let sent = 0; sent < 5; sent += 1) {
          const { id: gallery_id } = await makeOwnGallery(db, authorId)
          const usernames = Array.from({ length: 100 }, (_, at) => `guest-${at}`)
          const invitations = usernames.map((username) => ({
            gallery_id,
            username,
            invited_by: authorId,
          }))
          await db.insertInto('gallery_invitations').values(invitations).execute()
        }
        return { members: ['nobody'] }
      },
    ],
  },
  '/exchange-rates/{date}/': {
    body: {},
    make: async (db) => ({ id: await makeDayOfRates(db) }),
  },
  '/marketplace-artworks/': {
    body: ({ recordIds }: World) => ({
      title: 'Harbour at Dusk',
      artists: [recordIds['/artists/{id}/']],
      gallery: recordIds['/galleries/{id}/'],
      units: 'centimeter',
      category: 2,
      price: null,
      price_display: 'price on request',
      tags: [recordIds['/tags/{id}/']],
    }),
    make: async (db, userId) =>
      makeArtwork(db, { gallery_id: (await makeOwnGallery(db, userId)).id }),
    makeDraft: async (db, userId) =>
      makeArtwork(db, { gallery_id: (await makeOwnGallery(db, userId)).id, ...DRAFT }),
    isOwned: true,
    valid: [{ is_active: false }],
    unprocessable: [
      ...unknownReferences('/marketplace-artworks/'),
      { price_display: 'show price' },
    ],
    forbidden: [async ({ db }) => ({ gallery: (await makeGallery(db)).id })],
  },
  '/api-keys/': {
    body: { scopes: ['events:write'] },
    // A user has few valid keys, so most of these are not valid any more.
    make: (db, owner_id) => makeApiKey(db, { owner_id, expires_at: '2024-05-07T09:30:00Z' }),
    isSecret: true,
    valid: [
      { expires_at: '2099-07-01T08:00:00+02:00' },
      async ({ db, authorId }) => {
        const { id } = await makeApiKey(db, { owner_id: authorId })
        return { scopes: undefined, replaces: id, overlap_hours: 0 }
      },
    ],
    unprocessable: [
      { scopes: undefined },
      { overlap_hours: 1 },
      { expires_at: '2020-07-01T08:00:00Z' },
      { scopes: undefined, replaces: ABSENT },
    ],
    forbidden: [{ scopes: ['admin'] }, { owner: 'another' }],
    used: async ({ db, authorId }) => {
      const { id, key } = await makeApiKey(db, { owner_id: authorId })
      const headers = { authorization: `Bearer ${key}`, 'if-match': '*' }
      return { method: 'DELETE', path: `/api-keys/${id}/`, headers }
    },
  },
  '/events/': {
    body: ({ recordIds }: World) => ({
      title: 'Northern Light',
      category: 1,
      venue: recordIds['/venues/{id}/'],
      start_time: '2026-03-14T10:00:00+01:00',
      end_time: '2026-06-30T16:00:00Z',
    }),
    make: (db, author_id) => makeEvent(db, { author_id }),
    makeDraft: (db, author_id) => makeEvent(db, { author_id, ...DRAFT }),
    isOwned: true,
    unprocessable: [
      ...unknownReferences('/events/'),
      { country: 'ZZ' },
      { start_time: '2026-03-14T09:00:00Z', end_time: '2026-03-14T08:59:59Z' },
    ],
  },
}

/** The kind of record at a path. */
export function kindOf(template: string): Kind | undefined {
  return kinds[template] ?? kinds[template.replace(/\{id\}\/$/, '')]
}
