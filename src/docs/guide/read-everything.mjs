// Prints every published event on a line: node read-everything.mjs [API]
// It needs only Node 18 or newer.
const [api = 'https://api.art-marketplace.example/api/v1'] = process.argv.slice(2)

for await (const event of records(`${api}/events/?limit=100&ordering=start_time`)) {
  console.log([event.id, event.start_time, event.title, event.venue.name].join('\t'))
}

/** The records of a list, from page to page. */
async function* records(url) {
  for (let next = url; next !== null;) {
    const page = await get(next)
    yield* page.results
    next = page.next
  }
}

/** A read is safe to retry. It waits for `Retry-After` before the retry. */
async function get(url, triesLeft = 5) {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  const body = await response.json()
  if (response.ok) return body
  if (![429, 503].includes(response.status) || triesLeft === 0)
    throw new Error(`${body.code}: ${body.detail}`)
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return get(url, triesLeft - 1)
}
