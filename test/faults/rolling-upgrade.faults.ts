import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpClient, type HttpClient } from '../../scripts/contract/http-client.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { FeedCopy, plainDigests } from '../feed/feed-copy.ts'
import { releasedProgram, type ReleasedProgram } from '../processes/released-program.ts'
import { LIST_NAMES, LISTS, sortedIds } from '../read-model/reference-responses.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { amount, isNightly } from '../support/amount.ts'
import { connectClient, connectionTo, useDatabase } from '../support/database.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { makePartner } from './load/make-partner.ts'
import type { Partner } from './load/record-requests.ts'
import { brokenPromises, listed, NONE_BROKEN } from './load/record-checks.ts'
import { startRecordWriter, type RecordWriter } from './load/record-writer.ts'
import { newTally, sendCounted } from './load/tally.ts'

// The release before and this version on one database, under reads and writes: a rolling deployment, and its way back.

/** Both have the picture of records without one at this address. */
const URLS = { public: 'https://art.example', media: 'https://art.example/media' }

/** Acknowledged writes in each state of the deployment. */
const WRITES = amount({ commit: 30, nightly: 800 })

const PATHS = LIST_NAMES.flatMap((list) => [
  `/api/v1${LISTS[list].path}?limit=20`,
  `/api/v1${LISTS[list].path}?limit=20&offset=15&ordering=-${LISTS[list].firstOrder}`,
])

let released: ReleasedProgram | undefined
await releasedProgram().then(
  (program) => (released = program),
  (error: Error) => console.log(`Skipped: the release before, as ${error.message}`),
)

describe.skipIf(released === undefined)('the release before and this version', () => {
  const fresh = useDatabase()
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  const url = (): string => fresh.url.replace(/\/test_\w+\?/, `/${name}?`)
  const services: ServiceProcess[] = []
  const clients: HttpClient[] = []
  const writers: RecordWriter[] = []
  const tally = newTally()
  const over = new AbortController()
  const reading: Promise<void>[] = []
  let db: Kysely<Database>
  let partner: Partner
  let old: ServiceProcess
  let current: ServiceProcess

  const settings = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: url(),
    PUBLIC_URL: URLS.public,
    MEDIA_URL: URLS.media,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    DATABASE_POOL_SIZE: '4',
  })

  async function start(root?: string): Promise<ServiceProcess> {
    const service = await runService(settings(), root === undefined ? {} : { root })
    services.push(service)
    await service.untilReady()
    return service
  }

  function clientOf(service: ServiceProcess): HttpClient {
    const client = httpClient(service.url, 8, 30_000)
    clients.push(client)
    return client
  }

  /** Reads and writes records by a service, until the function that it returns is called. */
  function use(service: ServiceProcess): () => Promise<void> {
    const { send } = clientOf(service)
    const options = { partner, prefix: `Upgrade ${writers.length} `, loops: 2, pauseMs: 20 }
    const writer = startRecordWriter((sent) => sendCounted(send, sent, tally), options)
    writers.push(writer)
    const end = new AbortController()
    const read = async (): Promise<void> => {
      for (let turn = 0; !end.signal.aborted && !over.signal.aborted; turn += 1) {
        await sendCounted(send, { url: PATHS[turn % PATHS.length] ?? '' }, tally)
        await sleep(20)
      }
    }
    const pending = read()
    reading.push(pending)
    return async () => {
      end.abort()
      await Promise.all([pending, writer.end()])
    }
  }

  async function untilMoreWrites(): Promise<void> {
    const acknowledged = (): number => writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
    const enough = acknowledged() + WRITES
    while (acknowledged() < enough) await sleep(5)
  }

  async function expectRight(service: ServiceProcess): Promise<void> {
    const { send } = clientOf(service)
    for (const writer of writers) {
      const broken = await brokenPromises(send, { partner, databaseUrl: url() }, writer)
      expect(broken).toEqual(NONE_BROKEN)
    }
    expect(tally.faults).toEqual([])
  }

  beforeAll(async () => {
    const { version = '', folder = '' } = released ?? {}
    await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE template0`.execute(fresh.db)
    const client = await connectClient(url())
    const dump = new URL(`../database/releases/${version}.sql.gz`, import.meta.url)
    await client.query(gunzipSync(readFileSync(dump)).toString())
    await client.end()
    db = connect({ ...connectionTo(url()), poolSize: 4 })
    old = await start(folder)
    partner = await makePartner({ db, url: url() })
  })
  afterAll(async () => {
    over.abort()
    await Promise.all(reading)
    for (const { close } of clients) close()
    for (const { signal, ended } of services) {
      signal('SIGKILL')
      await ended
    }
    await db.destroy()
    await sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(fresh.db)
  })

  it('serve requests beside each other, from the migration on', async () => {
    const ends = [use(old)]
    await untilMoreWrites()
    current = await start()
    ends.push(use(current))
    await untilMoreWrites()
    for (const end of ends) await end()
    await expectRight(old)
    await expectRight(current)
  })

  it('show the same records, each by its own contract', async () => {
    for (const list of LIST_NAMES) {
      for (const ordering of [LISTS[list].firstOrder, `-${LISTS[list].firstOrder}`]) {
        const path = `/api/v1${LISTS[list].path}?ordering=${ordering}`
        const [before, now] = await Promise.all(
          [old, current].map((service) =>
            listed<Record<string, unknown>>(clientOf(service).send, path),
          ),
        )
        expect(before?.map(({ id }) => id)).toEqual(await sortedIds(db, list, ordering))
        // The contract only grows, apart from the words of a summary (src/docs/versions.md).
        expect(now).toMatchObject((before ?? []).map(({ summary: _, ...fields }) => fields))
      }
    }
  })

  it('lead back to the one of before, with its process of before or a new one', async () => {
    current.signal('SIGTERM')
    expect((await current.ended).by).toBe(0)
    const ends = [use(old)]
    await untilMoreWrites()
    const again = await start(released?.folder)
    ends.push(use(again))
    await untilMoreWrites()
    for (const end of ends) await end()
    await expectRight(old)
    await expectRight(again)
  })

  // start.faults.ts tries it of this version.
  it.runIf(isNightly)('refuse the way back after a migration that breaks it', async () => {
    await sql`INSERT INTO schema_versions (name, hash, breaks_older, program)
      VALUES ('9999-newer', '', true, '9.0.0')`.execute(db)
    const again = await runService(settings(), { root: released?.folder ?? '' })
    services.push(again)
    expect((await again.ended).by).toBe(1)
    expect(again.output().stderr).toContain(
      'The database has migrations that this version of the program does not know: 9999-newer. Start the version that ran them or a newer one',
    )
    await sql`DELETE FROM schema_versions WHERE name = '9999-newer'`.execute(db)
  })

  it('go on with the newer one, which has all that the one of before has written', async () => {
    current = await start()
    const end = use(current)
    await untilMoreWrites()
    await end()
    await expectRight(current)
    await settleFeeds(db)
    expect(await checkOffsetIndex(db, DOCUMENTS)).toSatisfy(isConsistent)
    const { send } = clientOf(current)
    for (const list of LIST_NAMES) {
      const copy = new FeedCopy(list, async (path) => {
        const response = await send({ url: `/api/v1${path}` })
        return { ...response, json: () => JSON.parse(response.text) as Record<string, unknown> }
      })
      await copy.catchUp()
      expect(copy.digests()).toEqual(await plainDigests(db, list, URLS))
    }
  })
})
