import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnjudged, type Answer, type Sent } from '../support/send.ts'
import { changing, deleting, eventBody, posting, repeatable } from './event-requests.ts'

const ROUNDS = 200
const CLIENTS = 50
/** For thousands of requests, on a machine that has other things to do. */
const PATIENT = { timeout: 120_000 }

const test = useService()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const sendAll = (requests: readonly Sent[], app = test.app): Promise<Answer[]> =>
  Promise.all(requests.map((request) => sendUnjudged(app, request)))

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const withStatus = (answers: readonly Answer[], status: number): Answer[] =>
  answers.filter((answer) => answer.status === status)

/** An event, as its author sees it. */
async function ownEvent(): Promise<{ key: string; id: number; etag: string }> {
  const { key, userId } = await makeApiKey(test.db)
  const { id } = await makeEvent(test.db, { author_id: userId })
  const { headers } = await test.send({ path: `/events/${id}/` })
  return { key, id, etag: headers['etag'] ?? '' }
}

/** Sends all requests at once, `first` being the first in the queue for the event. */
async function sendQueued(id: number, first: Sent, others: readonly Sent[]): Promise<Answer[]> {
  const sent: Promise<Answer>[] = []
  await test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute()
    sent.push(sendUnjudged(test.app, first))
    await expect.poll(countWaiting, { interval: 2 }).toBe(1)
    sent.push(...others.map((request) => sendUnjudged(test.app, request)))
    // Or one of them could come by just when the row is free.
    await expect.poll(countWaiting, { interval: 2 }).toBe(1 + others.length)
  })
  return Promise.all(sent)
}

/** How many sessions of this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(test.db)
  return rows[0]?.count ?? 0
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

describe('changes at once', () => {
  it(
    `of ${CLIENTS} that have seen the same state are granted to one, ${ROUNDS} times`,
    PATIENT,
    async () => {
      const { key, id, etag: first } = await ownEvent()
      let etag = first
      for (let round = 1; round <= ROUNDS; round += 1) {
        const answers = await sendAll(
          times(CLIENTS, (i) => changing(key, { id, etag }, { title: `Round ${round}, ${i}` })),
        )
        expect(withStatus(answers, 412)).toHaveLength(CLIENTS - 1)
        const [winner] = withStatus(answers, 200)
        const stored = await sendUnjudged(test.app, { path: `/events/${id}/` })
        expect([stored.text, stored.headers['etag']]).toEqual([
          winner?.text,
          winner?.headers['etag'],
        ])
        expect(stored.json()['title']).toMatch(`Round ${round}, `)
        etag = stored.headers['etag'] ?? ''
      }
    },
  )

  it('refuse the later one by its problem', async () => {
    const { key, ...event } = await ownEvent()
    await test.send(changing(key, event, { title: 'First' }))
    const answer = await test.send(changing(key, event, { title: 'Second' }))
    expect([answer.status, answer.json()['code']]).toEqual([412, 'precondition_failed'])
  })

  it.each(['PATCH', 'DELETE'])(
    'and deletions, of which a %s comes first, are lost but for that one',
    async (method) => {
      for (let round = 0; round < 20; round += 1) {
        const { key, ...event } = await ownEvent()
        const patch = changing(key, event, { title: 'Changed' })
        const remove = deleting(key, event)
        const first = method === 'PATCH' ? patch : remove
        const [winner, ...others] = await sendQueued(event.id, first, [
          patch,
          remove,
          patch,
          remove,
        ])
        const isDeleted = method === 'DELETE'
        expect(winner?.status).toBe(isDeleted ? 204 : 200)
        expect(withStatus(others, isDeleted ? 404 : 412)).toHaveLength(4)
        const stored = await sendUnjudged(test.app, { path: `/events/${event.id}/` })
        expect(stored.status).toBe(isDeleted ? 404 : 200)
        if (!isDeleted) expect(stored.text).toBe(winner?.text)
      }
    },
  )
})

describe('POSTs at once', () => {
  it('C25 of one title get as many events, each with a slug of its own', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const body = eventBody(id, { title: 'All at once' })
    const answers = await sendAll(times(CLIENTS, () => posting(key, body)))
    expect(withStatus(answers, 201)).toHaveLength(CLIENTS)
    expect(new Set(answers.map((answer) => answer.json()['slug'])).size).toBe(CLIENTS)
    expect(await countEvents('All at once')).toBe(CLIENTS)
  })

  it('D6 with one Idempotency-Key create one event, whichever of them is answered', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    for (let round = 0; round < 10; round += 1) {
      const title = `Only once ${round}`
      const post = posting(key, eventBody(id, { title }), title)
      const answers = await sendAll(times(CLIENTS, () => post))
      const created = withStatus(answers, 201)
      expect(created.length + withStatus(answers, 409).length).toBe(CLIENTS)
      expect(new Set(created.map(repeatable)).size).toBe(1)
      expect(await countEvents(title)).toBe(1)
    }
  })

  it('with one Idempotency-Key are 409 while the first runs, and then answered as it was', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const { app, started, open } = await gatedApp()
    const post = posting(key, eventBody(id, { title: 'Behind a gate' }), 'gate')
    const running = sendUnjudged(app, post)
    await started
    const early = await sendAll(
      times(CLIENTS, () => post),
      app,
    )
    expect(withStatus(early, 409)).toHaveLength(CLIENTS)
    expect(early[0]?.json()['code']).toBe('idempotency_key_in_use')
    open()
    const first = await running
    expect(first.status).toBe(201)
    const late = await sendAll(
      times(CLIENTS, () => post),
      app,
    )
    for (const answer of late) expect(repeatable(answer)).toBe(repeatable(first))
    expect(await countEvents('Behind a gate')).toBe(1)
  })

  it('of two owners with keys of the same text know nothing of each other', async () => {
    const owners = [await makeApiKey(test.db), await makeApiKey(test.db)]
    const { id } = await makeVenue(test.db)
    const posts = owners.map(({ key }, i) =>
      posting(key, eventBody(id, { title: `Of owner ${i}` }), 'the same text'),
    )
    const answers = await sendAll(posts)
    const again = await sendAll(posts)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(again.map(repeatable)).toEqual(answers.map(repeatable))
    const titles = again.map((answer) => answer.json()['title'])
    expect(titles).toEqual(['Of owner 0', 'Of owner 1'])
  })
})

/** A service that has begun to create an event when `started` resolves, and waits for `open`. */
async function gatedApp() {
  let begin = (): void => {}
  let open = (): void => {}
  const started = new Promise<void>((resolve) => (begin = resolve))
  const opened = new Promise<void>((resolve) => (open = resolve))
  const app = await testApp(test, {
    operations: {
      ...operations,
      createEvent: async (input, context) => {
        begin()
        await opened
        return operations.createEvent(input, context)
      },
    },
  })
  closers.push(() => app.close())
  return { app, started, open }
}
