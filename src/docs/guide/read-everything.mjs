// Prints every published event, a line each: node read-everything.mjs [API]
// Nothing but Node 18 or newer is needed.
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

/** Reading may always be tried again: after the seconds that the service asks for. */
async function get(url, triesLeft = 5) {
  const answer = await fetch(url, { headers: { Accept: 'application/json' } })
  const body = await answer.json()
  if (answer.ok) return body
  if (![429, 503].includes(answer.status) || triesLeft === 0)
    throw new Error(`${body.code}: ${body.detail}`)
  const seconds = Number(answer.headers.get('Retry-After') ?? 1)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return get(url, triesLeft - 1)
}
