import { isDeepStrictEqual } from 'node:util'
import { sentForm } from '../../records/sent-form.ts'
import type { Sent } from '../../../scripts/contract/http-client.ts'

/** A client with galleries of its own, for `artworks:write`, `catalogue:write` and `events:write`. */
export interface Partner {
  readonly key: string
  /** Two, of which no other client writes artworks. */
  readonly galleries: readonly number[]
  /** At least three. */
  readonly artists: readonly number[]
  /** At least two. */
  readonly tags: readonly number[]
  readonly category: number
  readonly venue: number
  readonly eventCategory: number
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A kind of records that one client creates, changes and deletes. Each state of a record has a number, from which all
 * its fields follow, those in other tables included: a record with fields of two states was written by half.
 */
export interface WrittenKind {
  readonly path: string
  /** The same names with the same values in each write of a state. */
  fields(partner: Partner, name: string, state: number): Fields
}

interface Shown {
  readonly id: number
  readonly featured_image: { readonly image: string | { readonly full_size: string } } | null
  readonly [name: string]: unknown
}

/** Every third state has no picture, and every other one another picture. */
function picture(name: string, state: number): { full_size: string } | null {
  const file = `${name.replaceAll(/\W/g, '-')}-${state}.jpg`
  return state % 3 === 2 ? null : { full_size: `https://kunsthal-nord.example/${file}` }
}

function shownPicture({ featured_image }: Shown): { full_size: string } | null {
  const image = featured_image?.image
  const full_size = typeof image === 'string' ? image : image?.full_size
  return full_size?.startsWith('https://kunsthal-nord.example/') ? { full_size } : null
}

/** Some of the ids, others in each state. */
function someOf(ids: readonly number[], count: number, state: number): number[] {
  return Array.from({ length: count }, (_, at) => ids[(state + at) % ids.length] ?? 0)
}

const ascending = (numbers: number[]) => numbers.toSorted((one, other) => one - other)

export const WRITTEN_KINDS = {
  artwork: {
    path: '/marketplace-artworks/',
    fields: ({ galleries, artists, tags, category }, name, state) => ({
      title: name,
      artists: someOf(artists, 1 + (state % 3), state),
      // An artwork moves between the galleries, and is not public in every fourth state.
      gallery: galleries[state % galleries.length],
      publish_status: state % 4 === 3 ? 'archived' : 'published',
      units: 'centimeter',
      category,
      price_display: 'show price',
      price: state,
      medium: `State ${state}`,
      tags: ascending(someOf(tags, state % 3, state)),
      featured_image: picture(name, state),
    }),
  },
  gallery: {
    path: '/galleries/',
    fields: (_, name, state) => ({
      name,
      city: `City ${state}`,
      summary: `State ${state}`,
      featured_image: picture(name, state),
    }),
  },
  artist: {
    path: '/artists/',
    fields: (_, name, state) => ({
      name,
      summary: `State ${state}`,
      featured_image: picture(name, state),
    }),
  },
  event: {
    path: '/events/',
    fields: ({ venue, eventCategory }, name, state) => ({
      title: name,
      venue,
      category: eventCategory,
      start_time: '2031-05-01T18:00:00Z',
      end_time: `2031-05-0${1 + state}T21:00:00Z`,
      content: `State ${state}`,
    }),
  },
} as const satisfies Readonly<Record<string, WrittenKind>>

/** Whether the record has all fields of the state, and of no other. */
export function isInState(
  kind: WrittenKind,
  partner: Partner,
  { name, state }: { readonly name: string; readonly state: number },
  text: string,
): boolean {
  const record = JSON.parse(text) as Shown
  const fields = kind.fields(partner, name, state)
  const shown = Object.keys(fields).map((field) => [
    field,
    field === 'featured_image' ? shownPicture(record) : sentForm(record[field]),
  ])
  return isDeepStrictEqual(Object.fromEntries(shown), fields)
}

/** A request that creates a record once, also when it is repeated. */
export function creation(kind: WrittenKind, partner: Partner, name: string): Sent {
  return {
    method: 'POST',
    url: `/api/v1${kind.path}`,
    headers: { ...headersOf(partner), 'idempotency-key': name },
    body: JSON.stringify(kind.fields(partner, name, 0)),
  }
}

export function headersOf({ key }: Partner): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}
