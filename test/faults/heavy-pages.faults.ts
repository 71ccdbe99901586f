import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsInRange } from '../../src/read-model/page-queries.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { MAX_PAGE_BYTES } from '../../src/response-body.ts'
import { timeZoneAt } from '../../src/time-zones.ts'
import { itemOf, listPath, needsKey, operations, PARENT_ID } from '../contract/document.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { isNightly, shareOf } from '../support/amount.ts'
import { URLS, testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork, type ArtworkValues } from '../support/make-artwork.ts'
import { makeParents } from '../support/make-parents.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeEventImage, makeImage, makeVenueImage } from '../support/make-images.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { walkPages } from '../support/walk-pages.ts'
import { createMeter, type Meter } from './requests/meter.ts'

// Lists of the largest records that any release has taken: the maximum length in every text, of characters that have six
// bytes in JSON. No page of them is larger, or costs much more, than the contract and SECURITY.md say.

const RECORDS = 100
/**
 * Artworks that embed as many artists and tags as one may, at each end of an order: a page of them has only one record, of
 * more than a megabyte.
 */
const MAXIMAL_ARTWORKS = 2
/** The artists and tags of the others. A page of these ends early as well. */
const FEW = 5
const MEGABYTE = 1024 * 1024

/** The processor time of a page, as a multiple of a page of 18 ordinary events. */
const MAX_RATIO = 20
/** Other load only adds to a measurement. */
const TRIES = 4

const MAX_MEMORY = 32 * MEGABYTE

const heavy = (length: number): string => '\u0001'.repeat(length)
const url = `https://art.example/${'a'.repeat(1_980)}`
const picture = {
  alt_text: heavy(1_000),
  caption: heavy(1_000),
  description: heavy(2_000),
}

/** Names and texts that take long to fold, because folding makes 18 characters of one, and a search that finds the artworks with them. */
const long = (length: number): string => '\uFDFA'.repeat(length)
const SEARCHED = 'abc abcd abcde bcd bcde bcdef cde cdef cdefg def'
const SEARCHED_ARTWORKS = 10
const OF_SEARCH = `/marketplace-artworks/?limit=100&q=${encodeURIComponent(`${SEARCHED}${' я'.repeat(70)}`)}`

/** Venues of events that take long without being large: each in a time zone of its own, and with a text of line breaks. */
const VENUES = { ofZones: 2_000_000, ofLineBreaks: 2_000_001 }

const isLimit = ({ name }: { readonly name: string }): boolean => name === 'limit'

const test = useDatabase()
let app: Awaited<ReturnType<typeof testApp>>
let meter: Meter
let origin: string
let key: string

beforeAll(async () => {
  const { db } = test
  const sender = await makeApiKey(db)
  key = sender.key
  for (let count = 0; count < 40; count += 1) {
    await makeEvent(db, {
      author_id: sender.userId,
      start_time: '2030-01-01T00:00:00Z',
      end_time: '2030-01-02T00:00:00Z',
    })
  }
  const artists: number[] = []
  const tags: number[] = []
  for (let number = 0; number < RECORDS; number += 1) {
    const image = await makeImage(db, { ...picture, image: url })
    const named = { name: `${number}${heavy(290)}`, summary: heavy(5_000) }
    artists.push((await makeArtist(db, { ...named, featured_image_id: image.id })).id)
    tags.push((await makeTag(db, { name: `${number}${heavy(290)}`, description: heavy(2_000) })).id)
  }
  const galleryTexts = {
    name: heavy(300),
    summary: heavy(5_000),
    address: heavy(1_000),
    owner_id: sender.userId,
  }
  const below: ArtworkValues = await makeParents(db, 'artworks')
  const ofEvents = await makeParents(db, 'events')
  const parent = (table: 'artists' | 'galleries' | 'venues') =>
    db.updateTable(table).where('id', '=', PARENT_ID)
  await parent('galleries').set(galleryTexts).execute()
  await parent('artists')
    .set({ name: heavy(300), summary: heavy(5_000) })
    .execute()
  await parent('venues')
    .set({ name: heavy(300) })
    .execute()
  const venueImage = await makeVenueImage(db, picture)
  for (let number = 0; number < RECORDS; number += 1) {
    const image = await makeImage(db, { ...picture, image: url })
    await makeGallery(db, { ...galleryTexts, featured_image_id: image.id })
    await makeVenue(db, {
      name: heavy(300),
      city: heavy(300),
      gallery_id: PARENT_ID,
      featured_image_id: venueImage.id,
    })
    const fromEnd = Math.min(number, RECORDS - 1 - number)
    const embedded = fromEnd < MAXIMAL_ARTWORKS ? 50 : FEW
    for (const publish_status of number < 5
      ? (['published', 'draft'] as const)
      : (['published'] as const)) {
      await makeArtwork(db, {
        ...(number === 0 && publish_status === 'published' && { id: 1_000_000 }),
        ...below,
        title: heavy(300),
        medium: heavy(1_000),
        artists: [...(below.artists ?? []), ...artists].slice(0, embedded),
        tags: [...(below.tags ?? []), ...tags].slice(0, embedded),
        publish_status,
        published_at: publish_status === 'draft' ? null : '2024-05-07T10:00:00Z',
      })
    }
    await makeEvent(db, {
      title: heavy(300),
      content: heavy(20_000),
      address: heavy(300),
      additional_info: heavy(2_000),
      external_url: url,
      ...ofEvents,
      featured_image_id: (await makeEventImage(db, picture)).id,
      start_time: '2020-01-01T00:00:00Z',
      end_time: '2020-01-02T00:00:00Z',
    })
  }
  await makeSearched()
  const places = placesOfZones(RECORDS)
  await makeVenue(db, { id: VENUES.ofZones })
  await makeVenue(db, { id: VENUES.ofLineBreaks })
  for (const [number, place] of places.entries()) {
    // Between the largest ones and the ordinary ones. A calendar has the changes of the offset of a zone before each time.
    const values = {
      start_time: '2025-03-01T10:00:00Z',
      end_time: `${2040 + number}-08-01T10:00:00Z`,
    }
    await makeEvent(db, { ...values, venue_id: VENUES.ofZones, ...place })
    const content = 'a\n\n'.repeat(1_000)
    await makeEvent(db, { ...values, venue_id: VENUES.ofLineBreaks, content })
  }
  app = await testApp(test, { limits: { perMinute: 1_000_000_000, poolSize: 8 } })
  const port = await listenOnFreePort(app)
  meter = createMeter(port)
  origin = `http://127.0.0.1:${port}`
}, 300_000)

afterAll(async () => {
  meter.close()
  await app.close()
})

async function makeSearched(): Promise<void> {
  const { db } = test
  for (let number = 0; number < SEARCHED_ARTWORKS; number += 1) {
    const artists: number[] = []
    for (let count = 0; count < 50; count += 1) {
      artists.push((await makeArtist(db, { name: `${number} ${count} ${long(280)}` })).id)
    }
    const texts = { title: `${SEARCHED} ${long(250)}`, medium: long(1_000) }
    await makeArtwork(db, { ...texts, artists, order_date: '2020-01-01T00:00:00Z' })
  }
}

/** Places in as many time zones. */
function placesOfZones(count: number): { latitude: string; longitude: string }[] {
  const places = new Map<string, { latitude: string; longitude: string }>()
  for (let n = 1; places.size < count; n += 1) {
    const [latitude, longitude] = [((n * 0.618) % 1) * 130 - 60, ((n * 0.755) % 1) * 358 - 179]
    places.set(timeZoneAt(latitude, longitude), {
      latitude: latitude.toFixed(4),
      longitude: longitude.toFixed(4),
    })
  }
  return [...places.values()]
}

interface Page {
  readonly bytes: number
  readonly count: number
  readonly next: string | null
  readonly ids: readonly number[]
}

async function read(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(`${origin}${path}`, { headers })
  const text = await response.text()
  // On a busy machine, to build the documents of a page takes longer than a request may; each time, more of them are stored.
  if (response.status === 503) return read(path, headers)
  if (response.status !== 200) throw new Error(text)
  const { count, next, results } = JSON.parse(text) as {
    count: number
    next: string | null
    results: { id: number }[]
  }
  return { bytes: Buffer.byteLength(text), count, next, ids: results.map(({ id }) => id) }
}

/** Every list that needs no key, in an order that begins with the largest records, and one in another order. */
const LISTS = [
  ...operations
    .filter(({ id, parameters }) => id.startsWith('list') && parameters.some(isLimit))
    .filter((operation) => !needsKey(operation))
    .map((operation) => {
      const ordering = itemOf(operation) === 'Event' ? '&ordering=start_time' : ''
      return `${listPath(operation)}?limit=100${ordering}`
    }),
  '/marketplace-artworks/?limit=100&ordering=-price_usd',
]

const OF_VENUES = Object.values(VENUES).map((id) => `/venues/${id}/events/?limit=100`)

/** The largest record: it embeds 50 artists and 50 tags. */
const RECORD = '/marketplace-artworks/1000000/'

/** The lists above, and lists that only a member sees. */
const WALKS = [
  ...LISTS,
  '/events/?limit=100',
  '/marketplace-artworks/?limit=100&publish_status=draft',
]

describe('a page of the largest records', () => {
  it.each(WALKS)(
    'of %s ends before it is too long, and the walk has each record once',
    async (path) => {
      const pages = await walkPages(
        (at) => read(at, { authorization: `Bearer ${key}` }),
        `/api/v1${path}`,
      )
      const ids = pages.flatMap((page) => page.ids)
      expect(new Set(ids).size).toBe(pages[0]?.count)
      expect(ids.length).toBe(pages[0]?.count)
      for (const { bytes, ids: shown } of pages) {
        expect(shown.length === 1 || bytes <= MAX_PAGE_BYTES + 4_096).toBe(true)
      }
    },
  )

  it.each(
    [false, true].flatMap((isStored) =>
      [false, true].flatMap((descending) =>
        [false, true].map((isBackwards) => ({ isStored, descending, isBackwards })),
      ),
    ),
  )('is read or built up to its end only: %j', async ({ isStored, descending, isBackwards }) => {
    const order = SORT_ORDERS.find(({ name }) => name === 'events.start_time') as SortOrder
    const options = { urls: URLS, buildsMissing: !isStored, spec: DOCUMENTS.events }
    const range = {
      from: undefined,
      isBackwards,
      skip: isBackwards ? 40 + 2 * RECORDS : 0,
      limit: RECORDS,
    }
    const { text, values } = rowsInRange({ order, descending }, range, options)
    const statement = CompiledQuery.raw(text, [...values])
    let rows: readonly { text: string | null }[] = []
    const isRolledBack = test.db.transaction().execute(async (trx) => {
      if (!isStored) await trx.deleteFrom('event_documents').execute()
      ;({ rows } = await trx.executeQuery<{ text: string | null }>(statement))
      throw new Error('Nothing is written')
    })
    await expect(isRolledBack).rejects.toThrow('Nothing is written')
    expect(rows).toHaveLength(RECORDS)
    const texts = (descending === isBackwards ? rows : rows.toReversed()).map((row) => row.text)
    const end = texts.indexOf(null)
    expect(texts.slice(end).every((one) => one === null)).toBe(true)
    const lengths = texts.slice(0, end).map((one) => one?.length ?? 0)
    expect(sum(lengths)).toBeGreaterThanOrEqual(MAX_PAGE_BYTES)
    expect(sum(lengths.slice(0, -1))).toBeLessThan(MAX_PAGE_BYTES)
  })
})

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Each has its own `Accept`, so that none is answered from the cache. */
const request = (path: string, accept: string, headers: string, n: number): Buffer =>
  Buffer.from(
    `GET /api/v1${path} HTTP/1.1\r\nhost: a\r\naccept: ${accept}, x/${n}\r\n${headers}\r\n`,
  )

const PATHS = [...LISTS, ...OF_VENUES, RECORD]

/** To compress a page costs as much as its bytes, whatever list it is of. */
const COMPRESSED = isNightly ? PATHS : PATHS.filter((path) => path === LISTS[0] || path === RECORD)

/** The slowest of each kind, and those of the other lists that one of two representations has on a commit. */
const inTurn = (variant: number): readonly string[] => {
  const slowest = [RECORD, LISTS[0] ?? '', ...OF_VENUES]
  const others = PATHS.filter((path) => !slowest.includes(path))
  return [...slowest, ...shareOf(others, variant, { of: 2 })]
}

describe.each([
  ['JSON', 'application/json', '', inTurn(0)],
  ['JSON with br', 'application/json', 'accept-encoding: br\r\n', COMPRESSED],
  ['JSON with gzip', 'application/json', 'accept-encoding: gzip\r\n', COMPRESSED],
  ['HTML', 'text/html', '', [...inTurn(1), OF_SEARCH]],
  ['a calendar', 'text/calendar', '', OF_VENUES],
])('a page as %s', (name, accept, headers, paths) => {
  const cost = (path: string, times: number): Promise<number> =>
    meter.cost((n) => request(path, accept, headers, n), times)
  const ordinary = '/events/?limit=18'

  beforeAll(() => cost(ordinary, 40))

  it.each(paths)('of %s costs at most 20 pages of 18 ordinary events', async (path) => {
    await cost(path, 4)
    let ratio = Infinity
    for (let tried = 0; tried < TRIES && ratio > MAX_RATIO; tried += 1) {
      const reference = await cost(ordinary, 20)
      ratio = Math.min(ratio, (await cost(path, 4)) / reference)
    }
    console.log(`${ratio.toFixed(1)}: ${path} as ${name}`)
    expect(ratio).toBeLessThan(MAX_RATIO)
  })
})

it('of any list takes at most 32 MiB of memory', async () => {
  for (const path of LISTS) {
    const before = memory()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, memory() - before)
    }, 1)
    await meter.send(request(path, 'application/json', '', -1))
    clearInterval(timer)
    console.log(`${(Math.max(most, memory() - before) / MEGABYTE).toFixed(0)} MiB: ${path}`)
    expect(Math.max(most, memory() - before)).toBeLessThan(MAX_MEMORY)
  }
})

/** Of objects and buffers in use, in bytes; those that are garbage may count. */
function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
