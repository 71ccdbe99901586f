import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiRoot } from '../contract/document.ts'
import { noSuchPath } from '../contract/dispatch.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { sendTagged, withTag } from '../http/serve-static.ts'
import { createWaitingQueue, overloaded } from '../limits/waiting-queue.ts'
import { collectionOf, LISTS } from '../lists/list.ts'
import { waitingForDatabase, type SchemaState } from '../operation-executor.ts'
import { REQUEST_BYTES } from '../response-body.ts'
import { SITEMAP_PATH } from './site.ts'
import {
  MAX_PART,
  selectSitemapPages,
  selectSitemapParts,
  SITEMAP_TABLES,
  type SitemapTable,
} from './sitemap-queries.ts'

const XML = {
  'content-type': 'application/xml; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const MAX_WAITING = 16

interface SitemapOptions {
  readonly db: DatabaseReader
  readonly publicUrl: string
  readonly schema?: { readonly state: SchemaState } | undefined
}

/** Serves the addresses of all public records for crawlers, in parts by ranges of ids (sitemaps.org). */
export function serveSitemap(
  app: FastifyInstance,
  { db, publicUrl, schema }: SitemapOptions,
): void {
  // One at a time, because the longest part takes as long as some pages.
  const queue = createWaitingQueue({
    maxRunning: 1,
    maxWaiting: MAX_WAITING,
    isDown: () => false,
    onRejected: () => {},
  })
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string>,
  ): Promise<FastifyReply> => {
    if (schema?.state === 'waiting') throw waitingForDatabase()
    // Nothing is read for a client that has gone while it waited.
    const read = () => (reply.raw.destroyed ? Promise.reject(overloaded()) : make())
    const body = Buffer.from(await queue.run(read, app.requestCounter?.clientOf(request)))
    app.requestCounter?.charge(request, reply, Math.floor(body.length / REQUEST_BYTES))
    return sendTagged(request, reply, XML, withTag(body))
  }
  app.get(SITEMAP_PATH, (request, reply) => send(request, reply, () => indexXml(db, publicUrl)))
  app.get<{ Params: { name: string } }>('/sitemap/:name', (request, reply) => {
    const { table, part } = partNamed(request.params.name)
    return send(request, reply, () => partXml(db, publicUrl, table, part))
  })
}

/** @throws 404 for a name that no part has. */
function partNamed(name: string): { table: SitemapTable; part: number } {
  const [, collection, part] = /^([a-z-]+)-(0|[1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const table = SITEMAP_TABLES.find((each) => collectionOf(each) === collection)
  if (table === undefined || Number(part) > MAX_PART) throw noSuchPath()
  return { table, part: Number(part) }
}

async function indexXml(db: DatabaseReader, publicUrl: string): Promise<string> {
  const addresses: string[] = []
  for (const table of SITEMAP_TABLES) {
    for (const part of await selectSitemapParts(db, table)) {
      addresses.push(`${publicUrl}/sitemap/${collectionOf(table)}-${part}.xml`)
    }
  }
  const parts = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`)
  return document('sitemapindex', parts)
}

async function partXml(
  db: DatabaseReader,
  publicUrl: string,
  table: SitemapTable,
  part: number,
): Promise<string> {
  const pages = await selectSitemapPages(db, table, part)
  const list = escaped(`${publicUrl}${apiRoot}${LISTS[table].path}`)
  return document(
    'urlset',
    pages.map(
      ({ id, changedAt }) => `<url><loc>${list}${id}/</loc><lastmod>${changedAt}</lastmod></url>\n`,
    ),
  )
}

function document(element: string, parts: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="${NAMESPACE}">
${parts.join('')}</${element}>
`
}

/** A URL of the configuration has no other character that XML has to escape. */
function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}
