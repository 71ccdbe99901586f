import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeScratchFolder } from '../../scripts/scratch-folder.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import type { WebhookMessage } from '../../src/client/schemas.ts'
import { FeedCopy, plainDigests } from '../feed/feed-copy.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { LIST_NAMES } from '../read-model/reference-responses.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { amount, isNightly } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import type { Answer } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { closeReceivers, startReceiver, type Receiver } from '../webhooks/receivers.ts'
import { eventBody } from '../writes/event-requests.ts'
import { makeDatabaseServer, type DatabaseServer } from './system/database-server.ts'

// A copy that reads nothing but the changes of a list has the list, whatever ends meanwhile. At the end of the changes, each
// time, it has the digest of the list: `FeedCopy` expects it. So has one that reads them only when a webhook is told of some.

/** Faults of each kind. */
const ROUNDS = amount({ commit: 1, nightly: 40 })
/** Between reads and writes of each client, so that the services start soon. */
const PAUSE_MS = 20

describe('a copy of a list', () => {
  let folder: string
  let server: DatabaseServer
  let db: Kysely<Database>
  let services: ServiceProcess[]
  /** All that were started, also those that have ended. */
  const started: ServiceProcess[] = []
  let receiver: Receiver
  let key: string
  /** Those of the API that have succeeded. */
  let writes = 0

  closeReceivers()

  const start = async (): Promise<ServiceProcess> => {
    const service = await runService({
      DATABASE_URL: server.url,
      PUBLIC_URL: URLS.public,
      MEDIA_URL: URLS.media,
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    })
    started.push(service)
    await service.untilReady()
    return service
  }

  beforeAll(async () => {
    folder = await makeScratchFolder(path.join(tmpdir(), 'art-marketplace-copies-'))
    server = await makeDatabaseServer(folder)
    await server.start()
    await migrateAt(server.url)
    db = connect({ ...connectionTo(server.url), poolSize: 8 })
    await makeArtwork(db, { id: 1 })
    await makeEvent(db, { id: 1 })
    await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000 * row_number() OVER ())
      FROM pg_sequences WHERE schemaname = current_schema()`.execute(db)
    services = await Promise.all([start(), start()])
    receiver = await startReceiver(204)
    key = (await makeApiKey(db, { scopes: ['events:write', 'webhooks'] })).key
  })
  afterAll(async () => {
    for (const service of started) service.signal('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await db.destroy()
    await server.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  })

  /** @returns undefined unless a process responds with 2xx. */
  async function sendWrite(method: string, url: string, body?: object) {
    const response = await fetch(`${services[0]!.url}/api/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'if-match': '*',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    writes += Number(response.ok)
    if (!response.ok || response.status === 204) return undefined
    return (await response.json()) as { id: number }
  }

  /** Creates an event, and changes or deletes it. */
  async function writeByApi(given: { venue: number; category: number }): Promise<void> {
    const body = JSON.parse(
      eventBody(given.venue, { ...given, publish_status: 'published' }),
    ) as object
    const event = await sendWrite('POST', '/events/', body)
    if (event === undefined) return
    const own = `/events/${event.id}/`
    if (Math.random() < 0.5) await sendWrite('PATCH', own, { title: `Changed ${Math.random()}` })
    else await sendWrite('DELETE', own)
  }

  /** From both processes by turns, until one responds. */
  function copyOf(list: (typeof LIST_NAMES)[number]): FeedCopy {
    let reads = 0
    return new FeedCopy(list, async (at) => {
      for (;;) {
        const { url } = services[(reads += 1) % 2]!
        const response = await fetch(`${url}/api/v1${at}`).catch(() => undefined)
        const text = await response?.text().catch(() => undefined)
        if (text !== undefined && response?.status !== 503) {
          const json = () => JSON.parse(text) as Record<string, unknown>
          return { status: response?.status, text, json } as Answer
        }
        await sleep(50)
      }
    })
  }

  const FAULTS: readonly (() => Promise<unknown>)[] = [
    async () => {
      services[0]!.signal('SIGKILL')
      await services[0]!.ended
      services[0] = await start()
    },
    async () => {
      await server.killAll()
      await server.start()
    },
    () =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database()`.execute(db),
    async () => {
      await server.stop('immediate')
      await server.start()
    },
  ]

  it('has it after random writes and kills', { timeout: (ROUNDS + 5) * 60_000 }, async () => {
    const ending = new AbortController()
    const { signal } = ending
    const copies = LIST_NAMES.map((list) => ({ list, copy: copyOf(list) }))
    const reading = copies.map(async ({ copy }) => {
      while (!signal.aborted) {
        await copy.catchUp(1 + Math.floor(Math.random() * 50))
        await sleep(PAUSE_MS)
      }
    })
    const writing = ['one', 'two', 'three', 'four'].map(async (name) => {
      const { write } = randomWriter(db, name)
      while (!signal.aborted) {
        // A write fails with its database.
        await write().catch(() => {})
        await sleep(PAUSE_MS)
      }
    })
    const { venue_id: venue, category_id: category } = await db
      .selectFrom('events')
      .select(['venue_id', 'category_id'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const writingByApi = (async () => {
      while (!signal.aborted) {
        await writeByApi({ venue, category }).catch(() => {})
        await sleep(PAUSE_MS)
      }
    })()
    const waiting = (async () => {
      while (!signal.aborted) {
        await db
          .transaction()
          .execute(async (trx) => {
            await sql`UPDATE artworks SET medium = md5(random()::text) WHERE id = 1`.execute(trx)
            await sleep(Math.random() * 3_000)
          })
          .catch(() => sleep(20))
      }
    })()
    const collections = ['marketplace-artworks', 'events']
    const subscribe = () => sendWrite('POST', '/webhooks/', { url: receiver.url, collections })
    await expect.poll(subscribe).toBeDefined()
    const told = { 'marketplace-artworks': copyOf('artworks'), events: copyOf('events') }
    await Promise.all(Object.values(told).map((copy) => copy.catchUp()))
    let messages = 0
    const readTold = async (): Promise<void> => {
      const unread = receiver.messages.slice(messages)
      messages += unread.length
      const names = new Set(
        unread.map(({ text }) => (JSON.parse(text) as WebhookMessage).data.collection),
      )
      for (const name of names) await told[name as keyof typeof told].catchUp()
    }
    for (let no = 0; no < ROUNDS * FAULTS.length; no += 1) {
      await sleep(500 + Math.random() * 1_000)
      await FAULTS[no % FAULTS.length]!().catch(() => {})
      await readTold()
      if (no !== 1) continue
      for (const list of LIST_NAMES) {
        const copy = copyOf(list)
        await copy.readSnapshot(2_000)
        copies.push({ list, copy })
      }
    }
    ending.abort()
    await Promise.all([...reading, ...writing, writingByApi, waiting])
    expect(writes).toBeGreaterThan(20)
    await settleFeeds(db)
    for (const { list, copy } of copies) {
      await copy.catchUp()
      expect(copy.records.size).toBeGreaterThan(10)
      expect(copy.digests()).toEqual(await plainDigests(db, list))
    }
    const whole = copies.slice(0, LIST_NAMES.length).map(({ copy }) => copy.summary())
    const toldOf = async () => {
      await readTold()
      return Object.values(told).map((copy) => copy.summary())
    }
    // A message whose process was killed is sent again after a minute, most of which a commit does not wait for.
    const early = sql`UPDATE webhook_deliveries SET claimed_until = claimed_until - interval '58 seconds'`
    if (!isNightly) await early.execute(db)
    await expect.poll(toldOf, { timeout: 150_000, interval: 500 }).toEqual(whole)
  })
})
