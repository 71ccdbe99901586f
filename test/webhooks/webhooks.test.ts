import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { components } from '../../generated/v1.ts'
import {
  deleteOldDeliveries,
  selectWebhookState,
  storeOutcome,
} from '../../src/webhooks/delivery-queries.ts'
import { deliveryTask } from '../../src/webhooks/delivery-task.ts'
import type { WebhookMessage } from '../../src/client/schemas.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { finish } from '../support/finish.ts'
import { makeUser } from '../support/make-user.ts'
import { makeWebhook } from '../support/make-webhook.ts'
import { send } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { schemaFaults } from '../contract/closed-schemas.ts'
import { document } from '../contract/document.ts'
import { closeReceivers, startReceiver, type ReceivedMessage, type Receiver } from './receivers.ts'

type Schemas = components['schemas']

const test = useDatabase()
/** No service sends the messages of this one. */
const unsent = useDatabase()
let app: FastifyInstance
/** Sends messages, too, and no request. */
let second: FastifyInstance
let authorization: string

closeReceivers()
beforeAll(async () => {
  const start = () => testApp(test, { webhooks: { allowedRanges: ['127.0.0.0/8'] } })
  app = await start()
  second = await start()
  await settleFeeds(test.db)
})
afterAll(() => Promise.all([app.close(), second.close()]))

/** The response of a request of a new user, or of the same one. */
async function request(method: string, path: string, body?: object) {
  const headers = {
    authorization,
    ...(body && { 'content-type': 'application/json' }),
    'if-match': '*',
  }
  const sent = { method, path, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await send(app, sent)
  expect(response.status, response.text).toBeLessThan(300)
  return response.text === '' ? {} : response.json()
}

async function becomeNewUser(): Promise<void> {
  authorization = `Bearer ${(await makeApiKey(test.db, { scopes: ['webhooks'] })).key}`
}

/** A new webhook of a new user. */
async function subscribe(
  { url }: Pick<Receiver, 'url'>,
  fields: Partial<Schemas['WebhookInput']> = {},
): Promise<Schemas['IssuedWebhook']> {
  await becomeNewUser()
  const body = { url, collections: ['events'], ...fields }
  return (await request('POST', '/webhooks/', body)) as unknown as Schemas['IssuedWebhook']
}

const read = async ({ id }: { id: number }) =>
  (await request('GET', `/webhooks/${id}/`)) as unknown as Schemas['Webhook']
const logOf = async ({ id }: { id: number }) =>
  ((await request('GET', `/webhooks/${id}/deliveries/`)) as unknown as Schemas['WebhookLog'])
    .deliveries
const ping = async ({ id }: { id: number }) =>
  (await request('POST', `/webhooks/${id}/ping/`)) as unknown as Schemas['RequestedDelivery']
const redeliver = async ({ id }: { id: number }, query = '') =>
  (await request(
    'POST',
    `/webhooks/${id}/redelivery/${query}`,
  )) as unknown as Schemas['RequestedDelivery']

const secondsBetween = (start?: string | null, end?: string | null): number =>
  (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1_000

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}

const hasMessages = (receiver: Receiver, count: number) =>
  until(() => receiver.messages.length >= count)

function bodyOf(message: ReceivedMessage | undefined): WebhookMessage {
  const body = JSON.parse(message?.text ?? '') as WebhookMessage
  expect(schemaFaults({ $ref: '#/components/schemas/WebhookMessage' }, body)).toEqual([])
  return body
}

const changesOf = (receiver: Receiver) =>
  receiver.messages.flatMap((message) => bodyOf(message).data.changes)

/** Throws unless the message is signed with the secret. */
function verify(message: ReceivedMessage | undefined, secret: string): void {
  new Webhook(secret).verify(message?.text ?? '', message?.headers as Record<string, string>)
}

it('a webhook may have each collection and operation of the contract, and has all operations by default', async () => {
  const [collections, operations] = ['WebhookCollection', 'WebhookOperation'].map(
    (name) => document.components.schemas[name]?.enum ?? [],
  )
  const receiver = { url: 'https://hooks.example/' }
  const all = { collections, operations } as Partial<Schemas['WebhookInput']>
  const toDo = 'Append a migration with the constraint of `operations`, as 0015-webhooks.sql has it'
  const made = await subscribe(receiver, all).catch(() => undefined)
  expect(made, toDo).toMatchObject(all)
  expect((await subscribe(receiver)).operations).toEqual(operations)
})

describe('a message', () => {
  it('tells of the changes since the webhook was made, signed', async () => {
    await makeEvent(test.db)
    await settleFeeds(test.db)
    const receiver = await startReceiver(204)
    const webhook = await subscribe(receiver, { collections: ['events', 'marketplace-artworks'] })
    const event = await makeEvent(test.db)
    const artwork = await makeArtwork(test.db)
    await hasMessages(receiver, 2)
    const all = receiver.messages.map((message) => bodyOf(message))
    expect(all.map(({ type }) => type).toSorted()).toEqual([
      'events.changed',
      'marketplace-artworks.changed',
    ])
    expect(
      changesOf(receiver)
        .map(({ id, op }) => `${op} ${id}`)
        .toSorted(),
    ).toEqual([`upsert ${artwork.id}`, `upsert ${event.id}`].toSorted())
    for (const message of receiver.messages) verify(message, webhook.secret)
    expect(() => verify(receiver.messages[0], `whsec_${'A'.repeat(44)}`)).toThrow()
    const { cursor } = all.find(({ type }) => type === 'events.changed')?.data ?? {}
    const feed = await request('GET', `/events/changes/?cursor=${cursor}`)
    expect(feed['results']).toMatchObject([{ id: event.id, op: 'upsert' }])
    // Responses are validated, and have the messages that were sent.
    await until(async () => (await logOf(webhook)).every(({ state }) => state === 'delivered'))
    const again = await Promise.all(
      (await logOf(webhook)).map(({ id }) => redeliver(webhook, `?delivery=${id}`)),
    )
    expect(again.map(({ message }) => message)).toEqual(expect.arrayContaining(all))
  })

  it('goes to the URL, and tells of the lists and operations, of the last PATCH', async () => {
    const [before, after] = [await startReceiver(204), await startReceiver(204)]
    const webhook = await subscribe(before)
    const changes = {
      url: after.url,
      collections: ['marketplace-artworks'],
      operations: ['upsert'],
    }
    const changed = await request('PATCH', `/webhooks/${webhook.id}/`, changes)
    const { secret: _, ...shown } = webhook
    expect(changed).toEqual({ ...shown, ...changes, updated_at: changed['updated_at'] })
    expect(await read(webhook)).toEqual(changed)
    await makeEvent(test.db)
    const { id } = await makeArtwork(test.db)
    await hasMessages(after, 1)
    expect(changesOf(after)).toMatchObject([{ id, op: 'upsert' }])
    expect(before.messages).toEqual([])
  })

  it('of a list that a PATCH has removed is not sent again', async () => {
    const receiver = await startReceiver(500)
    const webhook = await subscribe(receiver)
    await makeEvent(test.db)
    await until(async () => (await logOf(webhook))[0]?.response_status === 500)
    await request('PATCH', `/webhooks/${webhook.id}/`, { collections: ['marketplace-artworks'] })
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', attempts: 1 }])
    const { delivery } = await ping(webhook)
    await until(async () => (await logOf(webhook))[0]?.state !== 'pending')
    expect(await logOf(webhook)).toMatchObject([{ id: delivery.id }, { attempts: 1 }])
    expect(receiver.messages).toHaveLength(2)
  })

  it('tells only of the operations of the webhook', async () => {
    const receiver = await startReceiver(200)
    await subscribe(receiver, { operations: ['delete'] })
    const { id } = await makeEvent(test.db)
    await settleFeeds(test.db)
    await test.db.deleteFrom('events').where('id', '=', id).execute()
    await hasMessages(receiver, 1)
    expect(changesOf(receiver)).toMatchObject([{ id, op: 'delete' }])
  })

  it('comes after any number of changes of the other operation', async () => {
    const receiver = await startReceiver(204)
    const webhook = await subscribe(receiver, { operations: ['delete'], is_active: false })
    await sql`INSERT INTO feed_entries (list, id, no, digest)
      SELECT 'events', 1000000 + no, no, '' FROM generate_series(1, 1200) AS no`.execute(test.db)
    await sql`UPDATE webhook_positions SET no = 0 WHERE webhook_id = ${webhook.id}`.execute(test.db)
    const { id } = await makeEvent(test.db)
    await settleFeeds(test.db)
    await test.db.deleteFrom('events').where('id', '=', id).execute()
    await settleFeeds(test.db)
    await request('PATCH', `/webhooks/${webhook.id}/`, { is_active: true })
    await hasMessages(receiver, 1)
    expect(changesOf(receiver)).toContainEqual(expect.objectContaining({ id, op: 'delete' }))
    await sql`DELETE FROM feed_entries WHERE id > 1000000`.execute(test.db)
  })

  it.each([100, 101])(
    'coalesces %i changes of the time when the webhook is not active',
    async (made) => {
      const receiver = await startReceiver(204)
      const webhook = await subscribe(receiver, { is_active: false })
      for (let no = 0; no < made; no += 1) await makeEvent(test.db)
      await settleFeeds(test.db)
      await request('PATCH', `/webhooks/${webhook.id}/`, { is_active: true })
      await hasMessages(receiver, 1)
      const { data } = bodyOf(receiver.messages[0])
      expect([data.changes?.length, data.has_more]).toEqual([100, made > 100])
      await makeEvent(test.db)
      await hasMessages(receiver, 2)
      expect(bodyOf(receiver.messages[1]).data).toMatchObject({ has_more: false })
      expect(changesOf(receiver)).toHaveLength(101)
    },
  )

  it('is signed with both secrets after a replacement, for a day', async () => {
    const receiver = await startReceiver(204)
    const webhook = await subscribe(receiver)
    const { secret } = await request('POST', `/webhooks/${webhook.id}/secret/`)
    await ping(webhook)
    await hasMessages(receiver, 1)
    verify(receiver.messages[0], webhook.secret)
    verify(receiver.messages[0], String(secret))
    const { previous_secret_ends_at: end, updated_at: start } = await read(webhook)
    expect(secondsBetween(start, end) / 3_600).toBeCloseTo(24, 1)
    await sql`UPDATE webhooks SET previous_secret_ends_at = now() WHERE id = ${webhook.id}`.execute(
      test.db,
    )
    await ping(webhook)
    await hasMessages(receiver, 2)
    verify(receiver.messages[1], String(secret))
    expect(() => verify(receiver.messages[1], webhook.secret)).toThrow()
    expect((await read(webhook)).previous_secret_ends_at).toBeNull()
    await test.db.transaction().execute((trx) => deleteOldDeliveries(trx))
    const { rows } = await sql`SELECT secret, previous_secret FROM webhooks
      WHERE id = ${webhook.id}`.execute(test.db)
    expect(rows).toEqual([{ secret, previous_secret: null }])
  })
})

/** The seconds after which a message is repeated, as the contract says. */
const DELAYS = [5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600)]

describe('a delivery', () => {
  it('is in the log, and can be sent again', async () => {
    const receiver = await startReceiver(503)
    const webhook = await subscribe(receiver, { is_active: false })
    const { delivery: sent, message } = await ping(webhook)
    expect(sent).toMatchObject({ type: 'ping', state: 'pending', attempts: 0 })
    await until(async () => (await logOf(webhook))[0]?.state !== 'pending')
    expect(await logOf(webhook)).toMatchObject([
      { id: sent.id, state: 'failed', attempts: 1, response_status: 503, error: null },
    ])
    receiver.status = 202
    const { delivery: again } = await redeliver(webhook, `?delivery=${sent.id}`)
    expect(again).toMatchObject({ message_id: sent.message_id, state: 'pending' })
    await until(async () => (await logOf(webhook))[0]?.state === 'delivered')
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([
      sent.message_id,
      sent.message_id,
    ])
    expect(receiver.messages.map(bodyOf)).toEqual([message, message])
    // A test message that fails says nothing of the webhook.
    expect(await read(webhook)).toMatchObject({ disabled_at: null })
    const older = await request('GET', `/webhooks/${webhook.id}/deliveries/?before=${again.id}`)
    expect(older).toMatchObject({ deliveries: [{ id: sent.id }], has_more: false })
  })

  it('is repeated after a failure, also after a redirect, and after the end of a process', async () => {
    const other = await startReceiver(204)
    const receiver = await startReceiver(300, { headers: { location: other.url } })
    const webhook = await subscribe(receiver)
    await makeEvent(test.db)
    await until(async () => (await logOf(webhook))[0]?.response_status === 300)
    const [delivery] = await logOf(webhook)
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 })
    expect(Date.parse(delivery?.next_attempt_at ?? '')).toBeGreaterThan(
      Date.parse(delivery?.last_attempt_at ?? ''),
    )
    receiver.status = 200
    // As the process that has claimed it leaves it.
    await sql`UPDATE webhook_deliveries SET claimed_until = now(), next_attempt_at = now()
      WHERE webhook_id = ${webhook.id}`.execute(test.db)
    await until(async () => (await logOf(webhook))[0]?.state === 'delivered')
    expect(await logOf(webhook)).toMatchObject([{ attempts: 2, response_status: 200 }])
    expect(other.messages).toEqual([])
  })

  it('that fails for the last time disables the webhook, until it is enabled', async () => {
    const receiver = await startReceiver(500)
    const webhook = await subscribe(receiver)
    await makeEvent(test.db)
    await hasMessages(receiver, 1)
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      await until(async () => (await logOf(webhook))[0]?.response_status === 500)
      const [delivery] = await logOf(webhook)
      const delay = secondsBetween(delivery?.last_attempt_at, delivery?.next_attempt_at)
      const usual = DELAYS[attempt - 2] ?? NaN
      expect(delay).toBeGreaterThan(0.8 * usual - 1)
      // The outcome is stored some time after the attempt.
      expect(delay).toBeLessThan(1.2 * usual + 60)
      expect(await read(webhook)).toMatchObject({ is_active: true })
      await sql`UPDATE webhook_deliveries SET next_attempt_at = now(), response_status = NULL
        WHERE webhook_id = ${webhook.id}`.execute(test.db)
      await hasMessages(receiver, attempt)
    }
    await until(async () => !(await read(webhook)).is_active)
    expect(await read(webhook)).toMatchObject({
      disabled_reason: 'failed',
      disabled_at: expect.any(String) as string,
    })
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', attempts: 10 }])
    expect(await selectWebhookState(test.db)).toEqual({
      delaySeconds: expect.any(Number) as number,
      disabled: 1,
    })
    receiver.status = 200
    await makeEvent(test.db)
    await request('PATCH', `/webhooks/${webhook.id}/`, { is_active: true })
    await hasMessages(receiver, 11)
    expect(await read(webhook)).toMatchObject({ disabled_at: null, disabled_reason: null })
  })

  it('to a receiver that is gone disables the webhook at once', async () => {
    const receiver = await startReceiver(410)
    const webhook = await subscribe(receiver)
    await makeEvent(test.db)
    await until(async () => !(await read(webhook)).is_active)
    expect(await read(webhook)).toMatchObject({ disabled_reason: 'gone' })
    expect(receiver.messages).toHaveLength(1)
  })

  it('has only the outcome of its last attempt, to the URL of the webhook as it is', async () => {
    const receiver = await startReceiver(204)
    const webhook = await subscribe(receiver, { is_active: false })
    const { rows } = await sql<{ id: number; version: string }>`
      INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, attempts)
      SELECT id, 'ping', '{}', false, 2 FROM webhooks WHERE id = ${webhook.id}
      RETURNING id, (SELECT updated_at::text FROM webhooks WHERE id = webhook_id) AS version`.execute(
      test.db,
    )
    const claim = { ...rows[0]!, webhookId: webhook.id, attempts: 2 }
    const gone = { status: 410, error: null }
    const store = (changes: object) => storeOutcome(test.db, { ...claim, ...changes }, gone, [5, 5])
    await store({ attempts: 1 })
    expect(await logOf(webhook)).toMatchObject([{ state: 'pending', response_status: null }])
    await store({ version: 'that before a PATCH' })
    expect(await logOf(webhook)).toMatchObject([{ state: 'pending', response_status: 410 }])
    expect(await read(webhook)).toMatchObject({ disabled_at: null })
    await store({})
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', response_status: 410 }])
  })

  it('is not repeated without end, however often the webhook is changed during an attempt', async () => {
    const webhook = await subscribe(await startReceiver(204), { is_active: false })
    const { rows } = await sql<{ id: number }>`
      INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, attempts)
      VALUES (${webhook.id}, 'ping', '{}', false, 100) RETURNING id`.execute(test.db)
    const claim = { id: rows[0]!.id, webhookId: webhook.id, version: 'that before a PATCH' }
    const failed = { status: 500, error: null }
    await storeOutcome(test.db, { ...claim, attempts: 100 }, failed, [5, 5])
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', attempts: 100 }])
  })

  it('to a receiver that never responds delays no other, and is the only one of its webhook', async () => {
    const [dead, live] = [await startReceiver(undefined), await startReceiver(204)]
    const ofDead = await subscribe(dead)
    const sender = authorization
    for (let no = 0; no < 3; no += 1) await ping(ofDead)
    await hasMessages(dead, 1)
    // Another process sends it after that time, if this one is killed.
    const { rows } =
      await sql`SELECT (claimed_until - last_attempt_at)::text AS claimed FROM webhook_deliveries
      WHERE webhook_id = ${ofDead.id} AND claimed_until IS NOT NULL`.execute(test.db)
    expect(rows).toEqual([{ claimed: '00:01:00' }])
    const ofLive = await subscribe(live)
    for (let no = 1; no <= 3; no += 1) {
      await ping(ofLive)
      await hasMessages(live, no)
    }
    expect([dead.messages.length, dead.isWaiting()]).toEqual([1, true])
    authorization = sender
    await request('DELETE', `/webhooks/${ofDead.id}/`)
  })

  it('takes only four places of a user', async () => {
    const dead = await startReceiver(undefined)
    const first = await subscribe(dead)
    const others = Array.from({ length: 4 }, () =>
      request('POST', '/webhooks/', { url: dead.url, collections: ['events'] }),
    )
    const own = [first, ...(await Promise.all(others))] as { id: number }[]
    for (const webhook of own) await ping(webhook)
    await hasMessages(dead, 4)
    // The task has chosen from all due messages by the time that it sends one of another user.
    const live = await startReceiver(204)
    const sender = authorization
    await ping(await subscribe(live))
    await hasMessages(live, 1)
    expect(dead.messages).toHaveLength(4)
    authorization = sender
    for (const { id } of own) await request('DELETE', `/webhooks/${id}/`)
  })

  it('takes only four places of a user in each process if the webhooks are deleted', async () => {
    const [dead, live] = [await startReceiver(undefined), await startReceiver(204)]
    const ofLive = await subscribe(live)
    const other = authorization
    await becomeNewUser()
    const sender = authorization
    for (let round = 1; round <= 3; round += 1) {
      authorization = sender
      const own = (await Promise.all(
        Array.from({ length: 4 }, () =>
          request('POST', '/webhooks/', { url: dead.url, collections: ['events'] }),
        ),
      )) as { id: number }[]
      for (const webhook of own) await ping(webhook)
      // The task has chosen from all due messages by the time that it sends a later one of another user.
      authorization = other
      await ping(ofLive)
      await hasMessages(live, round)
      authorization = sender
      for (const { id } of own) await request('DELETE', `/webhooks/${id}/`)
    }
    // Of this process and the second one.
    expect(dead.messages.length).toBeLessThanOrEqual(2 * 4)
  })
})

it('an outcome that cannot be stored is stored by the next run', async () => {
  const { db } = unsent
  const { url, messages } = await startReceiver(204)
  const webhook = await makeWebhook(db, { url })
  const deliveries = db.updateTable('webhook_deliveries').where('webhook_id', '=', webhook.id)
  await deliveries.set({ state: 'pending', next_attempt_at: sql<string>`now()` }).execute()
  const task = deliveryTask({ allowedRanges: ['127.0.0.0/8'] })
  const run = () => finish(task.run(db, new AbortController().signal))
  await run()
  await sql`ALTER TABLE webhook_deliveries RENAME COLUMN response_status TO renamed`.execute(db)
  // Until the response is there, it has no outcome to store.
  const failing = () => run().catch((error: unknown) => String(error))
  await expect.poll(failing).toContain('response_status')
  await sql`ALTER TABLE webhook_deliveries RENAME COLUMN renamed TO response_status`.execute(db)
  await run()
  const stored = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhook.id)
  expect(await stored.select(['state', 'attempts']).execute()).toEqual([
    { state: 'delivered', attempts: 1 },
  ])
  expect(messages).toHaveLength(1)
})

it('a run fails with the reason why this process could not send a message', async () => {
  const { db } = unsent
  await db.deleteFrom('webhooks').execute()
  const { id } = await makeWebhook(db, { url: 'no URL' })
  const deliveries = db.updateTable('webhook_deliveries').where('webhook_id', '=', id)
  await deliveries.set({ state: 'pending', next_attempt_at: sql<string>`now()` }).execute()
  const task = deliveryTask({})
  const run = () => finish(task.run(db, new AbortController().signal))
  await run()
  await expect(run()).rejects.toThrow('Invalid URL')
  await run()
  const stored = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id)
  expect(await stored.select(['error', 'attempts']).execute()).toEqual([
    { error: 'connection_failed', attempts: 1 },
  ])
})

it('webhooks that are behind again in each step keep no message of others waiting', async () => {
  const { db } = unsent
  await db.deleteFrom('webhooks').execute()
  const { url, messages } = await startReceiver(204)
  for (let no = 0; no < 60; no += 1) await makeWebhook(db, { url, operations: ['delete'] })
  // The one with the highest id is told of a change, and gets its last message again.
  await makeWebhook(db, { url })
  const ofLast = sql`webhook_id = (SELECT max(id) FROM webhooks)`
  await sql`UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now() WHERE ${ofLast}`.execute(
    db,
  )
  await sql`INSERT INTO feed_entries (list, id, no, digest)
    SELECT list, 1, last_no + 1, '' FROM feeds`.execute(db)
  const task = deliveryTask({ allowedRanges: ['127.0.0.0/8'] })
  const { signal } = new AbortController()
  let steps = task.run(db, signal)
  for (let left = 1_000; messages.length < 3 && left > 0; left -= 1) {
    if ((await steps.next()).done === true) steps = task.run(db, signal)
    await sql`UPDATE feeds SET last_no = last_no + 1`.execute(db)
  }
  expect(messages.map((message) => bodyOf(message).type).toSorted()).toEqual([
    'events.changed',
    'marketplace-artworks.changed',
    'ping',
  ])
  // From where the last run was to the end, then all.
  for (let no = 0; no < 2; no += 1) await finish(task.run(db, signal))
  const { rows } = await sql`SELECT FROM webhook_positions JOIN webhooks ON webhooks.id = webhook_id
    JOIN feeds USING (list) WHERE no <> last_no AND operations = '{delete}'`.execute(db)
  expect(rows).toEqual([])
  await sql`DELETE FROM feed_entries`.execute(db)
})

it('a process waits for 256 responses at most', async () => {
  const { db } = unsent
  await db.deleteFrom('webhooks').execute()
  const { url } = await startReceiver(undefined)
  await Promise.all(
    Array.from({ length: 65 }, async () => {
      const owner_id = (await makeUser(db)).id
      for (let no = 0; no < 4; no += 1) await makeWebhook(db, { owner_id, url })
    }),
  )
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', next_attempt_at: sql<string>`now()` })
    .execute()
  const ending = new AbortController()
  const task = deliveryTask({ allowedRanges: ['127.0.0.0/8'] })
  for (let run = 0; run < 2; run += 1) {
    await finish(task.run(db, ending.signal))
    const claimed = await db
      .selectFrom('webhook_deliveries')
      .where('claimed_until', 'is not', null)
      .select('id')
      .execute()
    expect(claimed).toHaveLength(256)
  }
  ending.abort()
})

describe('limits', () => {
  it('are 20 webhooks of a user, 10 waiting messages and 1,000 of the log', async () => {
    await becomeNewUser()
    const post = (path: string, body?: object) =>
      send(app, {
        method: 'POST',
        path,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const body = { url: 'https://hooks.quayside.example/', collections: ['events'] }
    const made = []
    for (let no = 0; no < 20; no += 1) made.push((await post('/webhooks/', body)).json()['id'])
    expect((await post('/webhooks/', body)).status).toBe(422)
    const [id] = made
    await sql`INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, next_attempt_at)
      SELECT ${id}, 'ping', '{}', true, now() + interval '1 hour' FROM generate_series(1, 10)`.execute(
      test.db,
    )
    expect((await post(`/webhooks/${String(id)}/ping/`)).json()).toMatchObject({
      status: 409,
      code: 'deliveries_waiting',
    })
    await sql`INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, state, next_attempt_at)
      SELECT ${id}, 'ping', '{}', true, 'failed', NULL FROM generate_series(1, 1001)`.execute(
      test.db,
    )
    await sql`INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, state, next_attempt_at, created_at)
      SELECT ${made[1]}, 'ping', '{}', true, 'failed', NULL, now() - age
      FROM unnest('{29 days 23 hours,30 days 1 hour}'::interval[]) AS age`.execute(test.db)
    await test.db.transaction().execute((trx) => deleteOldDeliveries(trx))
    const { rows } = await sql`SELECT webhook_id, count(*)::integer FROM webhook_deliveries
      WHERE webhook_id IN (${id}, ${made[1]}) AND state = 'failed' GROUP BY 1 ORDER BY 1`.execute(
      test.db,
    )
    expect(rows).toEqual([
      { webhook_id: id, count: 1_000 },
      { webhook_id: made[1], count: 1 },
    ])
  })

  it.each([
    ['ftp://a.example/', 400],
    ['https://u:p@a.example/', 400],
    ['https://a.example/#b', 422],
    ['https://a.example/#', 422],
    ['https://a.example:99999/', 400],
    ['https://10.0.0.1/', 422],
    ['https://0x0a.1/', 422],
    ['http://8.8.8.8/', 422],
    ['https://[fd12::1]/', 400],
  ])('exclude the URL %s', async (url, status) => {
    const { id } = await subscribe({ url: 'https://8.8.8.8/' })
    for (const [method, path] of [
      ['POST', '/webhooks/'],
      ['PATCH', `/webhooks/${id}/`],
    ] as const) {
      const collections = ['events']
      const response = await send(app, {
        method,
        path,
        headers: { authorization, 'content-type': 'application/json', 'if-match': '*' },
        body: JSON.stringify({ url, collections }),
      })
      expect(response.status, method).toBe(status)
      expect(response.json()).toMatchObject({ errors: [{ pointer: '/url' }] })
    }
  })
})
