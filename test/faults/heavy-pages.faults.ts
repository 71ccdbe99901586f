import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PAGE_BYTES } from '../../src/response-body.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeEventImage, makeImage } from '../support/make-images.ts'
import { makeTag } from '../support/make-tag.ts'
import { createMeter, type Meter } from './costs/meter.ts'

// Lists of the largest records that any release has taken: the maximum length in every text, of characters that have six
// bytes in JSON. No page of them is larger, or costs much more, than the contract and SECURITY.md say.

const RECORDS = 100
const MEGABYTE = 1024 * 1024

/** The processor time of a page, as a multiple of a page of 18 ordinary events. */
const MAX_RATIO = 20
/** More than a page itself: a service reads, assembles and sends it. */
const MAX_MEMORY = 32 * MEGABYTE

const heavy = (length: number): string => '\u0001'.repeat(length)
const url = `https://art.example/${'a'.repeat(1_980)}`
const picture = {
  alt_text: heavy(1_000),
  caption: heavy(1_000),
  description: heavy(2_000),
}

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
    await makeEvent(db, { author_id: sender.userId, start_time: '2030-01-01T00:00:00Z' })
  }
  const artists: number[] = []
  const tags: number[] = []
  for (let number = 0; number < RECORDS; number += 1) {
    const image = await makeImage(db, { ...picture, image: url })
    const named = { name: `${number}${heavy(290)}`, summary: heavy(5_000) }
    artists.push((await makeArtist(db, { ...named, featured_image_id: image.id })).id)
    tags.push((await makeTag(db, { name: `${number}${heavy(290)}`, description: heavy(2_000) })).id)
  }
  const gallery = await makeGallery(db, {
    name: heavy(300),
    summary: heavy(5_000),
    address: heavy(1_000),
    owner_id: sender.userId,
  })
  for (let number = 0; number < RECORDS; number += 1) {
    for (const publish_status of ['published', 'draft'] as const) {
      await makeArtwork(db, {
        gallery_id: gallery.id,
        title: heavy(300),
        medium: heavy(1_000),
        artists: artists.slice(0, 50),
        tags: tags.slice(0, 50),
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
      featured_image_id: (await makeEventImage(db, picture)).id,
      start_time: '2020-01-01T00:00:00Z',
      end_time: '2020-01-02T00:00:00Z',
    })
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

interface Page {
  readonly bytes: number
  readonly count: number
  readonly next: string | null
  readonly ids: readonly number[]
}

async function read(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(`${origin}${path}`, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  const { count, next, results } = JSON.parse(text) as {
    count: number
    next: string | null
    results: { id: number }[]
  }
  return { bytes: Buffer.byteLength(text), count, next, ids: results.map(({ id }) => id) }
}

async function walk(path: string, headers?: Record<string, string>): Promise<Page[]> {
  const pages: Page[] = []
  for (let at: string | null = path; at !== null;) {
    const page: Page = await read(at, headers)
    pages.push(page)
    at = page.next?.replace('https://art.example', '') ?? null
  }
  return pages
}

const LISTS = [
  '/marketplace-artworks/?limit=100',
  '/marketplace-artworks/?limit=18',
  '/marketplace-artworks/?limit=100&ordering=-price_usd',
  '/events/?limit=100&ordering=start_time',
  '/artists/?limit=100',
  '/tags/?limit=100',
]

/** Those above, and lists that only a member sees. */
const WALKS = [...LISTS, '/events/?limit=100', '/marketplace-artworks/?limit=100&publish_status=draft']

describe('a page of the largest records', () => {
  it.each(WALKS)('of %s ends before it is too long, and the walk has each record once', async (path) => {
    const pages = await walk(`/api/v1${path}`, { authorization: `Bearer ${key}` })
    const ids = pages.flatMap((page) => page.ids)
    expect(new Set(ids).size).toBe(pages[0]?.count)
    expect(ids.length).toBe(pages[0]?.count)
    for (const { bytes, ids: shown } of pages) {
      expect(shown.length === 1 || bytes <= MAX_PAGE_BYTES + 4_096).toBe(true)
    }
  })

  it('is read up to its end only', async () => {
    const { bytes, ids } = await read('/api/v1/events/?limit=100&ordering=start_time')
    expect(ids.length).toBeLessThan(RECORDS / 2)
    expect(bytes).toBeGreaterThan(MAX_PAGE_BYTES / 2)
  })
})

const requestOf = (path: string, headers = ''): Buffer =>
  Buffer.from(`GET /api/v1${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`)

describe.each([
  ['JSON', ''],
  ['JSON with br', 'accept-encoding: br\r\n'],
  ['HTML', 'accept: text/html\r\n'],
])('a page as %s', (_, headers) => {
  it.each(LISTS)('of %s costs at most 20 pages of 18 ordinary events', async (path) => {
    const ordinary = '/events/?limit=18'
    const cost = (of: string): Promise<number> =>
      meter.cost((n) => requestOf(`${of}&x=${n}`.replace(/&x=\d+/, ''), headers), 4)
    await meter.cost(() => requestOf(ordinary, headers), 100)
    const ratios: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const reference = await meter.cost(() => requestOf(ordinary, headers), 40)
      ratios.push((await cost(path)) / reference)
    }
    console.log(path, headers.trim(), ratios.map((ratio) => ratio.toFixed(1)).join(' '))
    expect(Math.min(...ratios)).toBeLessThan(MAX_RATIO)
  })
})

void sql
void MAX_MEMORY
