import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/load/histogram.ts'
import { runLoad } from '../../bench/load/run-load.ts'
import { Random } from '../../demo/random.ts'
import { runOpenLoad, type OpenResult } from '../load/open-loop.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import { resourcesOf } from '../system/processes.ts'
import type { ServiceProcess } from '../system/service-process.ts'
import { growth, watch } from '../system/watch.ts'
import type { World } from '../world.ts'

const TIMES = 10
/** Enough to keep the service busy, and no more than it takes at once. */
const CONNECTIONS = 8
/** Until pages have been asked for, their records have not been made. */
const WARM_UP_SECONDS = 10
const CAPACITY_SECONDS = 4
/** What is normal: a share of the capacity at which nothing waits. */
const NORMAL_SHARE = 0.3
const NORMAL_SECONDS = 3
const REST_MS = 2_000
const MB = 1e6

/** Pages of a hundred records, which cost the service so much that one client can ask for too many. */
export function tryOverload(world: World): Promise<Finding[]> {
  return world.withService(async (service) => {
    const path = pagePaths(world)
    await capacityOf(service, path, WARM_UP_SECONDS)
    const capacity = await capacityOf(service, path, CAPACITY_SECONDS)
    const normally = async (): Promise<OpenResult> =>
      runOpenLoad({
        url: service.url,
        path,
        perSecond: Math.max(1, capacity * NORMAL_SHARE),
        seconds: NORMAL_SECONDS,
      })
    const before = await normally()
    const seconds = world.options.sizes.overloadSeconds
    const memory = watch(() => resourcesOf(service.pid))
    const load = { url: service.url, path, perSecond: capacity * TIMES, seconds }
    const result = await runOpenLoad(load)
    const rss = (await memory()).map(({ rssBytes }) => rssBytes)
    await sleep(REST_MS)
    const after = await normally()
    return [
      ...loadFindings(result, capacity, seconds),
      atMost('memory gained meanwhile', growth(rss) / MB, 50, 'MB'),
      ...afterFindings(before, after),
    ]
  })
}

function loadFindings(result: OpenResult, capacity: number, seconds: number): Finding[] {
  const { sent, accepted, refused, latencies, refusalLatencies, faults } = result
  const perSecond = sent / seconds
  const refusals = `${Math.round(refused / seconds)}/s, p99 ${p99(refusalLatencies)}`
  const goodput = accepted / seconds
  const beside = `${Math.round(goodput)} of ${Math.round(capacity)} a second; refused ${refusals}`
  return [
    atLeast('requests a second, times the capacity', perSecond / capacity, 8, 'times'),
    atMost('p99 of the accepted', percentile(latencies, 0.99), 250, 'ms'),
    atLeast('goodput, of the capacity', (goodput / capacity) * 100, 80, '%', beside),
    none('answers other than 200 and 503, or none at all', faults),
  ]
}

function p99(latencies: OpenResult['latencies']): string {
  return `${percentile(latencies, 0.99).toFixed(0)} ms`
}

/** What a machine does beside takes some milliseconds, whatever the service does. */
const LEAST_BOUND_MS = 20

function afterFindings(before: OpenResult, after: OpenResult): Finding[] {
  const normal = percentile(before.latencies, 0.99)
  const bound = Math.max(2 * normal, LEAST_BOUND_MS)
  return [
    atMost('p99 two seconds after', percentile(after.latencies, 0.99), bound, 'ms'),
    atMost('requests refused then', after.refused + after.faults.length, 0),
  ]
}

/** @returns pages a second, when each is asked for as soon as the one before has come. */
async function capacityOf(
  { url }: ServiceProcess,
  path: (n: number) => string,
  seconds: number,
): Promise<number> {
  const perConnection = 500
  const paths = Array.from({ length: CONNECTIONS }, (_, connection) =>
    Array.from({ length: perConnection }, (__, n) => path(connection * perConnection + n)),
  )
  const result = await runLoad({ url, paths, headers: {}, expects: 200, seconds })
  return (result.answers - result.errors) / seconds
}

/** Pages at offsets that look random, so that few are answered from memory. */
function pagePaths({ options, published }: World): (n: number) => string {
  const random = new Random(options.seed)
  const deepest = published.artworks.length - 100
  return () => `/api/v1/marketplace-artworks/?limit=100&offset=${random.below(deepest)}`
}
