// Keeps a copy of a list in a file, and prints the number of changes since the last run:
//   node keep-a-copy.mjs [API] [FILE]
// The response for an unchanged page is 304 without a body.
import { readFile, rename, writeFile } from 'node:fs/promises'

const [api = 'https://api.art-marketplace.example/api/v1', file = 'artworks.json'] =
  process.argv.slice(2)
const MAX_WALKS = 5

const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
const now = await wholeWalk(before)
await writeFile(`${file}.new`, JSON.stringify(now))
await rename(`${file}.new`, file)
report(recordsOf(before), recordsOf(now))

/**
 * Records can be added or removed during a walk, and others then move from page to page. The copy is complete
 * when all pages have the same `count`, and it has as many records. Otherwise the next walk repeats the
 * requests, which is cheap because most pages are unchanged.
 */
async function wholeWalk(known) {
  let pages = known
  for (let walk = 1; walk <= MAX_WALKS; walk += 1) {
    pages = await walkOnce(pages)
    const counts = new Set(Object.values(pages).map(({ page }) => page.count))
    if (counts.size === 1 && counts.has(recordsOf(pages).size)) return pages
  }
  throw new Error(`The list changed during each of ${MAX_WALKS} walks. Try again later.`)
}

/** Each page with its ETag, by URL. The oldest records come first, so new ones do not shift earlier pages. */
async function walkOnce(known) {
  const pages = {}
  let url = `${api}/marketplace-artworks/?limit=100&ordering=created_at`
  while (url !== null) {
    pages[url] = await read(url, known[url])
    url = pages[url].page.next
  }
  return pages
}

async function read(url, known) {
  const headers = { Accept: 'application/json' }
  if (known !== undefined) headers['If-None-Match'] = known.etag
  const response = await fetch(url, { headers })
  if (response.status === 304) return known
  const page = await response.json()
  if (!response.ok) throw new Error(`${page.code}: ${page.detail}`)
  return { etag: response.headers.get('ETag'), page }
}

function recordsOf(pages) {
  const records = Object.values(pages).flatMap(({ page }) => page.results)
  return new Map(records.map((record) => [record.id, JSON.stringify(record)]))
}

function report(old, present) {
  const ids = [...present.keys()]
  const added = ids.filter((id) => !old.has(id)).length
  const changed = ids.filter((id) => old.has(id) && old.get(id) !== present.get(id)).length
  const gone = [...old.keys()].filter((id) => !present.has(id)).length
  console.log(`${present.size} artworks: ${added} added, ${changed} changed, ${gone} gone`)
}
