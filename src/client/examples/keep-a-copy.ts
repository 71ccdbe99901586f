import { readFile, rename, writeFile } from 'node:fs/promises'
import {
  createClient,
  ProblemError,
  type Artwork,
  type Copy,
  type Page,
} from 'art-marketplace-listing-service/client'

/**
 * Keeps a copy of all published artworks: `node keep-a-copy.js BASE_URL FILE`. A later run transfers only
 * changed pages.
 */
const [baseUrl, file = ''] = process.argv.slice(2)
if (baseUrl === undefined || file === '') {
  console.error('Usage: node keep-a-copy.js BASE_URL FILE')
  process.exit(1)
}

const LIMIT = 100
const MAX_REQUESTS = 100_000

interface Stored {
  readonly artworks: readonly Artwork[]
  /** The pages of the last run, by URL. */
  readonly pages: Readonly<Record<string, Copy>>
}

const last = await readStored()
const pages: Record<string, Copy> = {}
let sent = 0
const client = createClient({
  baseUrl,
  copies: {
    get: (url) => {
      const page = last.pages[url]
      if (page !== undefined) pages[url] = page
      return page
    },
    set: (url, page) => {
      pages[url] = page
      sent += 1
    },
  },
})

const found = await walk()
const missing = last.artworks.filter(({ id }) => !found.has(id))
for (const { id } of missing) {
  const artwork = await retrieve(id)
  if (artwork !== undefined) found.set(id, artwork)
}
const artworks = [...found.values()]
await writeStored({ artworks, pages })

const before = new Map(last.artworks.map((artwork) => [artwork.id, JSON.stringify(artwork)]))
const added = artworks.filter(({ id }) => !before.has(id)).length
const kept = artworks.filter((artwork) => before.get(artwork.id) === JSON.stringify(artwork)).length
const changed = artworks.length - added - kept
const gone = before.size - changed - kept
console.log(`${artworks.length} artworks: ${added} new, ${changed} changed, ${gone} gone`)
console.log(`${sent} of ${Object.keys(pages).length} pages were sent`)

/**
 * All artworks by id. Others add and remove some during the walk, and those after them move. So each page begins with
 * the last artwork of the page before it; if it does not, the walk goes back. `created_at` never changes, so no
 * artwork overtakes another.
 */
async function walk(): Promise<Map<number, Artwork>> {
  const all = new Map<number, Artwork>()
  let [offset, overlaps] = [0, true]
  for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
    const { results, next } = await pageAt(offset)
    const isJoined = !overlaps || offset === 0 || all.has(results[0]?.id ?? 0)
    if (isJoined) {
      for (const artwork of results) all.set(artwork.id, artwork)
      if (next === null) return all
    }
    // A page of one very long artwork has no second one to go on from.
    overlaps = !isJoined || results.length > 1
    const following =
      isJoined && next !== null
        ? Number(new URL(next).searchParams.get('offset')) - 1
        : offset - LIMIT
    offset = Math.max(0, overlaps ? following : following + 1)
  }
  throw new Error(`The list changed during ${MAX_REQUESTS} requests. Try again later.`)
}

async function pageAt(offset: number): Promise<Page<Artwork>> {
  const query = { ordering: 'created_at', limit: LIMIT, offset } as const
  const { value } = await client.listMarketplaceArtworks(query).pages().next()
  if (value === undefined) throw new Error('A list has a page')
  return value
}

/** Undefined for an artwork that is gone, which only a 404 says. */
async function retrieve(id: number): Promise<Artwork | undefined> {
  try {
    return (await client.retrieveMarketplaceArtwork(id)).record
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined
    throw error
  }
}

async function readStored(): Promise<Stored> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Stored
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { artworks: [], pages: {} }
    throw error
  }
}

/** Replaces the file atomically: a reader finds the old copy or the new one. */
async function writeStored(stored: Stored): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(stored))
  await rename(`${file}.new`, file)
}
