import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/load/percentile.ts'
import { runLoad } from '../../bench/load/run-load.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { runOpenLoad, type OpenResult } from '../../bench/load/open-loop.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import { withRejectingServer } from '../system/rejecting-server.ts'
import { resourcesOf } from '../system/processes.ts'
import { growth, watch } from '../system/watch.ts'
import type { World } from '../world.ts'

const TIMES = 8.2
/** The header of nearly all clients. */
const HEADERS = { 'accept-encoding': 'gzip, deflate' }
/**
 * They stay connected, and send without waiting for responses. More than wait at once: a service under load accepts
 * further connections slowly.
 */
const CLIENTS = 2_500
/** Enough to keep the service busy, without a wait. */
const CONNECTIONS = 16
/** Enough to keep it busy although the process that sends their requests is busy too; all of them run at once. */
const BUSY_CONNECTIONS = 32
/** The first requests of records build their documents. */
const WARM_UP_SECONDS = 6
const CAPACITY_SECONDS = 2
/** Shares of the maximum throughput at which the capacity is searched. */
const SHARES = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7]
/** At the capacity, hardly any request waits. */
const IN_TIME_MS = 250
/** Beyond it, a request waits for a second at most, and is then answered as fast as the others. */
const ACCEPTED_MS = 2_000
/** So many times, the service is overloaded, and a server that rejects everything. */
const TURNS = 3
/** The normal load: a share of the capacity at which no request waits. */
const NORMAL_SHARE = 0.3
const NORMAL_SECONDS = 2
const REST_MS = 2_000
const MB = 1e6

/** Requests pages at a rate for a time. */
type RunAtRate = (perSecond: number, seconds: number) => Promise<OpenResult>

/** Requests pages of a hundred records, which are so expensive that one client can overload the service. */
export function tryOverload(world: World): Promise<Finding[]> {
  return world.withService(async ({ url, pid, untilReady }) => {
    const path = pagePaths(world)
    const runAtRate: RunAtRate = (perSecond, seconds) =>
      runOpenLoad({ url, path, headers: HEADERS, perSecond, seconds, connections: CLIENTS })
    await untilReady()
    await maxRateOf(url, path, WARM_UP_SECONDS)
    const most = await maxRateOf(url, path, CAPACITY_SECONDS)
    const capacity = await capacityOf(most, runAtRate)
    const normally = (): Promise<OpenResult> => runAtRate(capacity * NORMAL_SHARE, NORMAL_SECONDS)
    const before = await normally()
    const memory = watch(() => resourcesOf(pid))
    const load = {
      url,
      path,
      perSecond: capacity * TIMES,
      seconds: world.options.sizes.overloadSeconds / TURNS,
    }
    const { result, reference } = await overloadByTurns(load)
    const rss = (await memory()).map(({ rssBytes }) => rssBytes)
    await sleep(REST_MS)
    const after = await normally()
    return [
      ...loadFindings(result, load.seconds * TURNS, capacity, reference),
      atMost('memory gained meanwhile', growth(rss) / MB, 50, 'MB'),
      ...afterFindings(before, after),
    ]
  })
}

interface Overload {
  readonly url: string
  readonly path: PagePath
  readonly perSecond: number
  /** Of one turn. */
  readonly seconds: number
}

/**
 * Overloads the service, by turns with a server that rejects everything. On a small machine, the clients and the
 * other work of the machine take processor time from the service, so the goodput is compared with what busy clients get
 * while as many requests go to that server.
 */
function overloadByTurns({ url, path, perSecond, seconds }: Overload) {
  return withRejectingServer(async (elsewhere) => {
    const load = { headers: HEADERS, perSecond, seconds, connections: CLIENTS }
    const results: OpenResult[] = []
    const references: number[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      let busy = Promise.resolve(0)
      const onFirst = (n: number): string => {
        // The connections are open by now.
        if (n === 0) busy = maxRateOf(url, path, seconds, BUSY_CONNECTIONS)
        return '/'
      }
      await runOpenLoad({ ...load, url: elsewhere, path: onFirst })
      references.push(await busy)
      results.push(await runOpenLoad({ ...load, url, path }))
    }
    return { result: merged(results), reference: mean(references) }
  })
}

function merged(results: readonly OpenResult[]): OpenResult {
  const sum = (count: (result: OpenResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0)
  return {
    sent: sum(({ sent }) => sent),
    accepted: sum(({ accepted }) => accepted),
    latencies: results.flatMap(({ latencies }) => latencies),
    rejected: sum(({ rejected }) => rejected),
    rejectionLatencies: results.flatMap((result) => result.rejectionLatencies),
    faults: results.flatMap(({ faults }) => faults),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @returns the pages a second of a closed loop. */
async function maxRateOf(
  url: string,
  path: PagePath,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  const perConnection = 500
  const paths = Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: perConnection }, (__, n) => path(connection * perConnection + n)),
  )
  const result = await runLoad({ url, paths, headers: HEADERS, expects: 200, seconds })
  return (result.responses - result.errors) / seconds
}

/** @returns the pages a second at which none is rejected and all are in time. */
async function capacityOf(most: number, runAtRate: RunAtRate): Promise<number> {
  for (const share of SHARES) {
    const { sent, accepted, latencies } = await runAtRate(most * share, CAPACITY_SECONDS)
    const isInTime = percentile(latencies, 0.99) <= IN_TIME_MS
    if (accepted === sent && isInTime) return most * share
  }
  return most * Math.min(...SHARES)
}

function loadFindings(
  result: OpenResult,
  seconds: number,
  capacity: number,
  reference: number,
): Finding[] {
  const { sent, accepted, rejected, latencies, rejectionLatencies, faults } = result
  const perSecond = sent / seconds
  const goodput = accepted / seconds
  const [served, can, busy, no] = [goodput, capacity, reference, rejected / seconds].map(Math.round)
  const beside = `${served} of ${busy} a second; capacity ${can}/s; rejected ${no}/s, p99 ${p99(rejectionLatencies)}`
  const share = (goodput / reference) * 100
  return [
    atLeast('requests a second, times the capacity', perSecond / capacity, 8, 'times'),
    atMost('p99 of the accepted', percentile(latencies, 0.99), ACCEPTED_MS, 'ms'),
    atLeast(
      `goodput, of the pages for ${BUSY_CONNECTIONS} busy clients beside as many requests to another server`,
      share,
      80,
      '%',
      beside,
    ),
    none('responses other than 200 and 503, or none at all', faults),
  ]
}

function p99(latencies: OpenResult['latencies']): string {
  return `${percentile(latencies, 0.99).toFixed(0)} ms`
}

/** Other work of the machine takes some milliseconds. */
const MIN_BOUND_MS = 20

function afterFindings(before: OpenResult, after: OpenResult): Finding[] {
  const normal = percentile(before.latencies, 0.99)
  const bound = Math.max(2 * normal, MIN_BOUND_MS)
  return [
    atMost('p99 two seconds after', percentile(after.latencies, 0.99), bound, 'ms'),
    atMost('requests rejected then', after.rejected + after.faults.length, 0),
  ]
}

type PagePath = (n: number) => string

/** Rarely the same page twice, so that few responses are cached. */
function pagePaths({ options, published }: World): PagePath {
  const random = new Random(options.seed)
  const deepest = published.artworks.length - 100
  return () =>
    `/api/v1/marketplace-artworks/?limit=${random.between(91, 100)}&offset=${random.below(deepest)}`
}
