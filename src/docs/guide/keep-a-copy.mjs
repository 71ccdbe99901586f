// Keeps a copy of a list in a file, and prints the number of changes since the last run:
//   node keep-a-copy.mjs [API] [FILE]
// The response for an unchanged page is 304 without a body.
import { readFile, rename, writeFile } from 'node:fs/promises'

const [api = 'https://api.art-marketplace.example/api/v1', file = 'artworks.json'] =
  process.argv.slice(2)
const LIST = `${api}/marketplace-artworks/`
const LIMIT = 100
const MAX_REQUESTS = 100_000

const before = await readCopy()
const { read: pagesNow, records: now } = await walk(before.pages)
await confirmMissing()
await writeFile(`${file}.new`, JSON.stringify({ pages: pagesNow, records: [...now.values()] }))
await rename(`${file}.new`, file)
report()

async function readCopy() {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const { pages = {}, records = [] } = JSON.parse(text)
  return { pages, records: new Map(records.map((record) => [record.id, record])) }
}

/**
 * Others add and remove records during the walk, and the records after these move. So each page begins with the last
 * record of the page before it. A page that begins with any other record may have a gap before it: the walk goes back.
 * `created_at` never changes, so no record overtakes another.
 */
async function walk(known) {
  const pages = {}
  const records = new Map()
  let [offset, overlaps] = [0, true]
  for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
    const url = `${LIST}?limit=${LIMIT}&offset=${offset}&ordering=created_at`
    const read = await get(url, known[url])
    const { results, next } = read.page
    const isJoined = !overlaps || offset === 0 || records.has(results[0]?.id)
    if (isJoined) {
      pages[url] = read
      for (const record of results) records.set(record.id, record)
      if (next === null) return { read: pages, records }
    }
    // A page of one very long record has no second one to go on from.
    overlaps = !isJoined || results.length > 1
    const following = isJoined
      ? Number(new URL(next).searchParams.get('offset')) - 1
      : offset - LIMIT
    offset = Math.max(0, overlaps ? following : following + 1)
  }
  throw new Error(`The list changed during ${MAX_REQUESTS} requests. Try again later.`)
}

/** Only a 404 says that a record is gone. */
async function confirmMissing() {
  for (const id of before.records.keys()) {
    if (now.has(id)) continue
    const read = await get(`${LIST}${id}/`, undefined, [404])
    if (read !== undefined) now.set(id, read.page)
  }
}

/** Decides by the status, because a proxy on the way may send anything as an error. */
async function get(url, known, missing = []) {
  const headers = { Accept: 'application/json' }
  if (known !== undefined) headers['If-None-Match'] = known.etag
  const response = await fetch(url, { headers, redirect: 'error' })
  if (response.status === 304 && known !== undefined) return known
  const text = await response.text()
  if (missing.includes(response.status) && JSON.parse(text).code === 'not_found') return undefined
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
  return { etag: response.headers.get('ETag'), page: JSON.parse(text) }
}

function report() {
  const ids = [...now.keys()]
  const isChanged = (id) => JSON.stringify(before.records.get(id)) !== JSON.stringify(now.get(id))
  const added = ids.filter((id) => !before.records.has(id)).length
  const changed = ids.filter((id) => before.records.has(id) && isChanged(id)).length
  const gone = [...before.records.keys()].filter((id) => !now.has(id)).length
  console.log(`${now.size} artworks: ${added} added, ${changed} changed, ${gone} gone`)
}
