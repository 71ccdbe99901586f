import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/load/percentile.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { creation, WRITTEN_KINDS } from '../load/record-requests.ts'
import { runOpenLoad, type OpenResult } from '../../bench/load/open-loop.ts'
import { readPath } from '../load/read-paths.ts'
import { requestBytes } from '../../bench/load/request-bytes.ts'
import { atMost, none, type Finding } from '../report/finding.ts'
import { resourcesOf } from '../system/processes.ts'
import type { ServiceProcess } from '../../bench/service/service-process.ts'
import type { World } from '../world.ts'

const OTHERS_PER_SECOND = 100
const WARM_UP_SECONDS = 5
const NORMAL_SECONDS = 5
const PAGE = '/api/v1/marketplace-artworks/?limit=100'
/** Bytes in the kernel's buffers count as read, so each client requests more than the buffers hold. */
const READ_BYTES = 4 * 1024 * 1024
const BYTE_MS = 1_000

/**
 * The behaviour of each kind of client, the rate at which the clients connect, and the deadline for closing
 * them: the service's limit and the time to notice it. Clients that read slowly connect no faster than the
 * service makes their pages, because a rejection is too short to be read slowly.
 */
const KINDS = {
  headers: { begin: beginHeaders, perSecond: 150, closedSeconds: 12 },
  body: { begin: beginBody, perSecond: 150, closedSeconds: 18 },
  reading: { begin: beginReading, perSecond: 11, closedSeconds: 40 },
} as const

type Kind = keyof typeof KINDS

/** Many clients that send or read almost nothing, concurrently with normal ones. */
export function trySlowClients(world: World): Promise<Finding[]> {
  return world.withService(async (service) => {
    const others = othersOf(world, service)
    await service.untilReady()
    await others(WARM_UP_SECONDS)
    const before = await others(NORMAL_SECONDS)
    const atFirst = await resourcesOf(service.pid)
    const { slowClients, slowSeconds } = world.options.sizes
    const kinds = (Object.keys(KINDS) as Kind[]).filter(
      (kind) => KINDS[kind].closedSeconds <= slowSeconds,
    )
    const perKind = slowClients / kinds.length
    const pages = await pagesToRead(service.url)
    const clients = Array.from({ length: slowClients }, (_, n) => {
      const kind = kinds[n % kinds.length] as Kind
      return { kind, closed: slowClient(world, service, { kind, perKind, pages }) }
    })
    const seconds = kinds.map((kind) => openingSeconds(kind, perKind) + KINDS[kind].closedSeconds)
    const meanwhile = await others(Math.max(...seconds))
    const closings = await Promise.all(
      clients.map(async ({ kind, closed }) => closing(kind, await closed)),
    )
    await sleep(1_000)
    const atLast = await resourcesOf(service.pid)
    return [
      ...kinds.map((kind) => closingFinding(kind, closings)),
      othersFinding(before, meanwhile),
      none('others without 200', [
        ...meanwhile.faults,
        ...Array.from({ length: meanwhile.rejected }, () => '503'),
      ]),
      atMost(
        'descriptors gained',
        (atLast.descriptors ?? Number.NaN) - (atFirst.descriptors ?? 0),
        5,
      ),
    ]
  })
}

/** The pages that a client requests: earlier parts may have written short records. */
async function pagesToRead(url: string): Promise<number> {
  const page = await (await fetch(new URL(PAGE, url))).arrayBuffer()
  return Math.ceil(READ_BYTES / page.byteLength)
}

/** The time in which all clients of a kind connect: at once they would overflow the listener's queue. */
function openingSeconds(kind: Kind, clients: number): number {
  return Math.ceil(clients / KINDS[kind].perSecond)
}

interface Closing {
  readonly kind: Kind
  /** Undefined for a connection that stayed open. */
  readonly seconds: number | undefined
}

function closing(kind: Kind, seconds: number | undefined): Closing {
  return { kind, seconds }
}

function closingFinding(kind: Kind, closings: readonly Closing[]): Finding {
  const all = closings.filter((each) => each.kind === kind)
  const open = all.filter(({ seconds }) => seconds === undefined).length
  const latest = Math.max(...all.map(({ seconds = 0 }) => seconds))
  const { closedSeconds } = KINDS[kind]
  const what = `clients slow in ${kind} not closed in ${closedSeconds} s, of ${all.length}`
  return atMost(what, open, 0, '', `the last after ${latest.toFixed(1)} s`)
}

/** Other work of the machine takes some milliseconds. */
const MIN_BOUND_MS = 20

function othersFinding(before: OpenResult, meanwhile: OpenResult): Finding {
  const normal = percentile(before.latencies, 0.99)
  const bound = Math.max(2 * normal, MIN_BOUND_MS)
  const beside = `normally ${normal.toFixed(1)} ms`
  return atMost('p99 of the others', percentile(meanwhile.latencies, 0.99), bound, 'ms', beside)
}

function othersOf(
  { options, published }: World,
  { url }: ServiceProcess,
): (seconds: number) => Promise<OpenResult> {
  const random = new Random(options.seed)
  const path = (): string => readPath(random, published)
  return (seconds) => runOpenLoad({ url, path, perSecond: OTHERS_PER_SECOND, seconds })
}

/** @returns the seconds until the service closed the connection; undefined when it was late. */
async function slowClient(
  world: World,
  { url }: ServiceProcess,
  { kind, perKind, pages }: { kind: Kind; perKind: number; pages: number },
): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  const { begin, closedSeconds } = KINDS[kind]
  await sleep(Math.random() * openingSeconds(kind, perKind) * 1_000)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  const began = performance.now()
  const stop = begin(socket, url, { world, pages })
  const isClosed = await Promise.race([
    closedByPeer(socket),
    sleep((closedSeconds + 2) * 1_000, false),
  ])
  stop()
  socket.destroy()
  return isClosed ? (performance.now() - began) / 1_000 : undefined
}

function closedByPeer(socket: Socket): Promise<true> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) socket.once(event, () => resolve(true))
  })
}

function beginHeaders(socket: Socket, url: string): () => void {
  socket.resume()
  return trickle(socket, requestBytes(url, { url: '/api/v1/events/' }).toString('latin1'))
}

interface Setting {
  readonly world: World
  readonly pages: number
}

function beginBody(socket: Socket, url: string, { world }: Setting): () => void {
  socket.resume()
  const request = requestBytes(
    url,
    creation(WRITTEN_KINDS.event, world.partner, 'Slow body'),
  ).toString('latin1')
  const bodyAt = request.indexOf('\r\n\r\n') + 4
  socket.write(request.slice(0, bodyAt))
  return trickle(socket, request.slice(bodyAt))
}

/** Never completes the request: it has more bytes than the test has seconds. */
function trickle(socket: Socket, text: string): () => void {
  let sent = 0
  const timer = setInterval(() => {
    if (sent < text.length - 1) socket.write(text.charAt(sent), 'latin1')
    sent += 1
  }, BYTE_MS)
  return () => clearInterval(timer)
}

/** A client that does not read does not notice the close, so it reads on at the deadline. */
function beginReading(socket: Socket, url: string, { pages }: Setting): () => void {
  socket.pause()
  socket.write(requestBytes(url, { url: PAGE }).toString('latin1').repeat(pages))
  const timer = setTimeout(() => socket.resume(), KINDS.reading.closedSeconds * 1_000)
  return () => clearTimeout(timer)
}
