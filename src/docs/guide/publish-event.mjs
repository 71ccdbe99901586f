// Enters an event and publishes it: node publish-event.mjs KEY [API]
// Run it again whenever an answer was lost: the Idempotency-Key is made of the event, so the same event is
// created once in 24 hours.
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

/** Whoever changes an event says which version was read. When it has changed since: read it again. */
async function publish(id, triesLeft = 3) {
  const read = await send('GET', `/events/${id}/`)
  const ifMatch = { 'If-Match': read.headers.get('ETag') }
  const change = { publish_status: 'published' }
  const answer = await send('PATCH', `/events/${id}/`, change, ifMatch, [412])
  if (answer.status !== 412) return answer.body
  if (triesLeft === 0) throw new Error('The event changes all the time.')
  return publish(id, triesLeft - 1)
}

/** @param expected statuses that the caller sees to, besides success. */
async function send(method, path, body, headers = {}, expected = []) {
  const request = { method, headers: { ...headers, Authorization: `Bearer ${key}` } }
  request.headers['Accept'] = 'application/json'
  if (body !== undefined) {
    request.headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  const answer = await fetch(api + path, request)
  const json = await answer.json()
  if (answer.ok || expected.includes(answer.status)) {
    return { status: answer.status, headers: answer.headers, body: json }
  }
  const places = (json.errors ?? []).map((error) => error.pointer ?? error.parameter)
  throw new Error([`${json.code}: ${json.detail}`, ...places].join(' '))
}
