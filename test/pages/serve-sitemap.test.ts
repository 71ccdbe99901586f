import { DOMParser, onErrorStopParsing, type Element } from '@xmldom/xmldom'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAMED_TABLES } from '../../src/database/tables.ts'
import { COUNTED_LISTS, LISTS } from '../../src/lists/list.ts'
import { PART_IDS } from '../../src/pages/sitemap-queries.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { listenOnFreePort, openSocket } from '../http/raw-http.ts'
import { API_URL, PUBLIC_URL, testApp, useService } from '../support/app.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { sendUnvalidated } from '../support/send.ts'

const test = useService()
const HIGHEST_ID = 2_147_483_647

beforeAll(async () => {
  await makeFullRecords(test.db)
  for (const id of [PART_IDS - 1, PART_IDS, 9 * PART_IDS, HIGHEST_ID]) {
    await makeArtwork(test.db, { id })
  }
  await makeArtwork(test.db, { id: 5 * PART_IDS, publish_status: 'draft' })
})

/** The texts of the elements of a sitemap, by the names of those around them: `urlset/url/loc`. */
async function sitemapAt(url: string): Promise<Record<string, string[]>> {
  const { status, headers, text } = await test.send({ url })
  expect(status, url).toBe(200)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const parser = new DOMParser({ onError: onErrorStopParsing })
  const root = parser.parseFromString(text, 'application/xml').documentElement as Element
  expect(root.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  const texts: Record<string, string[]> = {}
  for (const item of root.getElementsByTagName('*')) {
    const path = `${root.tagName}/${item.parentElement?.tagName}/${item.tagName}`
    if (item.parentElement !== root) (texts[path] ??= []).push(item.textContent ?? '')
  }
  return texts
}

const pathOf = (url: string): string => url.slice(PUBLIC_URL.length)

async function partsOf(): Promise<string[]> {
  return (await sitemapAt('/sitemap.xml'))['sitemapindex/sitemap/loc'] ?? []
}

/** The addresses of the public records of a list, page by page. */
async function addressesOf(path: string): Promise<string[]> {
  const { results } = await test.get(`${path}?limit=100`)
  return (results as { id: number }[]).map(({ id }) => `${API_URL}${path}${id}/`)
}

describe('/sitemap.xml', () => {
  it('leads to parts that together have the address of each public record once', async () => {
    const found: string[] = []
    for (const part of await partsOf()) {
      const { 'urlset/url/loc': urls = [], 'urlset/url/lastmod': times = [] } = await sitemapAt(
        pathOf(part),
      )
      expect(urls.length, part).toBeGreaterThan(0)
      expect(times).toHaveLength(urls.length)
      for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      found.push(...urls)
    }
    const tables = [...COUNTED_LISTS, ...Object.keys(NAMED_TABLES)] as (keyof typeof LISTS)[]
    const lists = await Promise.all(tables.map((table) => addressesOf(LISTS[table].path)))
    expect(found.toSorted()).toEqual(lists.flat().toSorted())
    for (const address of found) {
      const { status } = await sendUnvalidated(test.app, {
        url: pathOf(address),
        headers: { accept: 'text/html' },
      })
      expect(status, address).toBe(200)
    }
  })

  it('has no part without a public record', async () => {
    const numbers = (await partsOf())
      .flatMap((part) => /marketplace-artworks-(\d+)\.xml$/.exec(part)?.[1] ?? [])
      .map(Number)
    expect(numbers).toEqual([0, 1, 9, Math.floor(HIGHEST_ID / PART_IDS)])
  })

  it('changes its entity tag with its records', async () => {
    const url = '/sitemap/marketplace-artworks-9.xml'
    const { headers } = await test.send({ url })
    const known = { 'if-none-match': headers['etag'] ?? '' }
    expect(await test.send({ url, headers: known })).toMatchObject({ status: 304, text: '' })
    await makeArtwork(test.db, { id: 9 * PART_IDS + 1 })
    expect(await test.send({ url, headers: known })).toMatchObject({ status: 200 })
  })

  it.each(['artworks-0.xml', 'api-keys-0.xml', 'tags-00.xml', 'tags-1.xml.gz', 'tags-429497.xml'])(
    'has no part of another name: %s',
    async (name) => {
      expect(await test.send({ url: `/sitemap/${name}` })).toMatchObject({ status: 404 })
    },
  )

  it('waits for the database at a start', async () => {
    const app = await testApp(test, { schema: { state: 'waiting', settled: Promise.resolve() } })
    expect(await sendUnvalidated(app, { url: '/sitemap.xml' })).toMatchObject({ status: 503 })
    await app.close()
  })
})

describe('sitemaps that wait for each other', () => {
  const TAGS = '/sitemap/tags-0.xml'
  /** Run and wait at once (src/pages/serve-sitemap.ts). */
  const MANY = 17
  let recorded: RecordedDatabase
  let app: FastifyInstance
  let port: number

  beforeAll(async () => {
    recorded = recordDatabase(test.url, (statement) => statement.includes('"tags"'))
    app = await testApp(recorded, { limits: { perMinute: 1_000_000, poolSize: 9 } })
    port = await listenOnFreePort(app)
  })
  afterAll(async () => {
    await app.close()
    await recorded.db.destroy()
  })

  it('are sent to each client in its turn, however many another one requests', async () => {
    const from = async (remoteAddress: string, url: string): Promise<number> =>
      (await app.inject({ url, remoteAddress })).statusCode
    let rejected = 0
    let waiting: Promise<number>[] = []
    let other: Promise<number> | undefined
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags`.execute(trx)
      waiting = Array.from({ length: MANY }, async () => {
        const status = await from('203.0.113.7', TAGS)
        rejected += status === 503 ? 1 : 0
        return status
      })
      other = from('203.0.113.9', '/sitemap/galleries-0.xml')
      // There is room for all but one.
      await expect.poll(() => rejected, { interval: 5 }).toBeGreaterThan(0)
    })
    expect(await other).toBe(200)
    await Promise.all(waiting)
  })

  it('are not read for clients that have closed their connections', async () => {
    const sockets = Array.from({ length: 5 }, () => openSocket(port))
    const arrived = new Promise<void>((resolve) => {
      let requests = 0
      app.server.on('request', () => (requests += 1) === sockets.length && resolve())
    })
    const before = recorded.statements.length
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags`.execute(trx)
      for (const socket of sockets) socket.write(`GET ${TAGS} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await arrived
      expect(await untilLockWaitOrEnd(test.db, new Promise(() => {}))).toBe('lock wait')
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => connectionsOf(app), { interval: 5 }).toBe(0)
    })
    expect((await app.inject({ url: TAGS })).statusCode).toBe(200)
    // The one that had begun, and that of the last request.
    expect(recorded.statements.slice(before)).toHaveLength(2)
  })
})

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
