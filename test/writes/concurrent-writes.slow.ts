import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { changing, deleting, eventBody, posting, repeatable } from './event-requests.ts'

const ROUNDS = amount({ commit: 15, nightly: 200 })
const CLIENTS = 50
/** For thousands of requests on a busy machine. */
const LONG = { timeout: 120_000 }

const test = useService()

const sendAll = (requests: readonly Sent[]): Promise<Answer[]> =>
  Promise.all(requests.map((request) => sendUnvalidated(test.app, request)))

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const withStatus = (responses: readonly Answer[], status: number): Answer[] =>
  responses.filter((response) => response.status === status)

/** An event with its author's key. */
async function ownEvent(): Promise<{ key: string; id: number; etag: string }> {
  const { key, userId } = await makeApiKey(test.db)
  const { id } = await makeEvent(test.db, { author_id: userId })
  const { headers } = await test.send({ path: `/events/${id}/` })
  return { key, id, etag: headers['etag'] ?? '' }
}

/** Sends all requests concurrently. `first` is the first in the lock queue of the event. */
async function sendQueued(id: number, first: Sent, others: readonly Sent[]): Promise<Answer[]> {
  const sent: Promise<Answer>[] = []
  await test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute()
    sent.push(sendUnvalidated(test.app, first))
    await expect.poll(() => countLockWaits(test.db), { interval: 2 }).toBe(1)
    sent.push(...others.map((request) => sendUnvalidated(test.app, request)))
    // All wait before the row is unlocked, so their order is fixed.
    await expect.poll(() => countLockWaits(test.db), { interval: 2 }).toBe(1 + others.length)
  })
  return Promise.all(sent)
}

async function countEvents(title: string): Promise<number> {
  const rows = await test.db
    .selectFrom('events')
    .select('slug')
    .distinct()
    .where('title', '=', title)
    .execute()
  return rows.length
}

describe('concurrent changes', () => {
  it(`of one state by ${CLIENTS} clients succeed once, ${ROUNDS} times`, LONG, async () => {
    const { key, id, etag: first } = await ownEvent()
    let etag = first
    for (let round = 1; round <= ROUNDS; round += 1) {
      const responses = await sendAll(
        times(CLIENTS, (i) => changing(key, { id, etag }, { title: `Round ${round}, ${i}` })),
      )
      expect(withStatus(responses, 412)).toHaveLength(CLIENTS - 1)
      const [winner] = withStatus(responses, 200)
      const stored = await sendUnvalidated(test.app, { path: `/events/${id}/` })
      expect([stored.text, stored.headers['etag']]).toEqual([winner?.text, winner?.headers['etag']])
      expect(stored.json()['title']).toMatch(`Round ${round}, `)
      etag = stored.headers['etag'] ?? ''
    }
  })

  it.each(['PATCH', 'DELETE'])('and deletions fail after the first one, a %s', async (method) => {
    for (let round = 0; round < amount({ commit: 8, nightly: 20 }); round += 1) {
      const { key, ...event } = await ownEvent()
      const patch = changing(key, event, { title: 'Changed' })
      const remove = deleting(key, event)
      const first = method === 'PATCH' ? patch : remove
      const [winner, ...others] = await sendQueued(event.id, first, [patch, remove, patch, remove])
      const isDeleted = method === 'DELETE'
      expect(winner?.status).toBe(isDeleted ? 204 : 200)
      expect(withStatus(others, isDeleted ? 404 : 412)).toHaveLength(4)
      const stored = await sendUnvalidated(test.app, { path: `/events/${event.id}/` })
      expect(stored.status).toBe(isDeleted ? 404 : 200)
      if (!isDeleted) expect(stored.text).toBe(winner?.text)
    }
  })

  it('of a picture and then of its caption both apply', async () => {
    const { key, id } = await ownEvent()
    const etag = '*'
    const full_size = 'https://pictures.example/new.jpg'
    const picture = (featured_image: object) => changing(key, { id, etag }, { featured_image })
    const [first, second] = await sendQueued(id, picture({ full_size }), [
      picture({ caption: 'New' }),
    ])
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.json()['featured_image']).toMatchObject({ image: { full_size }, caption: 'New' })
  })
})

describe('concurrent POSTs', () => {
  it('C25 of one title create events with different slugs', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const body = eventBody(id, { title: 'Concurrent' })
    const responses = await sendAll(times(CLIENTS, () => posting(key, body)))
    expect(withStatus(responses, 201)).toHaveLength(CLIENTS)
    expect(new Set(responses.map((response) => response.json()['slug'])).size).toBe(CLIENTS)
    expect(await countEvents('Concurrent')).toBe(CLIENTS)
  })

  it('D6 with one Idempotency-Key create one event', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    for (let round = 0; round < amount({ commit: 4, nightly: 10 }); round += 1) {
      const title = `Only once ${round}`
      const post = posting(key, eventBody(id, { title }), title)
      const responses = await sendAll(times(CLIENTS, () => post))
      const created = withStatus(responses, 201)
      expect(created.length + withStatus(responses, 409).length).toBe(CLIENTS)
      expect(new Set(created.map(repeatable)).size).toBe(1)
      expect(await countEvents(title)).toBe(1)
    }
  })

  it('of two owners with the same Idempotency-Key are independent', async () => {
    const owners = [await makeApiKey(test.db), await makeApiKey(test.db)]
    const { id } = await makeVenue(test.db)
    const posts = owners.map(({ key }, i) =>
      posting(key, eventBody(id, { title: `Of owner ${i}` }), 'the same text'),
    )
    const responses = await sendAll(posts)
    const again = await sendAll(posts)
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(again.map(repeatable)).toEqual(responses.map(repeatable))
    const titles = again.map((response) => response.json()['title'])
    expect(titles).toEqual(['Of owner 0', 'Of owner 1'])
  })
})
