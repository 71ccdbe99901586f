import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpClient, type HttpClient, type Sent } from '../../scripts/contract/http-client.ts'
import type { ReceivedResponse } from '../../scripts/contract/validate/received-response.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { makePartner } from '../faults/load/make-partner.ts'
import { brokenPromises, listed, NONE_BROKEN } from '../faults/load/record-checks.ts'
import { startRecordWriter, type RecordWriter, type TrySend } from '../faults/load/record-writer.ts'
import type { Partner } from '../faults/load/record-requests.ts'
import { newTally, sendCounted, type Tally } from '../faults/load/tally.ts'
import { missingOf, postgresqlPrograms } from '../deploy/programs.ts'
import { FeedCopy, plainDigests } from '../feed/feed-copy.ts'
import { openService } from '../processes/open-service.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { amount, isNightly } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { send as sendTo } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { observeEvents, recoveryMs, type ObservedEvents } from './observed-events.ts'
import { startPooler, type Pooler } from './pooler.ts'

// A cluster of PostgreSQL fails over while the service reads and writes. No acknowledged write is lost, no page is stale, and
// the process goes on.

/** From the fault to the first page and the first write after it. */
const MAX_RECOVERY_MS = 15_000

const OBSERVED = 6
const WRITERS = 6
const CONNECTIONS = 50
const TIMEOUT_MS = 30_000
const RETRY_MS = 100
/** Longer than Patroni needs to choose another synchronous standby. */
const STANDBY_LOST_MS = 10_000
/** Under load before the fault. */
const BEFORE_MS = 1_000
const LONG_TIMEOUT = { timeout: 240_000 }

/** How the service reaches the primary. */
type Way = 'the hosts of its URL' | 'PgBouncer'

type Fault = (cluster: Cluster) => Promise<void>

/** Resolves when another server is the primary. */
const moved =
  (fault: (cluster: Cluster, primary: string) => Promise<void>): Fault =>
  async (cluster) => {
    const primary = (await cluster.nameOf('leader')) ?? ''
    await fault(cluster, primary)
    await expect
      .poll(() => cluster.nameOf('leader'), { interval: 50 })
      .toSatisfy((name: unknown) => name !== undefined && name !== primary)
  }

const FAULTS: Readonly<Record<string, Fault>> = {
  'PostgreSQL of the primary is killed': moved((cluster, name) => cluster.kill(name, 'PostgreSQL')),
  'the machine of the primary is lost': moved((cluster, name) => cluster.kill(name, 'machine')),
  'the operator switches over': moved((cluster) => cluster.switchOver()),
  'the machine of the synchronous standby is lost': async (cluster) => {
    await cluster.kill((await cluster.nameOf('sync_standby')) ?? '', 'machine')
    await sleep(STANDBY_LOST_MS)
  },
}

const NAMES = Object.keys(FAULTS)

/** The kinds of faults by turns. */
const roundsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ at: at + 1, fault: NAMES[at % NAMES.length] ?? '' }))

const WAYS: readonly { readonly way: Way; readonly rounds: ReturnType<typeof roundsOf> }[] = [
  { way: 'the hosts of its URL', rounds: roundsOf(amount({ commit: 1, nightly: 20 })) },
  ...(isNightly ? [{ way: 'PgBouncer', rounds: roundsOf(8) } as const] : []),
]

const missing = [
  ...missingOf('patroni', 'etcd', 'haproxy', 'pgbouncer'),
  ...(postgresqlPrograms() === undefined ? ['postgresql'] : []),
]
if (missing.length > 0) console.log(`Skipped: not installed: ${missing.join(', ')}`)

/** Sends a request again until the response is another one than 503. */
function servedBy(send: TrySend): (sent: Sent) => Promise<ReceivedResponse> {
  return async (sent) => {
    for (;;) {
      const response = await send(sent)
      if (response !== undefined && response.status !== 503) return response
      await sleep(RETRY_MS)
    }
  }
}

/** All records of the lists that are written here, as anybody sees them. */
async function allRecords(send: TrySend): Promise<readonly unknown[]> {
  const lists = ['marketplace-artworks', 'events', 'galleries', 'artists']
  const records: unknown[] = []
  for (const list of lists) records.push(...(await listed(send, `/api/v1/${list}/`)))
  return records
}

interface Load {
  readonly observed: ObservedEvents
  readonly writer: RecordWriter
  readonly tally: Tally
  /** Resolves when all requests have their responses. */
  end(): Promise<void>
}

/** Reads, writes, and follows the changes. */
async function startLoad(
  { send }: HttpClient,
  { partner, copy, prefix }: { partner: Partner; copy: FeedCopy; prefix: string },
): Promise<Load> {
  const trySend: TrySend = (sent) => send(sent).catch(() => undefined)
  const observed = await observeEvents(trySend, partner, OBSERVED)
  const options = { partner, prefix, loops: WRITERS, pauseMs: 20, retryMs: 200 }
  const writer = startRecordWriter(trySend, options)
  const tally = newTally()
  const ending = new AbortController()
  const reading = async (): Promise<void> => {
    for (let offset = 0; !ending.signal.aborted; offset = (offset + 1) % 100) {
      await sendCounted(send, { url: `/api/v1/events/?limit=3&offset=${offset}` }, tally)
      await sleep(10)
    }
  }
  const following = async (): Promise<void> => {
    while (!ending.signal.aborted) await copy.catchUp()
  }
  const both = Promise.all([reading(), following()])
  return {
    observed,
    writer,
    tally,
    async end() {
      ending.abort()
      await Promise.all([observed.end(), writer.end(), both])
    },
  }
}

describe.skipIf(missing.length > 0).each(WAYS)(
  'a service that finds the primary by $way',
  ({ way, rounds }) => {
    let cluster: Cluster
    let pooler: Pooler | undefined
    let service: ServiceProcess
    let client: HttpClient
    let db: Kysely<Database>
    let partner: Partner
    let copy: FeedCopy
    const recoveries: string[] = []

    const trySend: TrySend = (sent) => client.send(sent).catch(() => undefined)
    const untilServed = servedBy(trySend)

    beforeAll(async () => {
      cluster = await startCluster()
      await migrateAt(cluster.url)
      db = connect({ ...connectionTo(cluster.url), poolSize: 2 })
      partner = await makePartner({ db, url: await cluster.primaryUrl() })
      if (way === 'PgBouncer') pooler = await startPooler(cluster)
      service = await runService({
        DATABASE_URL: pooler?.url ?? cluster.url,
        ...(pooler && { DATABASE_POOLER: 'transaction' }),
        PUBLIC_URL: URLS.public,
        MEDIA_URL: URLS.media,
        RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
      })
      await service.untilReady()
      client = httpClient(service.url, CONNECTIONS, TIMEOUT_MS)
      copy = new FeedCopy('events', async (path) => {
        const response = await untilServed({ url: `/api/v1${path}` })
        return { ...response, json: () => JSON.parse(response.text) as Record<string, unknown> }
      })
    })
    afterAll(async () => {
      console.log(recoveries.join('\n'))
      client?.close()
      service?.signal('SIGTERM')
      await service?.ended
      await pooler?.stop()
      await db?.destroy()
      await cluster?.stop()
    })

    it.each(rounds)(
      'loses nothing and shows nothing old: $at, $fault',
      LONG_TIMEOUT,
      async ({ at, fault }) => {
        const load = await startLoad(client, { partner, copy, prefix: `Failover ${at} ` })
        await sleep(BEFORE_MS)
        const since = performance.now()
        await FAULTS[fault]?.(cluster)
        await cluster.restart()
        await cluster.untilWhole()
        await load.end()

        const { observed, writer, tally } = load
        const writes = recoveryMs(observed.written, since)
        const reads = recoveryMs(observed.read, since)
        recoveries.push(
          `${fault}: writes after ${Math.round(writes)} ms, reads after ${Math.round(reads)} ms`,
        )
        expect(Math.max(writes, reads)).toBeLessThan(MAX_RECOVERY_MS)
        expect([observed.stale, tally.faults]).toEqual([[], []])
        const databaseUrl = await cluster.primaryUrl()
        expect(await brokenPromises(untilServed, { partner, databaseUrl }, writer)).toEqual(
          NONE_BROKEN,
        )
        expect(writer.acknowledged).toBeGreaterThan(WRITERS)
        // The same as from a process that has read nothing yet.
        const other = await openService({ databaseUrl })
        const fresh = await allRecords(servedBy(({ url }) => sendTo(other.app, { url })))
        await other.close()
        expect(await allRecords(untilServed)).toEqual(fresh)
        await settleFeeds(db)
        await copy.catchUp()
        expect(copy.digests()).toEqual(await plainDigests(db, 'events'))
        expect(service.process.exitCode).toBeNull()
      },
    )

    it('archives the log of each primary', async () => {
      const archived = () => readdir(cluster.archive)
      await expect
        .poll(archived)
        .toContainEqual(expect.stringMatching(/^0000000[2-9A-F].*\.history\.gz$/))
    })
  },
)
