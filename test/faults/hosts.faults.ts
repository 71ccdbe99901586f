import { mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseDown, NoPrimary } from '../../src/database/errors.ts'
import { connect, REQUEST_LIMITS } from '../../src/database/pool.ts'
import { retriedTransaction } from '../../src/writes/transaction.ts'
import type { Database } from '../../src/database/tables.ts'
import { openService } from '../processes/open-service.ts'
import { startReplicatedServer, type ReplicatedServer } from '../processes/replicated-server.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send } from '../support/send.ts'
import { eventBody, posting } from '../writes/event-requests.ts'

let server: ReplicatedServer
const closers: (() => Promise<unknown>)[] = []

/** The tests share it, and each leaves it as the next one needs it. */
beforeAll(async () => {
  server = await startReplicatedServer(2)
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A host is the folder of a socket. */
const hostOf = (url: string): string =>
  new URL(url.replace('@/', '@x/')).searchParams.get('host') ?? ''

const urlOf = (urls: readonly string[]): string => urlOfHosts(urls.map(hostOf))

function urlOfHosts(folders: readonly string[]): string {
  return `${server.primaryUrl.split('?')[0]}?host=${folders.join(',')}&target_session_attrs=read-write`
}

/** The standbys come first. */
const hosts = (): string => urlOf([...server.replicaUrls, server.primaryUrl])

function open(databaseUrl = hosts(), poolSize = 2): Kysely<Database> {
  const db = connect({ databaseUrl, poolSize, ...REQUEST_LIMITS, onConnectionError: () => {} })
  closers.push(() => db.destroy())
  return db
}

const insert = (db: Kysely<Database>) =>
  retriedTransaction(db, (trx) =>
    sql`INSERT INTO tags (name) VALUES (gen_random_uuid()::text)`.execute(trx),
  )

/** The primary ends, and a standby takes its place. */
async function failOver(): Promise<void> {
  await server.stopPrimary()
  await server.onReplica(1, 'SELECT pg_promote()')
}

describe('a URL with several hosts', () => {
  it('reports a wrong role as a URL with one host does', async () => {
    const db = open(hosts().replace('postgres@', 'nobody@'))
    await expect(insert(db)).rejects.toMatchObject({ code: '28000' })
  })

  it('finds the primary again where a standby has its address', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), `art-marketplace-test-${process.pid}-hosts-`))
    closers.push(() => rm(folder, { recursive: true }))
    const addresses = ['one', 'other'].map((name) => path.join(folder, name))
    const lead = async (...urls: readonly (string | undefined)[]): Promise<void> => {
      for (const [at, url = ''] of urls.entries()) {
        await symlink(hostOf(url), `${addresses[at]}.new`)
        await rename(`${addresses[at]}.new`, addresses[at] ?? '')
      }
    }
    await lead(server.primaryUrl, server.replicaUrls[0])
    const db = open(urlOfHosts(addresses))
    await insert(db)
    await lead(server.replicaUrls[0], server.primaryUrl)
    const isStandby = async () =>
      (await sql`SELECT pg_is_in_recovery() AS is, pg_sleep(0.1)`.execute(db)).rows
    // At the same time, so that one of them opens a connection.
    const rows = await Promise.all([isStandby(), isStandby()])
    expect(rows).toEqual([[{ is: false, pg_sleep: '' }], [{ is: false, pg_sleep: '' }]])
  })

  it('replaces a connection whose server has become read-only, and repeats the write', async () => {
    const db = open(hosts(), 1)
    await sql`SET default_transaction_read_only = on`.execute(db)
    await insert(db)
  })

  it('reports a commit that no synchronous replica confirms, although the server has it', async () => {
    const db = open()
    const isConfirmed = async () => {
      const error: unknown = await insert(db).catch((each: unknown) => each)
      return !isDatabaseDown(error)
    }
    closers.push(async () => {
      await sql`ALTER SYSTEM RESET synchronous_standby_names`.execute(db)
      await sql`SELECT pg_reload_conf()`.execute(db)
      await expect.poll(isConfirmed).toBe(true)
    })
    await sql`ALTER SYSTEM SET synchronous_standby_names = 'absent'`.execute(db)
    await sql`SELECT pg_reload_conf()`.execute(db)
    // Commits wait once the checkpointer has read it, which no query tells.
    await expect.poll(isConfirmed).toBe(false)
  })

  it('serves reads and writes of the new primary without a restart', async () => {
    const urls = [...server.replicaUrls, server.primaryUrl]
    const replicas = { urls, maxLagMs: 1_000 }
    const service = await openService({ databaseUrl: hosts() }, { replicas })
    closers.push(service.close)
    const places = () => service.app.readModel?.replicas.map(({ isPrimary }) => isPrimary)
    await expect.poll(places).toEqual([false, false, true])
    const db = open()
    const ofStandbys = open(urlOf(server.replicaUrls))
    await expect(insert(ofStandbys)).rejects.toThrow(NoPrimary)
    const { key } = await makeApiKey(db)
    const { id: venue } = await makeVenue(db)
    const list = '/events/?format=json'
    const titles = async (): Promise<unknown> => {
      const page = (await send(service.app, { path: list })).json() as {
        results?: { title: string }[]
      }
      return page.results?.map(({ title }) => title)
    }
    const post = (title: string) =>
      send(
        service.app,
        posting(key, eventBody(venue, { title, publish_status: 'published' }), title),
      )
    expect((await post('Before')).status).toBe(201)
    expect(await titles()).toEqual(['Before'])
    for (const place of [0, 1]) {
      await expect.poll(() => server.onReplica(place, 'SELECT FROM events')).toHaveLength(1)
    }
    await insert(db)
    await failOver()
    // The first connection is tried on the former primary.
    await insert(db)
    await insert(ofStandbys)
    await expect.poll(async () => (await post('After')).status).toBe(201)
    await expect.poll(places).toEqual([false, true, expect.anything()])
    // The other standby does not follow the new primary: it is left out once it lags.
    const sorted = async () => ((await titles()) as string[]).toSorted()
    await expect.poll(sorted).toEqual(['After', 'Before'])
  })

  it('leads to the primary of the newest timeline', async () => {
    // The test before has promoted a standby. The former primary runs again, and comes first.
    await server.startPrimary()
    const countTags = async () => (await server.onReplica(1, 'SELECT FROM tags')).length
    const before = await countTags()
    await insert(open(urlOf([server.primaryUrl, ...server.replicaUrls])))
    expect(await countTags()).toBe(before + 1)
  })
})
