// Creates an event and publishes it: node publish-event.mjs KEY [API]
// Run it again after a lost response: the Idempotency-Key is a hash of the event, so the same event is
// created only once in 24 hours.
import { createHash } from 'node:crypto'

const [key, api = 'https://api.art-marketplace.example/api/v1'] = process.argv.slice(2)

if (key === undefined) {
  console.error('Usage: node publish-event.mjs KEY [API]')
  process.exit(1)
}

const { results: venues } = (await send('GET', '/venues/?limit=1')).body
const { results: categories } = (await send('GET', '/event-categories/?name=gallery+shows')).body
const event = {
  title: 'Northern Light',
  venue: venues[0].id,
  category: categories[0].id,
  start_time: '2031-03-14T10:00:00+01:00',
  end_time: '2031-06-30T18:00:00+02:00',
}

const name = createHash('sha256').update(JSON.stringify(event)).digest('hex')
const created = await send('POST', '/events/', event, { 'Idempotency-Key': `node-${name}` })
const published = await publish(created.body.id)
console.log(`${api}/events/${published.id}/ is ${published.publish_status}`)

/** A change names the version that it is based on. If the event has changed since, it is read again. */
async function publish(id, triesLeft = 3) {
  const read = await send('GET', `/events/${id}/`)
  const ifMatch = { 'If-Match': read.headers.get('ETag') }
  const change = { publish_status: 'published' }
  const response = await send('PATCH', `/events/${id}/`, change, ifMatch, [412])
  if (response.status !== 412) return response.body
  if (triesLeft === 0) throw new Error('The event changes all the time.')
  return publish(id, triesLeft - 1)
}

/** @param expected error statuses that the caller handles. */
async function send(method, path, body, headers = {}, expected = []) {
  const request = { method, headers: { ...headers, Authorization: `Bearer ${key}` } }
  request.headers['Accept'] = 'application/json'
  if (body !== undefined) {
    request.headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  const response = await fetch(api + path, request)
  const json = await response.json()
  if (response.ok || expected.includes(response.status)) {
    return { status: response.status, headers: response.headers, body: json }
  }
  const places = (json.errors ?? []).map((error) => error.pointer ?? error.parameter)
  throw new Error([`${json.code}: ${json.detail}`, ...places].join(' '))
}
