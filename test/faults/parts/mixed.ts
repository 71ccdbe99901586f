import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpClient } from '../../../scripts/contract/http-client.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { atRate } from '../../bench/load/at-rate.ts'
import { startRecordWriter } from '../load/record-writer.ts'
import { readPath } from '../load/read-paths.ts'
import { newTally, sendCounted, statusText, type Tally } from '../load/tally.ts'
import { atMost, none, type Finding } from '../report/finding.ts'
import { countConnections } from '../system/database-queries.ts'
import { readMetric } from '../system/metrics.ts'
import { resourcesOf } from '../system/processes.ts'
import type { ServiceProcess } from '../../bench/service/service-process.ts'
import { growth, watch } from '../system/watch.ts'
import type { World } from '../world.ts'

/** A second. */
const READS = 300
/** Records that are written at a time. */
const RECORDS = 2
const PAUSE_OF_RECORD_MS = 100
const CONNECTIONS = 64
const TIMEOUT_MS = 30_000
/** A process grows for a while after its start, until its caches are filled. */
const WARM_UP_SECONDS = 10
const MB = 1e6

interface Sample {
  readonly heapBytes: number
  readonly rssBytes: number
  readonly descriptors: number
  readonly connections: number
}

/** Reads and writes for a time, in which the resources of the service must not grow. */
export function tryMixed(world: World): Promise<Finding[]> {
  return world.withService(async (service) => {
    const { mixedSeconds } = world.options.sizes
    const tally = newTally()
    const end = beginLoad(world, service, tally)
    await sleep(WARM_UP_SECONDS * 1_000, undefined, { signal: world.signal })
    tally.statuses.clear()
    tally.faults.length = 0
    const watching = watch(() => sampleOf(world, service))
    await sleep(mixedSeconds * 1_000, undefined, { signal: world.signal }).catch(() => {})
    const samples = await watching()
    await end()
    world.signal.throwIfAborted()
    return [
      none(
        `responses other than 2xx in ${mixedSeconds} s, of ${statusText(tally)}`,
        faultsOf(tally),
      ),
      ...growthFindings(samples),
    ]
  })
}

function growthFindings(samples: readonly Sample[]): Finding[] {
  if (samples.length === 0) throw new Error('Nothing could be sampled.')
  const grown = (name: keyof Sample): number => growth(samples.map((sample) => sample[name]))
  return [
    atMost('heap in use gained', grown('heapBytes') / MB, 16, 'MB'),
    atMost('memory gained', grown('rssBytes') / MB, 32, 'MB'),
    atMost('descriptors gained', grown('descriptors'), 5),
    atMost('database connections gained', grown('connections'), 2),
  ]
}

async function sampleOf({ ownerUrl }: World, service: ServiceProcess): Promise<Sample> {
  const { rssBytes, descriptors = 0 } = await resourcesOf(service.pid)
  return {
    rssBytes,
    descriptors,
    heapBytes: await readMetric(service.adminUrl, 'nodejs_heap_size_used_bytes'),
    connections: await countConnections(ownerUrl),
  }
}

/** The database is up all the time, so no request may be rejected. */
function faultsOf({ statuses, faults }: Tally): string[] {
  const rejected = statuses.get(503) ?? 0
  return rejected === 0 ? faults : [...faults, `${rejected} responses are 503`]
}

function beginLoad(world: World, { url }: ServiceProcess, tally: Tally): () => Promise<void> {
  const { send, close } = httpClient(url, CONNECTIONS, TIMEOUT_MS)
  const random = new Random(world.options.seed)
  const prefix = `Mixed ${randomUUID()} `
  const endReading = atRate(READS, async () => {
    await sendCounted(send, { url: readPath(random, world.published) }, tally)
  })
  const writer = startRecordWriter((sent) => sendCounted(send, sent, tally), {
    partner: world.partner,
    prefix,
    loops: RECORDS,
    pauseMs: PAUSE_OF_RECORD_MS,
  })
  return async () => {
    await Promise.all([endReading(), writer.end()])
    tally.faults.push(...writer.faults)
    close()
  }
}
