import { Agent, get } from 'node:http'
import { randomSource } from '../../../scripts/demo/random.ts'
import { cursorText } from '../../../src/feed/feed-cursor.ts'
import { listPath } from '../collection.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import { areFed, removeEntries, untilFed, withoutFeeds } from '../database/feed-queries.ts'
import { percentile } from '../load/percentile.ts'
import { SERIAL } from '../load/run-load.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { warmUp } from '../service/warm-up.ts'
import { failuresOf, figuresText, median, ratioOf, type Figures } from '../variants/figures.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { randomVariant } from '../variants/variant.ts'
import { createRowWriter, type RowWriter } from '../writers/row-write-queries.ts'
import { rowWrites } from '../writers/row-writes.ts'
import { writeAtRate, writingFailures, type Writing } from '../writers/write-at-rate.ts'
import { partnerRequests } from './posts.ts'
import { measure, pathsPerConnection, randomPages, type World } from './world.ts'

const MILLION = 1_000_000
const BYTES_PER_MEGABYTE = 1_000_000

/** The pages whose time a snapshot of a million records may take, and their records. */
const PAGES = 3_000
const PAGE_SIZE = 100

const LISTENERS = 1_000
const WRITES_PER_SECOND = 200
const LAG_SECONDS = 20

/** Clients of the lag wait for so long, and the last entries come within it. */
const WAIT_SECONDS = 2

/** Enough for a million records. */
const CATCH_UP_TIMEOUT_MS = 3_600_000

const ARTWORKS = listPath('artworks')
const CHANGES = `${ARTWORKS}changes/`

/** Measures what the feed of the artworks costs its readers, other readers and writers, and how far it is behind. */
export async function measureFeed(world: World): Promise<PartResult> {
  const { databaseUrl, signal } = world
  await untilFed(databaseUrl, signal)
  const rows = await createRowWriter(databaseUrl)
  try {
    const parts = [
      await measureSnapshot(world),
      await measureChanges(world),
      await measureListeners(world),
      await measureWriters(world, rows),
      await measureLag(world, rows),
      await measureCatchUp(world),
    ]
    return {
      findings: parts.flatMap(({ findings }) => findings),
      failures: parts.flatMap(({ failures }) => failures),
      details: parts.map(({ details }) => details),
    }
  } finally {
    await rows.close()
  }
}

/** A snapshot, and random pages one after the other, in turn. The client does not decode them. */
async function measureSnapshot({
  databaseUrl,
  service,
  options,
  signal,
}: World): Promise<PartResult> {
  const { length } = await selectPublicIds(databaseUrl, 'artworks')
  const pages = Math.ceil((PAGES * length) / MILLION)
  const random = randomSource('pages beside snapshots')(0)
  const before = await service.peakRssBytes()
  const details: Record<string, { pages: number[]; snapshots: number[] }> = {}
  for (const encoding of ['gzip', 'br', 'identity']) {
    const seconds = { pages: [] as number[], snapshots: [] as number[] }
    details[encoding] = seconds
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const read = (path: string): Promise<number> =>
      bytesOf(`${service.url}${path}`, agent, { 'accept-encoding': encoding })
    for (let round = 0; round < options.rounds; round += 1) {
      signal.throwIfAborted()
      let began = performance.now()
      for (let page = 0; page < pages; page += 1) {
        await read(`${ARTWORKS}?limit=${PAGE_SIZE}&offset=${random.below(length - PAGE_SIZE)}`)
      }
      seconds.pages.push((performance.now() - began) / 1_000)
      began = performance.now()
      await read(`${ARTWORKS}snapshot/`)
      seconds.snapshots.push((performance.now() - began) / 1_000)
    }
    agent.destroy()
  }
  const gained = ((await service.peakRssBytes()) - before) / BYTES_PER_MEGABYTE
  return {
    findings: [
      ...Object.entries(details).map(([encoding, seconds]): Finding => ({
        key: `snapshot-${encoding}`,
        what: `time of a snapshot, ${encoding}, over ${grouped(PAGES)} random pages of ${PAGE_SIZE} for a million records`,
        measured: `${grouped(length)} in ${median(seconds.snapshots).toFixed(1)} s, ${pages} pages in ${median(seconds.pages).toFixed(1)} s`,
        value: median(seconds.snapshots.map((each, at) => each / (seconds.pages[at] ?? 0))),
        unit: 'times',
      })),
      {
        key: 'snapshot-memory',
        what: 'what snapshots add to the maximum memory of the process',
        measured: `${grouped(before / BYTES_PER_MEGABYTE)} MB before`,
        value: gained,
        unit: 'megabytes',
      },
    ],
    failures: [],
    details,
  }
}

/** @returns the length of the body. @throws unless the status is 200 and the body complete. */
function bytesOf(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} responds with ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

/** Changes with their records from random cursors, and pages of as many records, in turn. */
async function measureChanges(world: World): Promise<PartResult> {
  const { databaseUrl, service, options } = world
  const { length } = await selectPublicIds(databaseUrl, 'artworks')
  const { cursor } = await headOf(service.url)
  const [epoch = '', last] = Buffer.from(cursor, 'base64url').toString().split(':')
  const lastNo = Number(last)
  const count = pathsPerConnection(options)
  const { url } = service
  const figures = await measure(world, [
    randomVariant({ name: 'pages of 100', url }, count, (random) => {
      return `${ARTWORKS}?limit=${PAGE_SIZE}&offset=${random.below(length - PAGE_SIZE)}`
    }),
    randomVariant({ name: 'changes of 100 with records', url }, count, (random) => {
      const no = random.below(Math.max(1, lastNo - PAGE_SIZE))
      const after = cursorText({ epoch, no, start: lastNo })
      return `${CHANGES}?include=record&limit=${PAGE_SIZE}&cursor=${after}`
    }),
  ])
  const [pages, changes] = figures as [Figures, Figures]
  return {
    findings: [
      {
        key: 'changes',
        what: `cost of ${PAGE_SIZE} changes with records, in random pages of ${PAGE_SIZE}`,
        measured: `${figuresText(changes)}; pages ${figuresText(pages)}`,
        value: ratioOf('requestsPerSecond', pages, changes),
        unit: 'times',
      },
    ],
    failures: failuresOf(figures),
    details: figures,
  }
}

/** The cursor after the last entry. */
async function headOf(url: string): Promise<{ cursor: string }> {
  return (await (await fetch(`${url}${ARTWORKS}digest/`)).json()) as { cursor: string }
}

/** Two new processes by turns, one of which has clients that wait for changes. None comes. */
function measureListeners(world: World): Promise<PartResult> {
  const { databaseUrl, withService } = world
  return withService(databaseUrl, (quiet) =>
    withService(databaseUrl, async (beset) => {
      const services = [quiet, beset]
      for (const service of services) await warmUp({ ...world, service })
      await untilFed(databaseUrl, world.signal)
      const peaks = (): Promise<number[]> =>
        Promise.all(services.map((service) => service.peakRssBytes()))
      const before = await peaks()
      const end = await listen(beset.url)
      const variants = services.map((service) => randomPages({ ...world, service }, 'listeners'))
      const figures = await measure(world, await Promise.all(variants))
      const lost = end()
      const [alone = 0, gained = 0] = (await peaks()).map(
        (peak, at) => (peak - (before[at] ?? 0)) / BYTES_PER_MEGABYTE,
      )
      const [without, beside] = figures as [Figures, Figures]
      return {
        findings: [
          {
            key: 'listeners-memory',
            what: `what ${grouped(LISTENERS)} waiting clients, and readers, add to the maximum memory of the process`,
            measured: `readers alone add ${grouped(alone)} MB`,
            value: gained,
            unit: 'megabytes' as const,
          },
          {
            key: 'listeners-readers',
            what: `what ${grouped(LISTENERS)} waiting clients cost readers of random pages`,
            measured: `${figuresText(beside)}; without: ${figuresText(without)}`,
            value: 100 * (1 - ratioOf('requestsPerSecond', beside, without)),
            unit: 'per cent' as const,
          },
        ],
        failures: [
          ...failuresOf(figures),
          ...(lost === undefined ? [] : [`a waiting client: ${lost}`]),
        ],
        details: { figures, alone, gained },
      }
    }),
  )
}

/** Resolves when all clients wait. @returns a function that ends them, and returns their first error. */
async function listen(url: string): Promise<() => string | undefined> {
  const { cursor } = await headOf(url)
  const agent = new Agent({ keepAlive: true, maxSockets: LISTENERS })
  const over = new AbortController()
  let failure: string | undefined
  const wait = async (): Promise<void> => {
    while (!over.signal.aborted) await bytesOf(`${url}${CHANGES}?wait=30&cursor=${cursor}`, agent)
  }
  for (let n = 0; n < LISTENERS; n += 1) {
    wait().catch((error: unknown) => {
      if (!over.signal.aborted) failure ??= String(error)
    })
    // The service accepts a bounded number of new connections at once.
    if (n % 50 === 0) await headOf(url)
  }
  await headOf(url)
  return () => {
    over.abort()
    agent.destroy()
    return failure
  }
}

/** Writes at a fixed rate while the feed has a task and while it has none, in turn. */
async function measureWriters(world: World, rows: RowWriter): Promise<PartResult> {
  const { databaseUrl, options, signal } = world
  const write = rowWrites(rows, {
    artworks: await selectPublicIds(databaseUrl, 'artworks'),
    events: await selectPublicIds(databaseUrl, 'events'),
  })
  const random = randomSource('writes beside the feed')(0)
  const writings: Writing[] = []
  const meanMs = async (): Promise<number> => {
    let sum = 0
    const end = writeAtRate(WRITES_PER_SECOND, async () => {
      const began = performance.now()
      await write(random)
      sum += performance.now() - began
    })
    await new Promise((resolve) => setTimeout(resolve, options.seconds * 1_000))
    const writing = await end()
    writings.push(writing)
    return sum / Math.max(1, writing.done)
  }
  await meanMs()
  const rounds: { without: number; fed: number }[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    signal.throwIfAborted()
    const without = await withoutFeeds(databaseUrl, meanMs)
    await untilFed(databaseUrl, signal)
    rounds.push({ without, fed: await meanMs() })
    await untilFed(databaseUrl, signal)
  }
  const middle = (of: 'without' | 'fed'): string =>
    median(rounds.map((round) => round[of])).toFixed(2)
  return {
    findings: [
      {
        key: 'feed-writers',
        what: `what the feed adds to the time of ${WRITES_PER_SECOND} single-row writes a second`,
        measured: `mean ${middle('fed')} ms; without its task ${middle('without')} ms`,
        value: 100 * (median(rounds.map(({ without, fed }) => fed / without)) - 1),
        unit: 'per cent',
      },
    ],
    failures: writings.flatMap((each) =>
      writingFailures('writes beside the feed', each, WRITES_PER_SECOND),
    ),
    details: rounds,
  }
}

/** From the commit of a write, by SQL or API in turn, to the response with its entry that a waiting client gets. */
async function measureLag(world: World, rows: RowWriter): Promise<PartResult> {
  const { databaseUrl, service } = world
  const { url } = service
  const ids = await selectPublicIds(databaseUrl, 'artworks')
  const { headers, bodies } = await partnerRequests(databaseUrl)
  const written = new Map<number, number>()
  const seen = new Map<number, number>()
  const write = async (n: number): Promise<void> => {
    const body = bodies.artworks[n % bodies.artworks.length]?.replaceAll(SERIAL, `lag-${n}`) ?? ''
    let id = ids[(n * 97) % ids.length] ?? 0
    if (n % 2 === 0) await rows.setColumn('artworks', id, 'medium', `lag ${n}`)
    else {
      const response = await fetch(url + ARTWORKS, { method: 'POST', headers, body })
      id = ((await response.json()) as { id: number }).id
      if (response.status !== 201) throw new Error(`POST responds with ${response.status}`)
    }
    if (!written.has(id)) written.set(id, performance.now())
  }
  let { cursor } = await headOf(url)
  let isOver = false
  const follow = async (): Promise<void> => {
    for (let isLast = false; !isLast;) {
      isLast = isOver
      const query = `cursor=${cursor}&limit=500&wait=${WAIT_SECONDS}`
      const changes = (await (await fetch(`${url}${CHANGES}?${query}`)).json()) as {
        results: { id: number }[]
        next_cursor: string
      }
      cursor = changes.next_cursor
      for (const { id } of changes.results) if (!seen.has(id)) seen.set(id, performance.now())
    }
  }
  const following = follow()
  const end = writeAtRate(WRITES_PER_SECOND, write)
  await new Promise((resolve) => setTimeout(resolve, LAG_SECONDS * 1_000))
  const writing = await end()
  await untilFed(databaseUrl, world.signal)
  isOver = true
  await following
  const lags = [...written].map(([id, at]) => Math.max(0, (seen.get(id) ?? Infinity) - at))
  const [p50 = 0, p99 = 0, most = 0] = [0.5, 0.99, 1].map((share) => percentile(lags, share))
  return {
    findings: [
      {
        key: 'feed-lag',
        what: `longest time from a commit to its entry, at ${WRITES_PER_SECOND} writes a second by SQL and API`,
        measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, of ${grouped(lags.length)}`,
        value: most,
        unit: 'milliseconds',
      },
    ],
    failures: writingFailures('writes for the lag', writing, WRITES_PER_SECOND),
    details: { p50, p99, most, writing },
  }
}

/** All records without entries, as after a bulk load that has stored the documents, beside readers. */
async function measureCatchUp(world: World): Promise<PartResult> {
  const { databaseUrl, options, client, signal } = world
  const pages = await randomPages(world, 'readers beside the feed')
  let round = 0
  let errors = 0
  const read = async (): Promise<number> => {
    signal.throwIfAborted()
    const figures = await measureVariant(pages, { ...options, client }, (round += 1))
    errors += figures.errors
    return figures.requestsPerSecond
  }
  const { length } = await selectPublicIds(databaseUrl, 'artworks')
  const before = await read()
  await removeEntries(databaseUrl)
  const began = performance.now()
  const windows: number[] = []
  do {
    windows.push(await read())
    if (performance.now() - began > CATCH_UP_TIMEOUT_MS)
      throw new Error('The feed is still behind.')
  } while (!(await areFed(databaseUrl)))
  const seconds = (performance.now() - began) / 1_000
  const warm = (before + (await read())) / 2
  return {
    findings: [
      {
        key: 'feed-catch-up',
        what: 'until the feed has caught up with a bulk load: time for 1,000,000 artworks',
        measured: `${grouped(length)} in ${seconds.toFixed(0)} s, ${grouped(length / seconds)} a second, beside readers`,
        value: (seconds * MILLION) / length,
        unit: 'seconds',
      },
      {
        key: 'feed-readers',
        what: 'readers of random pages meanwhile',
        measured: `${grouped(median(windows))} of ${grouped(warm)} pages/s, the median of windows`,
        value: median(windows) / warm,
        unit: 'of warm',
      },
    ],
    failures: errors === 0 ? [] : [`readers beside the feed: ${errors} errors`],
    details: { seconds, warm, windows },
  }
}
