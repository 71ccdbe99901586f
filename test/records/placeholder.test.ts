import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { FILE_KIND_NAMES } from '../../scripts/files/file-kinds.ts'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { selectRows } from '../../src/database/kysely.ts'
import { quoted } from '../../src/json-sql/expression.ts'
import { pictureUrl, pictureUrlSql } from '../../src/json-sql/picture-url.ts'
import { operations } from '../contract/document.ts'
import { makeFullArtwork, makeFullEvent, makeFullVenue } from '../contract/full-records.ts'
import { exportText } from '../scripts/files/support/import-file.ts'
import { PUBLIC_URL, URLS, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { sendUnvalidated } from '../support/send.ts'

// MEDIA_URL is another host here, which need not have the placeholder.

const test = useService()
let authorization: string

/** Records with the placeholder in every place of a picture. */
beforeAll(async () => {
  await makeFullArtwork(test.db)
  await makeFullEvent(test.db)
  await makeFullVenue(test.db)
  const columns = await selectRows(test.db)<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE domain_name = 'media_url' AND table_schema = current_schema()`
  expect(columns.length).toBeGreaterThan(20)
  for (const { table, column } of columns) {
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = '/placeholder.svg'`.execute(
      test.db,
    )
  }
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`
})

const READS = operations
  .filter(({ method }) => method === 'GET')
  .map(({ template }) => template.replace('{id}', '1'))

interface Written {
  readonly method: string
  readonly path: string
  readonly body: object
  readonly type?: string
}

const ARTWORK = {
  title: 'Untitled',
  artists: [1],
  gallery: 1,
  category: 1,
  units: 'inch',
  price_display: 'price on request',
}
const EVENT = {
  title: 'Open studio',
  category: 1,
  venue: 1,
  start_time: '2031-03-14T09:00:00Z',
  end_time: '2031-03-14T17:00:00Z',
}

const WRITES: readonly Written[] = [
  { method: 'POST', path: '/marketplace-artworks/', body: ARTWORK },
  { method: 'POST', path: '/events/', body: EVENT },
  ...['/marketplace-artworks/1/', '/events/1/', '/galleries/1/', '/artists/1/', '/venues/1/'].map(
    (path) => ({ method: 'PATCH', path, body: { featured_image: { caption: 'None yet' } } }),
  ),
  { method: 'PUT', path: '/events/1/', body: EVENT },
]

/** Every address of the placeholder in a text, complete or a path. */
const addressesIn = (text: string): string[] => text.match(/[\w.:/-]*placeholder\.svg/g) ?? []

/** @returns their number. */
async function expectServed(text: string, context: string): Promise<number> {
  const addresses = addressesIn(text)
  for (const address of new Set(addresses)) {
    expect(address.replace(PUBLIC_URL, ''), context).toMatch(/^\//)
    const { pathname } = new URL(address, PUBLIC_URL)
    const { status, headers } = await sendUnvalidated(test.app, { url: pathname })
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  }
  return addresses.length
}

describe('the address of the placeholder', () => {
  it.each(['built for each read', 'stored'])('is of this service in documents %s', async (kind) => {
    if (kind === 'stored') {
      await finishBackgroundWork(test.url, new AbortController().signal, URLS)
    }
    let found = 0
    for (const path of READS) {
      for (const accept of ['application/json', 'text/html']) {
        for (const credential of [{}, { authorization }]) {
          const headers = { accept, ...credential }
          const { text } = await sendUnvalidated(test.app, { path, headers })
          found += await expectServed(text, `${accept} ${path}`)
        }
      }
    }
    expect(found).toBeGreaterThan(100)
  })

  it.each(WRITES)('is of this service in the response to $method $path', async (write) => {
    const { method, path, body } = write
    const headers = { authorization, 'content-type': 'application/json', 'if-match': '*' }
    const sent = { method, path, headers, body: JSON.stringify(body) }
    const { status, text } = await test.send(sent)
    expect(status, text).toBeLessThan(300)
    expect(await expectServed(text, path)).toBeGreaterThan(0)
  })

  it('is of this service in exported files', async () => {
    let found = 0
    for (const kind of FILE_KIND_NAMES) {
      for (const format of ['csv', 'ndjson'] as const) {
        found += await expectServed(await exportText(test.db, kind, format), `${kind} ${format}`)
      }
    }
    expect(found).toBeGreaterThan(0)
  })
})

describe('the URL of a picture', () => {
  const path = fc.stringMatching(/^\/[A-Za-z0-9._~-][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]{0,20}$/)
  const stored = fc.oneof(
    fc.constantFrom('/placeholder.svg', '/placeholder.svg?w=1', '/a/placeholder.svg'),
    path,
    fc.webUrl(),
  )

  it('is the same by SQL, and of the media host unless it is complete or of the placeholder', async () => {
    const all = fc.sample(stored, { numRuns: 500, seed: 1 })
    const urls = { public: "https://art.example/it's", media: "https://media.example/it's" }
    const quotedUrls = { public: quoted(urls.public), media: quoted(urls.media) }
    const rows = await selectRows(test.db)<{ url: string }>`
      SELECT ${sql.raw(pictureUrlSql(quotedUrls, 'stored'))} AS url
      FROM unnest(${all}::text[]) WITH ORDINALITY AS given (stored, at) ORDER BY at`
    const expected = all.map((one) => {
      if (one === '/placeholder.svg') return `${urls.public}/media/placeholder.svg`
      return one.startsWith('/') ? urls.media + one : one
    })
    expect(all.map((one) => pictureUrl(urls, one))).toEqual(expected)
    expect(rows.map(({ url }) => url)).toEqual(expected)
  })
})
