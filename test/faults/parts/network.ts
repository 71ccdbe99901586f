import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpClient, type Send, type Sent } from '../../../scripts/contract/http-client.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../database-proxy.ts'
import { atRate } from '../../bench/load/at-rate.ts'
import { firstListing } from '../load/first-listing.ts'
import { readPath } from '../load/read-paths.ts'
import { creation, WRITTEN_KINDS } from '../load/record-requests.ts'
import { atLeast, atMost, none, type Finding } from '../report/finding.ts'
import type { World } from '../world.ts'

const PER_SECOND = 40
const CONNECTIONS = 200
const TIMEOUT_MS = 30_000
const PAGES = 100
/** Longer than each deadline of a request and of a connection to the database. */
const SILENT_MS = 5_000
/** Of requests, by writers: the others read. */
const WRITTEN_SHARE = 0.2
/** Between two resets, and two cuts. */
const REPEAT_MS = 100

type Inject = (proxy: DatabaseProxy, ms: number, random: Random) => Promise<void>

/** The network faults between the service and its database; each is ended afterwards. */
const FAULTS: Readonly<Record<string, Inject>> = {
  'a black hole': (proxy) => injectFor(proxy, SILENT_MS, { isSilent: true }),
  'a black hole that forgets all connections': async (proxy) => {
    await injectFor(proxy, SILENT_MS, { isSilent: true })
    proxy.forget()
  },
  'latency of 200 ms': (proxy, ms) => injectFor(proxy, ms, { latencyMs: 200 }),
  'pieces of 1 byte': (proxy, ms) => injectFor(proxy, ms, { sliceBytes: 1 }),
  resets: (proxy, ms) => repeatedly(ms, () => proxy.reset()),
  'cuts in the middle of results': (proxy, ms, random) =>
    repeatedly(ms, () => proxy.suffer({ cutAfterBytes: random.between(1, 60_000) })),
}

/** While the database is silent, no page may come from a cache either: it could be out of date. */
const isSilent = ({ name }: Outcome): boolean => name.startsWith('a black hole')

interface Probe {
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly isRight: boolean
}

/** A faulty network between the service and its database, under readers of known pages and writers of drafts. */
export async function tryNetwork(world: World): Promise<Finding[]> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  try {
    return await world.withService(async ({ url }) => {
      const { send, close } = httpClient(url, CONNECTIONS, TIMEOUT_MS)
      const random = new Random(world.options.seed)
      const pages = await referencePages(world, send, random)
      const outcomes: Outcome[] = []
      for (const [name, inject] of Object.entries(FAULTS)) {
        world.signal.throwIfAborted()
        const { probes, end } = probe(world, send, pages, random)
        await inject(proxy, world.options.sizes.networkSeconds * 1_000, random)
        const during = [...probes]
        proxy.suffer()
        const endedAt = performance.now()
        const recovered = await Promise.all([firstListing(url), firstCreation(world, send)])
        await end()
        outcomes.push({ name, recoveryMs: Math.max(...recovered) - endedAt, during, probes })
      }
      close()
      return findingsOf(outcomes)
    }, proxy.url)
  } finally {
    await proxy.close()
  }
}

/** The responses under one fault. */
interface Outcome {
  readonly name: string
  readonly probes: readonly Probe[]
  /** Those that ended before the fault. */
  readonly during: readonly Probe[]
  /** From the end of the fault to the first page and the first draft. */
  readonly recoveryMs: number
}

function findingsOf(outcomes: readonly Outcome[]): Finding[] {
  const pathsOf = (isWrong: (probe: Probe) => boolean): string[] =>
    outcomes.flatMap(({ name, probes }) =>
      probes.filter(isWrong).map(({ path, status }) => `${name}: ${path} responds with ${status}`),
    )
  const worst = (what: string, most: number, measure: (of: Outcome) => number): Finding => {
    const sorted = outcomes.toSorted((one, other) => measure(other) - measure(one))
    const [first] = sorted
    const value = first === undefined ? Number.NaN : measure(first)
    return atMost(what, value, most, 'ms', first?.name)
  }
  const count = outcomes.reduce((sum, { probes }) => sum + probes.length, 0)
  const rejected = pathsOf(({ status }) => status === 503).length
  return [
    atLeast(
      `requests, of which ${rejected} were rejected with 503`,
      count,
      PER_SECOND * outcomes.length,
    ),
    none(
      'responses other than a page or draft as before and 503',
      pathsOf(({ status, isRight }) => status !== 503 && !isRight),
    ),
    none(
      'other responses than 503 while the database is silent',
      outcomes
        .filter(isSilent)
        .flatMap(({ name, during }) =>
          during
            .filter(({ status }) => status !== 503)
            .map(({ path, status }) => `${name}: ${path} responds with ${status}`),
        ),
    ),
    none(
      'faults under which nothing succeeds, although bytes pass',
      outcomes
        .filter((outcome) => !isSilent(outcome) && !outcome.during.some(({ isRight }) => isRight))
        .map(({ name }) => name),
    ),
    worst('slowest 503', 3_000, ({ probes }) =>
      slowest(probes.filter(({ status }) => status === 503)),
    ),
    worst('slowest response', 5_000, ({ probes }) => slowest(probes)),
    worst(
      'first page and first draft after the fault, at most',
      1_000,
      ({ recoveryMs }) => recoveryMs,
    ),
  ]
}

function slowest(probes: readonly Probe[]): number {
  return Math.max(0, ...probes.map(({ milliseconds }) => milliseconds))
}

async function injectFor(
  proxy: DatabaseProxy,
  ms: number,
  fault: Parameters<DatabaseProxy['suffer']>[0],
): Promise<void> {
  proxy.suffer(fault)
  await sleep(ms)
}

async function repeatedly(ms: number, act: () => void): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    act()
    await sleep(REPEAT_MS)
  }
}

/** The responses without errors; there are no writes meanwhile. */
async function referencePages(
  { published }: World,
  send: Send,
  random: Random,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  while (pages.size < PAGES) {
    const path = readPath(random, published)
    const { status, text } = await send({ url: path })
    // After other parts, a busy machine sheds load.
    if (status === 200) pages.set(path, text)
  }
  return pages
}

/** The creation of a draft, which changes no page. */
function draft({ partner }: World): Sent {
  return creation(WRITTEN_KINDS.event, partner, `Draft ${randomUUID()}`)
}

/** Creates drafts until one gets 201. @returns when, in milliseconds of `performance.now`. */
async function firstCreation(world: World, send: Send): Promise<number> {
  for (;;) {
    const { status } = await send(draft(world))
    if (status === 201) return performance.now()
    await sleep(50)
  }
}

/** Sends requests until `end`. */
function probe(
  world: World,
  send: Send,
  pages: ReadonlyMap<string, string>,
  random: Random,
): { readonly probes: readonly Probe[]; end(): Promise<void> } {
  const paths = [...pages.keys()]
  const probes: Probe[] = []
  const end = atRate(PER_SECOND, async (_, dueAt) => {
    const sent = random.chance(WRITTEN_SHARE) ? draft(world) : { url: random.pick(paths) }
    const { status, text } = await send(sent).catch(() => ({ status: 0, text: '' }))
    const milliseconds = performance.now() - dueAt
    const isRight = pages.has(sent.url) ? text === pages.get(sent.url) : status === 201
    probes.push({ path: sent.url, status, milliseconds, isRight })
  })
  return { probes, end }
}
