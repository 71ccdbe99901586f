import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { FeedCopy } from '../feed/feed-copy.ts'
import { RpdeCopy } from '../feed/rpde-copy.ts'
import { openService } from '../processes/open-service.ts'
import { startReplicatedServer, type ReplicatedServer } from '../processes/replicated-server.ts'
import { removeDocuments, storeNewRates } from '../bench/database/state-queries.ts'
import { changeFormats, removeHalfOfDocuments } from './system/state-queries.ts'
import { LIST_NAMES, LISTS, plainBodies, wholePage } from '../read-model/reference-responses.ts'
import type { OpenService } from '../read-model/services.ts'
import { makeShownRows } from '../read-model/shown-rows.ts'
import { captureLog } from '../support/captured-log.ts'
import { connectionTo } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { changing, eventBody, posting } from '../writes/event-requests.ts'

const MAX_LAG_MS = 2_000

interface Service extends OpenService {
  /** Whether the replica is read from, according to the log. */
  isHealthy(place: number): boolean
}

let server: ReplicatedServer
let db: Kysely<Database>
let services: Service[]

async function open(maxLagMs = MAX_LAG_MS): Promise<Service> {
  const replicas = { urls: server.replicaUrls, maxLagMs }
  const options = { replicas, logLevel: 'warn' }
  const { app, close } = await openService({ databaseUrl: server.primaryUrl }, options)
  const lines = captureLog(app)
  const isHealthy = (place: number): boolean =>
    lines.findLast(({ replica }) => replica === place + 1)?.['msg'] === 'A replica is read from'
  return { app, close, isHealthy }
}

beforeAll(async () => {
  server = await startReplicatedServer(2)
  db = connect({ ...connectionTo(server.primaryUrl), poolSize: 4 })
  await makeShownRows(db)
  services = await Promise.all([open(), open()])
})
afterAll(async () => {
  for (const { close } of services) await close()
  await db.destroy()
  await server.stop()
})

const pause = (place: number) => server.onReplica(place, 'SELECT pg_wal_replay_pause()')
const resume = (place: number) => server.onReplica(place, 'SELECT pg_wal_replay_resume()')

/** Resolves when every service has this state of a replica. */
async function untilHealth(place: number, isHealthy: boolean): Promise<void> {
  await expect
    .poll(() => services.map((service) => service.isHealthy(place)), {
      interval: 50,
    })
    .toEqual(services.map(() => isHealthy))
}

/** Resolves when the replicas have replayed everything. */
async function untilReplayed(places: readonly number[] = [0, 1]): Promise<void> {
  const { rows } = await sql<{
    lsn: string
  }>`SELECT pg_current_wal_insert_lsn()::text AS lsn`.execute(db)
  for (const place of places) {
    await expect
      .poll(
        () =>
          server.onReplica(place, `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' AS done`),
        { interval: 10 },
      )
      .toEqual([{ done: true }])
  }
}

/** Resolves when every document is stored and replicated. */
async function untilStored(): Promise<void> {
  const countMissing = async (): Promise<number> => {
    for (const list of LIST_NAMES) {
      await send((services[0] as Service).app, { path: wholePage(list) })
    }
    const { rows } = await sql`
      SELECT FROM artworks WHERE publish_status = 'published' AND is_active
        AND id NOT IN (SELECT id FROM artwork_documents)
      UNION ALL
      SELECT FROM events WHERE publish_status = 'published'
        AND id NOT IN (SELECT id FROM event_documents)`.execute(db)
    return rows.length
  }
  await expect.poll(countMissing).toBe(0)
  await untilReplayed()
}

beforeEach(async () => {
  for (const place of [0, 1]) {
    await resume(place)
    await untilHealth(place, true)
  }
})

let requested = 0

/** The titles of events; each request differs, so that no response is cached. */
async function titles(service: Service, authorization?: string): Promise<unknown[]> {
  requested += 1
  const path = `/events/?limit=${1 + (requested % 100)}&offset=0&ordering=-start_time&format=json`
  const headers = {
    ...(authorization !== undefined && { authorization }),
    accept: `*/*;q=0.${requested}`,
  }
  const response = await send(service.app, { path, headers })
  expect(response.status).toBe(200)
  return (response.json()['results'] as { title: unknown }[]).map(({ title }) => title)
}

/** A published event that comes first in the list. */
async function addEvent(title: string): Promise<{ key: string; id: number; etag: string }> {
  const { key } = await makeApiKey(db)
  const { id: venue } = await makeVenue(db)
  requested += 1
  const start = new Date(Date.UTC(2100, 0, 1) + requested * 60_000).toISOString()
  const times = { start_time: start, end_time: '2150-01-01T00:00:00Z' }
  const body = eventBody(venue, { title, publish_status: 'published', ...times })
  const response = await send((services[0] as Service).app, posting(key, body))
  expect(response.status).toBe(201)
  return { key, id: response.json()['id'] as number, etag: String(response.headers['etag']) }
}

/** Begins a state of the prepared documents, which the services end in the background. */
const STATES: Readonly<Record<string, () => Promise<void>>> = {
  'all documents are stored': untilStored,
  'no document is stored': () => removeDocuments(server.primaryUrl),
  'half of the documents are stored': () => removeHalfOfDocuments(server.primaryUrl),
  'documents have three formats': () => changeFormats(server.primaryUrl),
  'new rates were stored': () => storeNewRates(server.primaryUrl),
}

describe('with two replicas', () => {
  it.each(Object.keys(STATES))(
    'pages are those of the primary, byte for byte: %s',
    async (state) => {
      await STATES[state]?.()
      for (const list of LIST_NAMES) {
        await untilReplayed()
        const { page, records } = await plainBodies(db, list)
        for (const { app } of services) {
          for (let time = 0; time < 4; time += 1) {
            expect((await send(app, { path: wholePage(list) })).text).toBe(page)
            for (const [id, text] of records) {
              expect((await send(app, { path: `${LISTS[list].path}${id}/` })).text).toBe(text)
            }
          }
        }
      }
    },
  )

  it('they are read round-robin for requests without a credential', async () => {
    // Neither is left out, however long the test takes.
    const service = await open(600_000)
    await expect.poll(() => [0, 1].map(service.isHealthy)).toEqual([true, true])
    await pause(0)
    await addEvent('Seen on one of two')
    await expect
      .poll(() => server.onReplica(1, `SELECT FROM events WHERE title = 'Seen on one of two'`))
      .toHaveLength(1)
    const seen = []
    for (let time = 0; time < 6; time += 1) {
      seen.push((await titles(service)).includes('Seen on one of two'))
    }
    await service.close()
    const turns = [seen.slice(0, 2), seen.slice(2, 4), seen.slice(4)]
    expect(turns.map((two) => new Set(two).size)).toEqual([2, 2, 2])
  })

  it('a client with a credential reads its own writes through any process', async () => {
    // Documents that a replica lacks are read from the primary.
    await untilStored()
    for (const place of [0, 1]) await pause(place)
    const { key, ...seen } = await addEvent('Written and read')
    const authorization = `Bearer ${key}`
    for (const service of services) {
      expect(await titles(service)).not.toContain('Written and read')
      expect((await titles(service, authorization))[0]).toBe('Written and read')
    }
    const [first, second] = services as [Service, Service]
    const changed = await send(first.app, changing(key, seen, { title: 'Changed and read' }))
    const headers = { authorization }
    const read = await send(second.app, { path: `/events/${seen.id}/`, headers })
    expect(read.headers['etag']).toBe(changed.headers['etag'])
    expect(read.text).toBe(changed.text)
  })

  it('one that is no replica, or is unreachable, is logged with the reason', async () => {
    const urls = [server.primaryUrl, server.primaryUrl.replace(/host=[^&]+/, 'host=%2Fnowhere')]
    const replicas = { urls, maxLagMs: MAX_LAG_MS }
    const opened = await openService(
      { databaseUrl: server.primaryUrl },
      { replicas, logLevel: 'warn' },
    )
    const lines = captureLog(opened.app)
    await expect
      .poll(() => lines.toSorted((one, two) => Number(one['replica']) - Number(two['replica'])))
      .toMatchObject([
        { replica: 1, msg: 'A replica is left out', err: { message: /no replica/ } },
        { replica: 2, msg: 'A replica is left out', err: { message: /nowhere/ } },
      ])
    await opened.close()
  })

  it('one with records that the primary has lost is not read from, as after a restore', async () => {
    // Five files of the log more than a server has that was just made.
    for (let file = 0; file < 5; file += 1) {
      await sql`SELECT pg_logical_emit_message(false, '', ''), pg_switch_wal()`.execute(db)
    }
    await untilReplayed()
    const restored = await startReplicatedServer(0)
    const replicas = { urls: server.replicaUrls, maxLagMs: MAX_LAG_MS }
    const options = { replicas, logLevel: 'warn' }
    const opened = await openService({ databaseUrl: restored.primaryUrl }, options)
    const lines = captureLog(opened.app)
    await expect
      .poll(() => lines.map(({ msg, err }) => ({ msg, err })))
      .toMatchObject(
        [0, 1].map(() => ({ msg: 'A replica is left out', err: { message: /made anew$/ } })),
      )
    expect(opened.app.readModel?.replicas.map(({ reads }) => reads)).toEqual([0, 0])
    await opened.close()
    await restored.stop()
  })

  it('one with a paused replay is left out, and used again afterwards', async () => {
    for (const place of [0, 1]) await pause(place)
    const path = wholePage('events')
    const [{ app }] = services as [Service]
    // Caches the response of a replica.
    for (let time = 0; time < 3; time += 1) await send(app, { path })
    await addEvent('Behind')
    const begun = performance.now()
    expect((await send(app, { path })).text).not.toContain('"Behind"')
    await untilHealth(0, false)
    await untilHealth(1, false)
    expect(performance.now() - begun).toBeLessThan(MAX_LAG_MS + 3_000)
    for (const service of services) expect(await titles(service)).toContain('Behind')
    expect((await send(app, { path })).text).toBe((await plainBodies(db, 'events')).page)
    for (const place of [0, 1]) {
      await resume(place)
      await untilHealth(place, true)
    }
    expect((await send(app, { path })).text).toBe((await plainBodies(db, 'events')).page)
  })

  it('one that stops fails no request, and is used again after its start', async () => {
    const path = wholePage('artworks')
    const { page } = await plainBodies(db, 'artworks')
    const over = new AbortController()
    const reading = services.map(async ({ app }) => {
      while (!over.signal.aborted) {
        expect((await send(app, { path })).text).toBe(page)
        await titles(services[0] as Service)
        await sleep(5)
      }
    })
    await server.stopReplica(0)
    await untilHealth(0, false)
    await server.stopReplica(1)
    await untilHealth(1, false)
    for (const place of [0, 1]) {
      await server.startReplica(place)
      await untilHealth(place, true)
    }
    over.abort()
    await Promise.all(reading)
  })

  it('a long transaction is visible on replicas once it has ended', async () => {
    const path = wholePage('artworks')
    const [{ app }] = services as [Service]
    await untilStored()
    for (let time = 0; time < 5; time += 1) {
      await db.transaction().execute(async (slow) => {
        // Galleries are embedded in many records and cached as fragments: no document is rebuilt and no row is
        // missing, so the primary is not read instead.
        await sql`UPDATE galleries SET city = ${`Slow ${time}`}`.execute(slow)
        // Shorter transactions are visible meanwhile.
        await sql`UPDATE artists SET name = ${`Quick ${time}`}`.execute(db)
        await untilReplayed()
        for (let turn = 0; turn < 4; turn += 1) {
          const { text } = await send(app, { path })
          expect(text).toContain(`Quick ${time}`)
          expect(text).not.toContain(`Slow ${time}`)
        }
      })
      await untilReplayed()
      const { page } = await plainBodies(db, 'artworks')
      expect(page).toContain(`Slow ${time}`)
      for (let turn = 0; turn < 4; turn += 1) expect((await send(app, { path })).text).toBe(page)
    }
  })

  // The last test: afterwards, each replica is a primary.
  it('a failover ends a cursor only if the new server lacks changes', async () => {
    const primary = await openService({ databaseUrl: server.primaryUrl })
    const copy = new FeedCopy('artworks', (at) => send(primary.app, { path: at }))
    const calendar = new RpdeCopy((at) => send(primary.app, { path: at }))
    const numbers: number[] = []
    const change = async (): Promise<void> => {
      await makeArtwork(db)
      await makeEvent(db)
      await settleFeeds(db)
      await copy.catchUp()
      numbers.push(...(await calendar.catchUp()))
    }
    await change()
    const [whole, behind] = [0, 1] as const
    await server.stopReplica(behind)
    await change()
    await untilReplayed([whole])
    await primary.close()
    await server.stopPrimary()
    await server.startReplica(behind)
    for (const [place, status] of [
      [whole, 200],
      [behind, 410],
    ] as const) {
      await server.onReplica(place, 'SELECT pg_promote()')
      const databaseUrl = server.replicaUrls[place] ?? ''
      const promoted = await openService({ databaseUrl })
      const own = connect({ ...connectionTo(databaseUrl), poolSize: 1 })
      const changes = `/marketplace-artworks/changes/?cursor=${copy.cursor}`
      const statusOf = async (at: string) => (await send(promoted.app, { path: at })).status
      const expectStatus = async (): Promise<void> => {
        for (const at of [changes, calendar.next]) expect(await statusOf(at), at).toBe(status)
      }
      await expectStatus()
      await makeArtwork(own)
      await makeEvent(own)
      await makeEvent(own)
      await settleFeeds(own)
      await expectStatus()
      const later = new RpdeCopy((at) => send(promoted.app, { path: at }))
      const newest = (await later.catchUp()).slice(-2)
      expect(Math.min(...newest)).toBeGreaterThan(Math.max(...numbers))
      await own.destroy()
      await promoted.close()
    }
  })
})
