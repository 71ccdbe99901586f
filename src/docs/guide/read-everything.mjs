// Prints every published artwork on a line: node read-everything.mjs [API]
// It needs only Node 18 or newer.
const [api = 'https://api.art-marketplace.example/api/v1'] = process.argv.slice(2)
const LIST = `${api}/marketplace-artworks/?limit=100&ordering=created_at`

for await (const artwork of records()) {
  console.log([artwork.id, artwork.created_at, artwork.title, artwork.gallery.name].join('\t'))
}

/**
 * The records of the list. Others add and remove records meanwhile, so each page begins with the last record of the
 * page before it. If it does not, the program goes back.
 */
async function* records() {
  const seen = new Set()
  let [offset, overlap] = [0, 0]
  for (let requests = 0; requests < 100_000; requests += 1) {
    const { results, next } = await get(`${LIST}&offset=${offset}`)
    const isJoined = offset === 0 || overlap === 0 || seen.has(results[0]?.id)
    // A page of one very long record has no second one to go on from.
    overlap = isJoined && results.length === 1 ? 0 : 1
    if (isJoined) {
      yield* results.filter(({ id }) => !seen.has(id) && seen.add(id))
      if (next === null) return
    }
    const following = isJoined ? Number(new URL(next).searchParams.get('offset')) : offset - 99
    offset = Math.max(0, following - overlap)
  }
  throw new Error('The list changed during all requests.')
}

/** A read is safe to retry. It waits for `Retry-After` before the retry. */
async function get(url, triesLeft = 5) {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
  })
  // The status decides: a proxy on the way may send anything with an error.
  if (response.status === 200) return response.json()
  if (![429, 503].includes(response.status) || triesLeft === 0)
    throw new Error(`${response.status}: ${await response.text()}`)
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return get(url, triesLeft - 1)
}
