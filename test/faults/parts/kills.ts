import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { httpClient, type Send } from '../../../scripts/contract/http-client.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { REQUEST_DEADLINE_MS } from '../../../src/database/pool.ts'
import { atRate } from '../../bench/load/at-rate.ts'
import { brokenBatches, type BrokenBatches } from '../load/batch-checks.ts'
import { batchClient, type OpenBatches } from '../load/batch-request.ts'
import { startBatchWriter, type BatchWriter } from '../load/batch-writer.ts'
import { firstListing } from '../load/first-listing.ts'
import { brokenPromises, type BrokenPromises } from '../load/record-checks.ts'
import { startRecordWriter, type RecordWriter } from '../load/record-writer.ts'
import { readPath } from '../load/read-paths.ts'
import { newTally, sendCounted, statusText, type Tally } from '../load/tally.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import { selectBackend, terminateTransactions } from '../system/database-queries.ts'
import type { ServiceProcess } from '../../bench/service/service-process.ts'
import type { World } from '../world.ts'

/** A second. */
const READS = 100
/** Artworks, events, galleries and artists that are written at a time. */
const RECORDS = 24
const PAUSE_OF_RECORD_MS = 150
/** They do not wait as long as they should, so that most of them are writing at the next kill. */
const RETRY_OF_RECORD_MS = 250
/** Senders of batches. One sends at a time, because they are the same user. */
const BATCHES = 2
const PAUSE_OF_BATCH_MS = 100
/** Short: a batch that is rejected while the other one runs has `Retry-After: 5`, and is to be under way at the next kill. */
const RETRY_OF_BATCH_MS = 50
const CONNECTIONS = 200
const TIMEOUT_MS = 30_000
/** Between two kills. */
const PAUSE_MS = 750
/**
 * For a batch to get on after each kind of kill. A batch rests while others read, so on a busy machine it takes longer
 * than the time between two kills: all would be interrupted while they create their records.
 */
const BATCH_DEADLINE_MS = 60_000
/** Lines under way for each kill that was planned. */
const LINES_UNDER_WAY = 10
/** Many batches survive a kill. So the kills go on until enough lines were under way, up to this multiple of the planned ones. */
const MAX_TIMES_KILLS = 5
const BATCH_POLL_MS = 20

/** Ends the database or a part of it. @returns when it accepted connections again. */
type Kill = (world: World) => Promise<number>

const KILLS: readonly Kill[] = [
  async ({ server }) => {
    await server.killAll()
    return server.start()
  },
  killBackend,
  async ({ server }) => {
    await server.stop('fast')
    return server.start()
  },
  async ({ server }) => {
    await server.stop('immediate')
    return server.start()
  },
  terminateSome,
]

/** Kills of PostgreSQL under reads, under writes that are repeated with their idempotency key, and under batches. */
export function tryKills(world: World): Promise<Finding[]> {
  return world.withService(async (service) => {
    const { kills } = world.options.sizes
    const recoveries: number[] = []
    const { tally, writer, batches } = await underLoad(world, service, async ({ counts }, open) => {
      let changes = 0
      const lacksLines = (n: number): boolean =>
        counts.underWay < LINES_UNDER_WAY * kills && n < MAX_TIMES_KILLS * kills
      for (let n = 0; n < kills || lacksLines(n); n += 1) {
        world.signal.throwIfAborted()
        await untilTrue(() => open.count > 0)
        const acceptedAt = await (KILLS[n % KILLS.length] as Kill)(world)
        recoveries.push(Math.max(0, (await firstListing(service.url)) - acceptedAt))
        await sleep(PAUSE_MS)
        if (n % KILLS.length < KILLS.length - 1) continue
        // A short run may not have interrupted an acknowledged line yet: the client cuts some batches itself.
        await untilTrue(() => counts.changes > changes && counts.answeredBefore > 0)
        changes = counts.changes
      }
    })
    const broken = await leftBehind(world, service, { writer, batches })
    return [
      atLeast(
        `kills of PostgreSQL under ${READS} reads a second and ${RECORDS} writers of records`,
        recoveries.length,
        kills,
      ),
      none(
        `responses other than 2xx and 503 with Retry-After, of ${statusText(tally)}`,
        tally.faults,
      ),
      none(
        `acknowledged changes of artworks, events, galleries and artists lost or done by half, of ${writer.acknowledged.toLocaleString('en')}`,
        broken.lost,
      ),
      atLeast('such changes for each kill', writer.acknowledged / kills, 5),
      ...batchFindings(batches.counts, broken, kills),
      none('galleries that count other artworks than those listed', broken.counts),
      none('pictures left without a record', broken.pictures),
      none('writes done twice', broken.doubled),
      ...recoveryFindings(recoveries),
      atMost('ends of the service process', Number(service.hasEnded()), 0),
    ]
  })
}

/** Waits for something about the batches, for `BATCH_DEADLINE_MS` at most. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + BATCH_DEADLINE_MS
  while (!isTrue() && performance.now() < deadline) await sleep(BATCH_POLL_MS)
}

function batchFindings(
  counts: BatchWriter['counts'],
  { batches }: { readonly batches: BrokenBatches },
  kills: number,
): Finding[] {
  const number = (value: number): string => value.toLocaleString('en')
  return [
    atLeast(
      // Many batches survive a kill: the service writes their group again.
      'lines of batches without an answer because of a kill, for each kill',
      counts.underWay / kills,
      LINES_UNDER_WAY,
      '',
      `${number(counts.interrupted)} batches, of ${number(counts.interrupted + counts.whole)}`,
    ),
    atLeast(
      'acknowledged lines of batches that were then interrupted',
      counts.answeredBefore,
      1,
      '',
      `${number(counts.cut)} batches cut by the client`,
    ),
    none(
      `acknowledged lines of batches lost, or lines done by half, of ${number(counts.acknowledged)}`,
      batches.lost,
    ),
    atLeast('acknowledged lines that change or remove a record', counts.changes, 1),
    none('external ids with two records', batches.doubled),
    none('atomic batches done in part', batches.parts),
  ]
}

/**
 * Two cores are busy under this load, and PostgreSQL with a cold start of each connection. So a single recovery measures the
 * machine as well, and only half of them have to be short. None may last until a deadline has passed.
 */
function recoveryFindings(recoveries: readonly number[]): Finding[] {
  const sorted = recoveries.toSorted((one, other) => one - other)
  const what = 'first 200 after the database accepts'
  return [
    atMost(`${what}, half of them`, sorted[sorted.length >> 1] ?? 0, 1_000, 'ms'),
    atMost(`${what}, all of them`, sorted.at(-1) ?? 0, REQUEST_DEADLINE_MS, 'ms'),
  ]
}

interface Outcome {
  readonly tally: Tally
  readonly writer: RecordWriter
  readonly batches: BatchWriter
}

/** What the kills left behind, once nothing is written. */
async function leftBehind(
  { partner, ownerUrl: databaseUrl }: World,
  { url }: ServiceProcess,
  { writer, batches }: Pick<Outcome, 'writer' | 'batches'>,
): Promise<BrokenPromises & { readonly batches: BrokenBatches }> {
  const { send, close } = httpClient(url, 1, TIMEOUT_MS)
  try {
    return {
      ...(await brokenPromises(send, { partner, databaseUrl }, writer)),
      batches: await brokenBatches(send, partner, batches),
    }
  } finally {
    close()
  }
}

/** Reads and writes during `work`, and until all requests have their responses. */
async function underLoad(
  world: World,
  { url }: ServiceProcess,
  work: (batches: BatchWriter, open: OpenBatches) => Promise<void>,
): Promise<Outcome> {
  const { send, close } = httpClient(url, CONNECTIONS, TIMEOUT_MS)
  const tally = newTally()
  const prefix = `Kill ${randomUUID()} `
  const endReading = atRate(READS, reader(world, send, tally))
  const { partner } = world
  const options = {
    partner,
    prefix: `${prefix}record `,
    loops: RECORDS,
    pauseMs: PAUSE_OF_RECORD_MS,
    retryMs: RETRY_OF_RECORD_MS,
  }
  const writer = startRecordWriter(send, options)
  const open: OpenBatches = { count: 0 }
  const batches = startBatchWriter(
    batchClient(() => url, open),
    {
      partner,
      prefix: `${prefix}batch `,
      loops: BATCHES,
      pauseMs: PAUSE_OF_BATCH_MS,
      retryMs: RETRY_OF_BATCH_MS,
    },
  )
  const end = async (): Promise<void> => {
    await Promise.all([endReading(), writer.end(), batches.end()])
    close()
  }
  await work(batches, open).finally(end)
  return { tally, writer, batches }
}

function reader({ options, published }: World, send: Send, tally: Tally): () => Promise<void> {
  const random = new Random(options.seed)
  return async () => void (await sendCounted(send, { url: readPath(random, published) }, tally))
}

/** Repeats until a backend with an open transaction is terminated; the database stays up. */
async function terminateSome({ ownerUrl }: World): Promise<number> {
  while ((await terminateTransactions(ownerUrl)) === 0) await sleep(1)
  return performance.now()
}

/**
 * Kills the process of one connection of the service. PostgreSQL then ends all others and recovers.
 * @returns when it accepts connections again.
 */
async function killBackend({ server, ownerUrl }: World): Promise<number> {
  const witness = new pg.Client({ connectionString: ownerUrl })
  witness.on('error', () => {})
  await witness.connect()
  // Until the server notices, it still accepts connections.
  const hasNoticed = new Promise((resolve) => witness.once('end', resolve))
  const pid = await selectBackend(ownerUrl)
  if (pid === undefined) throw new Error('The service has no connection to kill.')
  process.kill(pid, 'SIGKILL')
  await hasNoticed
  return server.untilAccepting()
}
