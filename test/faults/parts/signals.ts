import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../../scripts/demo/random.ts'
import { keepBusy, type Ending, type NamedRequest } from '../load/busy-client.ts'
import { creation, WRITTEN_KINDS } from '../load/record-requests.ts'
import { readPath } from '../load/read-paths.ts'
import { requestBytes } from '../../bench/load/request-bytes.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import { countByTitle } from '../system/database-queries.ts'
import type { ServiceProcess } from '../../bench/service/service-process.ts'
import type { World } from '../world.ts'

const READERS = 8
const WRITERS = 4
const SILENT = 20
const IDLE = 20
/** A request sent this long before the end was read, unless the service is stuck. */
const SURELY_ARRIVED_MS = 50

interface Stop {
  readonly seconds: number
  readonly code: number | null
  /** Descriptions of requests without the right response. */
  readonly cut: readonly string[]
  readonly responses: number
}

/**
 * SIGTERM under load. A request is cut when its response is partial, or missing although the request was sent
 * 50 ms before the connection ended or was executed. A request that crosses the close of an idle connection does
 * not count (RFC 9112, section 9.5).
 */
export async function trySignals(world: World): Promise<Finding[]> {
  const stops: Stop[] = []
  const random = new Random(world.options.seed)
  for (let n = 0; n < world.options.sizes.signals; n += 1) {
    stops.push(await world.withService((service) => stopUnderLoad(world, service, random)))
  }
  const seconds = stops.map((stop) => stop.seconds).toSorted((one, other) => one - other)
  const responses = stops.reduce((sum, stop) => sum + stop.responses, 0)
  return [
    atLeast('SIGTERMs under load', stops.length, world.options.sizes.signals),
    none(
      `requests cut, of ${responses.toLocaleString('en')}`,
      stops.flatMap(({ cut }) => cut),
    ),
    none(
      'exit codes other than 0',
      stops.flatMap(({ code }) => (code === 0 ? [] : [String(code)])),
    ),
    atMost('time to exit, median', seconds[seconds.length >> 1] ?? Number.NaN, 2, 's'),
    atMost('time to exit, at most', seconds.at(-1) ?? Number.NaN, 10, 's'),
  ]
}

async function stopUnderLoad(world: World, service: ServiceProcess, random: Random): Promise<Stop> {
  const wrong: string[] = []
  let responses = 0
  const onResponse = (name: string, status: number): void => {
    responses += 1
    if (status >= 300 && status !== 503) wrong.push(`${name} responds with ${status}`)
  }
  const prefix = `Signal ${randomUUID()} `
  const busy = [
    ...Array.from({ length: READERS }, () => reads(world, service, random)),
    ...Array.from({ length: WRITERS }, (_, n) => writes(world, service, `${prefix}${n} `)),
  ].map((next) => keepBusy(service.url, next, onResponse))
  const quiet = openQuiet(world, service, random)
  await sleep(random.between(500, 1_000))
  const began = performance.now()
  service.signal('SIGTERM')
  const { code } = await service.exit
  const seconds = (performance.now() - began) / 1_000
  const endings = await Promise.all(busy)
  for (const socket of quiet) socket.destroy()
  const done = await countByTitle(world.ownerUrl, prefix)
  return {
    seconds,
    code,
    responses,
    cut: [...wrong, ...endings.flatMap((end) => cutIn(end, done))],
  }
}

function cutIn(ending: Ending, done: ReadonlyMap<string, number>): string[] {
  const { pending, isPartial, sentMsBefore } = ending
  if (pending === undefined) return []
  if (isPartial) return [`${pending} got a partial response`]
  if (sentMsBefore > SURELY_ARRIVED_MS) {
    return [`${pending} was sent ${Math.round(sentMsBefore)} ms before, and got no response`]
  }
  return done.has(pending) ? [`${pending} was executed, and got no response`] : []
}

function reads(world: World, { url }: ServiceProcess, random: Random): () => NamedRequest {
  return () => {
    const path = readPath(random, world.published)
    return { name: path, bytes: requestBytes(url, { url: path }) }
  }
}

function writes(world: World, { url }: ServiceProcess, prefix: string): () => NamedRequest {
  let n = 0
  return () => {
    n += 1
    const name = prefix + n
    const kind = WRITTEN_KINDS[n % 2 === 0 ? 'event' : 'artwork']
    return { name, bytes: requestBytes(url, creation(kind, world.partner, name)) }
  }
}

/** Connections that never sent anything, and idle ones after a response. */
function openQuiet(world: World, { url }: ServiceProcess, random: Random): Socket[] {
  const { hostname, port } = new URL(url)
  return Array.from({ length: SILENT + IDLE }, (_, n) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.resume()
    if (n < IDLE) socket.write(requestBytes(url, { url: readPath(random, world.published) }))
    return socket
  })
}
