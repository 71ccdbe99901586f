import { readFile, rename, writeFile } from 'node:fs/promises'
import { createClient, type Artwork, type Copy } from 'art-marketplace-listing-service/client'

/**
 * Keeps a copy of all published artworks: `node keep-a-copy.js BASE_URL FILE`. A later run transfers only
 * changed pages.
 */
const [baseUrl, file = ''] = process.argv.slice(2)
if (baseUrl === undefined || file === '') {
  console.error('Usage: node keep-a-copy.js BASE_URL FILE')
  process.exit(1)
}

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

// The oldest first, so that records added during the walk are on the last page.
const artworks: Artwork[] = []
for await (const artwork of client.listMarketplaceArtworks({
  ordering: 'created_at',
  limit: 100,
})) {
  artworks.push(artwork)
}
await writeStored({ artworks, pages })

const before = new Map(last.artworks.map((artwork) => [artwork.id, JSON.stringify(artwork)]))
const added = artworks.filter(({ id }) => !before.has(id)).length
const kept = artworks.filter((artwork) => before.get(artwork.id) === JSON.stringify(artwork)).length
const changed = artworks.length - added - kept
const gone = before.size - changed - kept
console.log(`${artworks.length} artworks: ${added} new, ${changed} changed, ${gone} gone`)
console.log(`${sent} of ${Object.keys(pages).length} pages were sent`)

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
