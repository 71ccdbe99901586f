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
import { startRecordWriter, type TrySend } from '../faults/load/record-writer.ts'
import type { Partner } from '../faults/load/record-requests.ts'
import { newTally, sendCounted } from '../faults/load/tally.ts'
import { missingOf, postgresqlPrograms } from '../deploy/programs.ts'
import { FeedCopy, plainDigests } from '../feed/feed-copy.ts'
import { openService } from '../processes/open-service.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { amount } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { send as sendTo } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { observeEvents, recoveryMs } from './observed-events.ts'

// A cluster of PostgreSQL fails over while the service reads and writes. No acknowledged write is lost, no page is stale, and
// the process goes on.

const FAILOVERS = amount({ commit: 1, nightly: 20 })

/** From the fault to the first page and the first write after it. */
const MAX_RECOVERY_MS = 15_000

const OBSERVED = 6
const WRITERS = 6
const CONNECTIONS = 50
const TIMEOUT_MS = 30_000
const RETRY_MS = 100
/** Under load before the fault. */
const BEFORE_MS = 1_000
const LONG_TIMEOUT = { timeout: 240_000 }

const FAULTS = {
  'PostgreSQL is killed': async (cluster: Cluster, primary: string) =>
    cluster.kill(primary, 'PostgreSQL'),
  'the machine is lost': async (cluster: Cluster, primary: string) =>
    cluster.kill(primary, 'machine'),
  'the operator switches over': async (cluster: Cluster) => cluster.switchOver(),
} as const

const NAMES = Object.keys(FAULTS) as (keyof typeof FAULTS)[]

/** The kinds of faults by turns. */
const ROUNDS = Array.from({ length: FAILOVERS }, (_, at) => ({
  at: at + 1,
  name: NAMES[at % NAMES.length] ?? 'PostgreSQL is killed',
}))

const missing = [
  ...missingOf('patroni', 'etcd', 'setpriv'),
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

describe.skipIf(missing.length > 0)('a cluster that fails over', () => {
  let cluster: Cluster
  let service: ServiceProcess
  let client: HttpClient
  let db: Kysely<Database>
  let partner: Partner
  let copy: FeedCopy
  const recoveries: { readonly name: string; readonly writes: number; readonly reads: number }[] =
    []

  const trySend: TrySend = (sent) => client.send(sent).catch(() => undefined)
  const untilServed = servedBy(trySend)

  beforeAll(async () => {
    cluster = await startCluster()
    await migrateAt(cluster.url)
    db = connect({ ...connectionTo(cluster.url), poolSize: 2 })
    partner = await makePartner({ db, url: await cluster.primaryUrl() })
    service = await runService({
      DATABASE_URL: cluster.url,
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
    for (const { name, writes, reads } of recoveries) {
      console.log(
        `${name}: writes after ${Math.round(writes)} ms, reads after ${Math.round(reads)} ms`,
      )
    }
    client?.close()
    service?.signal('SIGTERM')
    await service?.ended
    await db?.destroy()
    await cluster?.stop()
  })

  it.each(ROUNDS)(
    'loses nothing and shows nothing old: $at, $name',
    LONG_TIMEOUT,
    async ({ at, name }) => {
      const observed = await observeEvents(trySend, partner, OBSERVED)
      const tally = newTally()
      const writer = startRecordWriter(trySend, {
        partner,
        prefix: `Failover ${at} `,
        loops: WRITERS,
        pauseMs: 20,
        retryMs: 200,
      })
      const ending = new AbortController()
      const reading = (async () => {
        for (let offset = 0; !ending.signal.aborted; offset = (offset + 1) % 100) {
          await sendCounted(client.send, { url: `/api/v1/events/?limit=3&offset=${offset}` }, tally)
          await sleep(10)
        }
      })()
      const following = (async () => {
        while (!ending.signal.aborted) await copy.catchUp()
      })()
      await sleep(BEFORE_MS)

      const primary = (await cluster.primary()) ?? ''
      const since = performance.now()
      await FAULTS[name](cluster, primary)
      await expect
        .poll(async () => ![undefined, primary].includes(await cluster.primary()), { interval: 50 })
        .toBe(true)
      await cluster.restart()
      await cluster.untilWhole()

      ending.abort()
      await Promise.all([observed.end(), writer.end(), reading, following])
      const recovery = {
        name,
        writes: recoveryMs(observed.written, since),
        reads: recoveryMs(observed.read, since),
      }
      recoveries.push(recovery)
      expect(Math.max(recovery.writes, recovery.reads)).toBeLessThan(MAX_RECOVERY_MS)
      expect([observed.stale, tally.faults]).toEqual([[], []])
      const databaseUrl = await cluster.primaryUrl()
      expect(await brokenPromises(trySend, { partner, databaseUrl }, writer)).toEqual(NONE_BROKEN)
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
})
