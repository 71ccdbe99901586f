// Gives an event another title by PUT, and changes nothing else: node replace-event.mjs KEY ID TITLE [API]
const [key, id, title, api = 'https://api.art-marketplace.example/api/v1'] = process.argv.slice(2)
if (title === undefined) {
  console.error('Usage: node replace-event.mjs KEY ID TITLE [API]')
  process.exit(1)
}

const contract = await send('GET', api.replace(/\/api\/v1$/, '/openapi/v1.json'))
const read = await send('GET', `${api}/events/${id}/`)
const input = { ...inputOf(read.body), title }
const ifMatch = { 'If-Match': read.headers.get('ETag') }
const { body: event } = await send('PUT', `${api}/events/${id}/`, input, ifMatch)
console.log(`${api}/events/${event.id}/ is now ${event.title}`)

/** The body of a PUT that changes nothing: the fields of EventInput, and the ids of related records. */
function inputOf(record) {
  const fields = Object.keys(contract.body.components.schemas.EventInput.properties)
  const { image, caption, alt_text, description } = record.featured_image
  for (const field of ['contact_name', 'email', 'phone']) {
    // The record has only a placeholder, and a PUT without the data would remove it.
    if (record[field] !== null)
      throw new Error(`Add ${field} to the body: no response contains it.`)
  }
  return {
    ...Object.fromEntries(fields.map((field) => [field, record[field]])),
    venue: record.venue.id,
    category: record.category.id,
    featured_image: { full_size: image.full_size, caption, alt_text, description },
  }
}

async function send(method, url, body, headers = {}) {
  const own = { Accept: 'application/json', Authorization: `Bearer ${key}` }
  if (body !== undefined) own['Content-Type'] = 'application/json'
  const response = await fetch(url, {
    method,
    headers: { ...own, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = await response.json()
  if (!response.ok) throw new Error(`${json.code}: ${json.detail}`)
  return { headers: response.headers, body: json }
}
