import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUntilServed, sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { changing, deleting, eventBody, posting, repeatable } from './event-requests.ts'

const ROUNDS = amount({ commit: 15, nightly: 200 })
const CLIENTS = 50

const test = useService()

const sendAll = (requests: readonly Sent[]): Promise<Answer[]> =>
  Promise.all(requests.map((request) => sendUntilServed(test.app, request, sendUnvalidated)))

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const withStatus = (responses: readonly Answer[], status: number): Answer[] =>
  responses.filter((response) => response.status === status)

interface Queued {
  readonly event: OwnEvent
  readonly answers: readonly Answer[]
}

/** An event with its author's key. */
async function ownEvent(): Promise<{ key: string; id: number; etag: string }> {
  const { key, userId } = await makeApiKey(test.db)
  const { id } = await makeEvent(test.db, { author_id: userId })
  const { headers } = await test.send({ path: `/events/${id}/` })
  return { key, id, etag: headers['etag'] ?? '' }
}

type OwnEvent = Awaited<ReturnType<typeof ownEvent>>

/**
 * Sends the requests of an event concurrently. The first one is the first in the lock queue of the event. On a busy machine, some
 * end with 503 before all wait: then those of another event are tried.
 */
async function sendQueued(requestsOf: (event: OwnEvent) => readonly Sent[]): Promise<Queued> {
  const event = await ownEvent()
  const sent: Promise<Answer>[] = []
  let hasEnded = false
  await test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('events').select('id').where('id', '=', event.id).forUpdate().execute()
    // All wait before the row is unlocked, so their order is fixed.
    const queue = async (requests: readonly Sent[]): Promise<void> => {
      for (const request of requests) sent.push(sendUnvalidated(test.app, request))
      void Promise.race(sent).then(() => (hasEnded = true))
      const areWaiting = async () => hasEnded || (await countLockWaits(test.db)) === sent.length
      await expect.poll(areWaiting, { interval: 2 }).toBe(true)
    }
    const requests = requestsOf(event)
    await queue(requests.slice(0, 1))
    await queue(requests.slice(1))
  })
  const answers = await Promise.all(sent)
  return withStatus(answers, 503).length > 0 ? sendQueued(requestsOf) : { event, answers }
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
  it(`of one state by ${CLIENTS} clients succeed once, ${ROUNDS} times`, async () => {
    const { key, id, etag: first } = await ownEvent()
    let etag = first
    for (let round = 1; round <= ROUNDS; round += 1) {
      const responses = await sendAll(
        times(CLIENTS, (i) => changing(key, { id, etag }, { title: `Round ${round}, ${i}` })),
      )
      const [stored] = await sendAll([{ path: `/events/${id}/` }])
      // A change may get 503 and yet be made: then it gets 412 when it is sent again.
      const winners = withStatus(responses, 200)
      expect(winners.length).toBeLessThan(2)
      expect(withStatus(responses, 412)).toHaveLength(CLIENTS - winners.length)
      for (const { text, headers } of winners) {
        expect([stored?.text, stored?.headers['etag']]).toEqual([text, headers['etag']])
      }
      expect(stored?.json()['title']).toMatch(`Round ${round}, `)
      etag = stored?.headers['etag'] ?? ''
    }
  })

  it.each(['PATCH', 'DELETE'])('and deletions fail after the first one, a %s', async (method) => {
    for (let round = 0; round < amount({ commit: 8, nightly: 20 }); round += 1) {
      const isDeleted = method === 'DELETE'
      const { event, answers } = await sendQueued(({ key, ...own }) => {
        const patch = changing(key, own, { title: 'Changed' })
        const remove = deleting(key, own)
        return [isDeleted ? remove : patch, patch, remove, patch, remove]
      })
      const [winner, ...others] = answers
      expect(winner?.status).toBe(isDeleted ? 204 : 200)
      expect(withStatus(others, isDeleted ? 404 : 412)).toHaveLength(4)
      const [stored] = await sendAll([{ path: `/events/${event.id}/` }])
      expect(stored?.status).toBe(isDeleted ? 404 : 200)
      if (!isDeleted) expect(stored?.text).toBe(winner?.text)
    }
  })

  it('of a picture and then of its caption both apply', async () => {
    const full_size = 'https://pictures.example/new.jpg'
    const { answers } = await sendQueued(({ key, id }) =>
      [{ full_size }, { caption: 'New' }].map((featured_image) =>
        changing(key, { id, etag: '*' }, { featured_image }),
      ),
    )
    const [first, second] = answers
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.json()['featured_image']).toMatchObject({ image: { full_size }, caption: 'New' })
  })
})

describe('concurrent POSTs', () => {
  it('C25 of one title create events with different slugs', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const body = eventBody(id, { title: 'Concurrent' })
    const responses = await sendAll(times(CLIENTS, (i) => posting(key, body, `Concurrent ${i}`)))
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
