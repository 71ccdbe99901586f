import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Operations } from '../../src/operation-context.ts'
import { operations } from '../../src/operations.ts'
import { exhaustedBudget, RECOUNT_MS } from '../../src/writes/replay-budget.ts'
import { requestFingerprint } from '../../src/writes/transaction.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, type Answer, type Sent } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'
import { changing, deleting, eventBody, posting, repeatable } from './event-requests.ts'

const test = useService()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** A new client, and its POST of an event with a unique title and Idempotency-Key. */
async function newPost(): Promise<{ key: string; userId: string; title: string; post: Sent }> {
  const { key, userId } = await makeApiKey(test.db)
  const { id } = await makeVenue(test.db)
  const title = `Post ${nextNumber()}`
  return { key, userId, title, post: posting(key, eventBody(id, { title }), title) }
}

const withKey = (post: Sent, idempotencyKey: string): Sent => ({
  ...post,
  headers: { ...post.headers, 'idempotency-key': idempotencyKey },
})

const withBody = ({ body = '', ...post }: Sent, change: object): Sent => ({
  ...post,
  body: JSON.stringify({ ...(JSON.parse(body) as object), ...change }),
})

const outcome = (response: Answer) => [response.status, response.json()['code']]

async function countEvents(title: string): Promise<number> {
  const rows = await test.db.selectFrom('events').select('id').where('title', '=', title).execute()
  return rows.length
}

async function countStoredResponses(userId: string): Promise<number> {
  const rows = await test.db
    .selectFrom('idempotency_keys')
    .select('idempotency_key')
    .where('owner_id', '=', userId)
    .execute()
  return rows.length
}

async function advanceTime(userId: string, interval: string): Promise<void> {
  await test.db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<string>`created_at - ${interval}::interval` })
    .where('owner_id', '=', userId)
    .execute()
}

describe('a POST that is sent again with its Idempotency-Key', () => {
  it('gets the first response byte for byte, and creates nothing', async () => {
    const { title, post } = await newPost()
    const first = await test.send(post)
    expect(first.status).toBe(201)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"\d+-\d+\.[\w-]{27}"$/),
      location: `https://art.example/api/v1/events/${String(first.json()['id'])}/`,
    })
    const again = await test.send(post)
    expect(repeatable(again)).toBe(repeatable(first))
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    const marks = [first, again].map(({ headers }) => headers['idempotent-replayed'])
    expect(marks).toEqual([undefined, 'true'])
    expect(await countEvents(title)).toBe(1)
  })

  it('gets the first response after the event has changed, and after it is deleted', async () => {
    const { key, post } = await newPost()
    const first = await test.send(post)
    const id = Number(first.json()['id'])
    const changed = await test.send(
      changing(key, { id, etag: first.headers['etag'] ?? '' }, { title: 'Changed' }),
    )
    expect(changed.status).toBe(200)
    expect(repeatable(await test.send(post))).toBe(repeatable(first))
    await test.send(deleting(key, { id, etag: changed.headers['etag'] ?? '' }))
    expect(repeatable(await test.send(post))).toBe(repeatable(first))
    const { authorization = '' } = post.headers ?? {}
    const deleted = await test.send({ path: `/events/${id}/`, headers: { authorization } })
    expect(deleted.status).toBe(404)
  })

  it('D7 is 422 with another body, even one that differs in a space', async () => {
    const { title, post } = await newPost()
    await test.send(post)
    const others = [withBody(post, { title: 'Other' }), { ...post, body: `${post.body} ` }]
    for (const other of others) {
      expect(outcome(await test.send(other))).toEqual([422, 'idempotency_key_reused'])
    }
    expect([await countEvents('Other'), await countEvents(title)]).toEqual([0, 1])
  })

  it('is 422 for another operation, even with the same bytes', async () => {
    const { post } = await newPost()
    await test.send(post)
    const venue = { ...post, path: '/venues/', body: '{"name":"Kunsthal Syd"}' }
    expect(outcome(await test.send(venue))).toEqual([422, 'idempotency_key_reused'])
    const body = Buffer.from('{}')
    expect(requestFingerprint('createVenue', body)).not.toEqual(
      requestFingerprint('createEvent', body),
    )
  })

  it('belongs to the owner of the credential, who needs the scope', async () => {
    const { userId, post } = await newPost()
    const first = await test.send(post)
    const sentWith = async (scopes: ['events:write'] | ['artworks:write']) => {
      const { key } = await makeApiKey(test.db, { owner_id: userId, scopes })
      return test.send({ ...post, headers: { ...post.headers, authorization: `Bearer ${key}` } })
    }
    expect(repeatable(await sentWith(['events:write']))).toBe(repeatable(first))
    expect(outcome(await sentWith(['artworks:write']))).toEqual([403, 'forbidden'])
  })
})

describe('the text of an Idempotency-Key', () => {
  it('is the same with and without quotes', async () => {
    const { title, post } = await newPost()
    const bare = await test.send(withKey(post, 'a key'))
    const quoted = await test.send(withKey(post, '"a key"'))
    expect(repeatable(quoted)).toBe(repeatable(bare))
    expect(await countEvents(title)).toBe(1)
  })

  it('is case-sensitive', async () => {
    const { title, post } = await newPost()
    await test.send(withKey(post, 'case'))
    await test.send(withKey(post, 'CASE'))
    expect(await countEvents(title)).toBe(2)
  })

  it('can have 255 characters', async () => {
    const { post } = await newPost()
    const long = withKey(post, 'k'.repeat(255))
    const first = await test.send(long)
    expect(first.status).toBe(201)
    expect(repeatable(await test.send(long))).toBe(repeatable(first))
  })

  it.each([
    ['empty', ''],
    ['empty in quotes', '""'],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
    ['with a NUL', 'a\0b'],
    ['with a tab', 'a\tb'],
  ])('D7 is 400 when it is %s, naming the header', async (_, text) => {
    const { userId, title, post } = await newPost()
    const response = await test.send(withKey(post, text))
    expect(outcome(response)).toEqual([400, 'invalid_request'])
    expect(response.json()['errors']).toEqual([
      {
        parameter: 'Idempotency-Key',
        detail: expect.stringMatching(/: 1 to 255 printable ASCII characters other than the quote/),
      },
    ])
    expect([await countEvents(title), await countStoredResponses(userId)]).toEqual([0, 0])
  })
})

describe('a POST that failed', () => {
  it.each([
    ['400', 400, { title: '' }],
    ['422', 422, { venue: 2_000_000_000 }],
  ])('with %s can be sent again with its key', async (_, status, invalid) => {
    const { title, post } = await newPost()
    expect((await test.send(withBody(post, invalid))).status).toBe(status)
    expect((await test.send(post)).status).toBe(201)
    expect(await countEvents(title)).toBe(1)
  })

  it.each<[string, number, Operations['createEvent']]>([
    [
      'that throws after it has written',
      500,
      async (input, context) => {
        await operations.createEvent(input, context)
        throw new Error('too late')
      },
    ],
    [
      'whose response violates the contract',
      500,
      async (input, context) => {
        const { status, body } = await operations.createEvent(input, context)
        return { status, body: { ...body, title: 5 } as never }
      },
    ],
    [
      'whose connection breaks after it has written',
      503,
      async (input, context) => {
        const response = await operations.createEvent(input, context)
        await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(context.db)
        return response
      },
    ],
  ])('in an operation %s leaves neither event nor response', async (_, status, createEvent) => {
    const { userId, title, post } = await newPost()
    const app = await testApp(test, { operations: { ...operations, createEvent } })
    closers.push(() => app.close())
    expect((await send(app, post)).status).toBe(status)
    expect([await countEvents(title), await countStoredResponses(userId)]).toEqual([0, 0])
    expect((await test.send(post)).status).toBe(201)
    expect([await countEvents(title), await countStoredResponses(userId)]).toEqual([1, 1])
  })

  it('because its response could not be stored leaves no event', async () => {
    const { userId, title, post } = await newPost()
    const name = sql.raw(`"rejected_${userId}"`)
    await sql`ALTER TABLE idempotency_keys ADD CONSTRAINT ${name}
      CHECK (owner_id <> ${sql.lit(userId)})`.execute(test.db)
    expect((await test.send(post)).status).toBe(500)
    expect(await countEvents(title)).toBe(0)
    await sql`ALTER TABLE idempotency_keys DROP CONSTRAINT ${name}`.execute(test.db)
    expect((await test.send(post)).status).toBe(201)
  })
})

describe('a stored response', () => {
  it('is sent again for 24 hours', async () => {
    const { userId, post } = await newPost()
    const first = await test.send(post)
    await advanceTime(userId, '23 hours 59 minutes')
    expect(repeatable(await test.send(post))).toBe(repeatable(first))
  })

  it('frees its key after 24 hours, for any body', async () => {
    const { userId, title, post } = await newPost()
    const first = await test.send(post)
    await advanceTime(userId, '24 hours 1 second')
    const renewed = withBody(post, { content: 'Another day.' })
    const second = await test.send(renewed)
    expect(second.status).toBe(201)
    expect(second.json()['id']).not.toBe(first.json()['id'])
    expect(repeatable(await test.send(renewed))).toBe(repeatable(second))
    expect(outcome(await test.send(post))).toEqual([422, 'idempotency_key_reused'])
    expect(await countEvents(title)).toBe(2)
  })

  it('is deleted after that, by a task', async () => {
    const [expired, retained] = [await newPost(), await newPost()]
    for (const { post } of [expired, retained]) await test.send(post)
    await advanceTime(expired.userId, '24 hours 1 second')
    // Another process, whose worker begins now.
    const app = await testApp(test)
    closers.push(() => app.close())
    await expect.poll(() => countStoredResponses(expired.userId)).toBe(0)
    expect(await countStoredResponses(retained.userId)).toBe(1)
  })
})

describe('the stored responses of a user', () => {
  it('have at most 256 MiB in 24 hours; then only new keys are refused, with the time to wait', async () => {
    const { userId, post } = await newPost()
    const first = await test.send(post)
    await sql`INSERT INTO idempotency_keys (owner_id, idempotency_key, fingerprint, status, headers, body)
      SELECT ${userId}, 'stored ' || number, fingerprint, status, headers, repeat('a', 1048576)
      FROM idempotency_keys, generate_series(1, 256) AS number WHERE owner_id = ${userId}`.execute(
      test.db,
    )
    await advanceTime(userId, '1 hour')
    // A process asks for the sum after it has stored some megabytes.
    const long = withBody(post, { content: '\u0001'.repeat(20_000) })
    let refused: Answer | undefined
    for (let number = 0; refused === undefined && number < 60; number += 1) {
      const response = await test.send(withKey(long, `long ${number}`))
      if (response.status !== 201) refused = response
    }
    expect(refused && outcome(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(22 * 3_600)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(23 * 3_600)
    const again = await test.send(post)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    const { 'idempotency-key': _, ...headers } = long.headers ?? {}
    expect((await test.send({ ...long, headers })).status).toBe(201)
    const other = await newPost()
    expect((await test.send(other.post)).status).toBe(201)
    let asked = 0
    const db = test.db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await sleep(RECOUNT_MS)
    const together = await Promise.all(Array.from({ length: 9 }, () => exhaustedBudget(db, userId)))
    expect(together.map((problem) => problem?.status)).toEqual(Array.from({ length: 9 }, () => 429))
    expect(asked).toBe(1)
    await advanceTime(userId, '23 hours')
    await expect.poll(async () => (await test.send(withKey(long, 'later'))).status).toBe(201)
  })
})
