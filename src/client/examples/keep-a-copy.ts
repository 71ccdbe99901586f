import { readFile, rename, writeFile } from 'node:fs/promises'
import { createClient, type Artwork, type Copy } from 'art-marketplace-listing-service/client'

/**
 * Keeps a copy of all artworks on offer, to be run again and again: `node keep-a-copy.js BASE_URL FILE`.
 * Pages that have not changed since the last time are not sent again.
 */
const [baseUrl, file = ''] = process.argv.slice(2)
if (baseUrl === undefined || file === '') {
  console.error('Usage: node keep-a-copy.js BASE_URL FILE')
  process.exit(1)
}

interface Stored {
  readonly artworks: readonly Artwork[]
  /** The pages that they were on, by URL. */
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

// The oldest first: what is added while this walks is on the last page.
const artworks: Artwork[] = []
for await (const artwork of client.artworks({ ordering: 'created_at', limit: 100 })) {
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

/** Whoever reads the file finds the old copy or the new one, and never half of it. */
async function writeStored(stored: Stored): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(stored))
  await rename(`${file}.new`, file)
}
