import { setTimeout as sleep } from 'node:timers/promises'
import { listPath, recordPath, type CollectionName } from '../../bench/collection.ts'
import { selectPublicIds } from '../../bench/database/catalogue-queries.ts'
import { areConverted, removeDocuments, storeNewRates } from '../../bench/database/state-queries.ts'
import { createRowWriter, type RowWriter } from '../../bench/writers/row-write-queries.ts'
import { rowWrites, type Targets } from '../../bench/writers/row-writes.ts'
import { httpClient, type Send } from '../../../scripts/contract/http-client.ts'
import type { ReceivedResponse as Answer } from '../../../scripts/contract/validate/received-response.ts'
import { Random } from '../../../scripts/demo/random.ts'
import { readPath } from '../load/read-paths.ts'
import { none, type Finding } from '../report/finding.ts'
import { startServiceProcess } from '../../bench/service/service-process.ts'
import {
  changeFormats,
  FOREIGN_DOCUMENT,
  isWriting,
  removeHalfOfDocuments,
  replaceDatabase,
} from '../system/state-queries.ts'
import type { World } from '../world.ts'
import { walkPages } from '../../support/walk-pages.ts'

/** Loops of each kind; fewer in all than the queues of the waiting queues hold. */
const READERS = 8
const ROW_WRITERS = 2
const TITLE_WRITERS = 2
const BETWEEN_MS = 5
const CONNECTIONS = 16
const TIMEOUT_MS = 30_000
/** The process that is killed, by the name of its connections. */
const DOOMED = 'doomed'
const MAX_KILLS = 10
const WRITES_WITHIN_MS = 2_000
const WALK_LIMIT = 100
const TIMEOUT_OF_STATE_MS = 10_000
const RETRY_MS = 50

/** A state that the database or a process of the service can be in. */
interface State {
  readonly name: string
  readonly begin: (world: World) => Promise<void>
  /** Whether the database is unavailable for a moment. */
  readonly isInterrupted?: boolean
  /** Whether other states have all of it, so that it is tried in `npm run nightly` only. */
  readonly isImplied?: boolean
}

const STATES: readonly State[] = [
  // First, because the comparison after each state removes the documents.
  { name: 'documents of three formats', begin: ({ ownerUrl }) => changeFormats(ownerUrl) },
  // Each of the others comes to it.
  { name: 'all documents are stored', begin: async () => {}, isImplied: true },
  // The process that is killed comes from both.
  {
    name: 'no document is stored',
    begin: ({ ownerUrl }) => removeDocuments(ownerUrl),
    isImplied: true,
  },
  // A document of another format counts as missing.
  {
    name: 'half of the documents',
    begin: ({ ownerUrl }) => removeHalfOfDocuments(ownerUrl),
    isImplied: true,
  },
  { name: 'new rates', begin: ({ ownerUrl }) => storeNewRates(ownerUrl), isImplied: true },
  {
    name: 'a process killed while it converts and stores',
    begin: (world) =>
      killOne(world, async () => {
        await removeDocuments(world.ownerUrl)
        await storeNewRates(world.ownerUrl)
      }),
  },
  {
    name: 'another database restored in the place of this one',
    begin: ({ server }) => replaceDatabase(server.url),
    isInterrupted: true,
  },
]

/**
 * Each state of the prepared documents, under two processes, readers and writers: all responses are correct, and
 * the stored documents equal rebuilt ones afterwards.
 */
export function tryStates(world: World): Promise<Finding[]> {
  return world.withService((one) =>
    world.withService(async (other) => {
      const findings: Finding[] = []
      const { isNightly } = world.options
      for (const state of STATES.filter(({ isImplied }) => isNightly || isImplied !== true)) {
        world.signal.throwIfAborted()
        findings.push(await tryState(world, [one, other], state))
      }
      return findings
    }),
  )
}

async function tryState(
  world: World,
  services: readonly { readonly url: string }[],
  state: State,
): Promise<Finding> {
  const clients = services.map(({ url }) => httpClient(url, CONNECTIONS, TIMEOUT_MS))
  const sends = clients.map(({ send }) => send)
  try {
    const { responses, wrong } = await underLoad(world, sends, state)
    wrong.push(
      ...(await wrongRecords(
        world,
        services.map(({ url }) => url),
        sends,
      )),
    )
    return none(`${state.name}: wrong responses, of ${responses.toLocaleString('en')}`, wrong)
  } finally {
    for (const { close } of clients) close()
  }
}

type Validate = (received: Answer) => string | undefined

/** The error of a response with 200, if any. */
function faultOf(received: Answer, validate: Validate): string[] {
  try {
    const fault = validate(received)
    return fault === undefined ? [] : [fault]
  } catch (error) {
    return [`${received.url}: ${String(error)}`]
  }
}

interface Outcome {
  responses: number
  /** Descriptions of wrong responses. */
  readonly wrong: string[]
}

/** Reads and writes while the state begins, and until enough responses have been verified after it. */
async function underLoad(world: World, sends: readonly Send[], state: State): Promise<Outcome> {
  const random = new Random(world.options.seed)
  const outcome: Outcome = { responses: 0, wrong: [] }
  const { wrong } = outcome
  const verify = async (path: string, validate: Validate): Promise<void> => {
    for (const send of sends) {
      const received = await send({ url: path }).catch((error: unknown) => String(error))
      outcome.responses += 1
      if (typeof received === 'string') wrong.push(`${path}: ${received}`)
      else if (received.status === 503 && state.isInterrupted === true) continue
      else if (received.status !== 200)
        wrong.push(`${path} responds with ${received.status}: ${received.text}`)
      else wrong.push(...faultOf(received, validate))
    }
  }
  const rows = await createRowWriter(world.ownerUrl)
  const [read, written] = halves(world.published)
  const writeRow = rowWrites(rows, written)
  const onFailedWrite = (error: unknown): void => {
    if (state.isInterrupted !== true) wrong.push(`A write fails: ${String(error)}`)
  }
  const ends = [
    inLoops(READERS, () => verify(readPath(random, read), disagreement)),
    inLoops(ROW_WRITERS, () => writeRow(random).catch(onFailedWrite)),
    inLoops(TITLE_WRITERS, (n) =>
      changeTitle(rows, read, n).then(
        ({ path, title }) => verify(path, ({ text }) => staleness(path, title, text)),
        onFailedWrite,
      ),
    ),
  ]
  try {
    await state.begin(world)
    const enough = outcome.responses + world.options.sizes.stateResponses
    while (outcome.responses < enough) await sleep(RETRY_MS, undefined, { signal: world.signal })
  } finally {
    await Promise.all(ends.map((end) => end()))
    await rows.close()
  }
  return outcome
}

/** Repeats `act` in concurrent loops. @returns a function that ends them. */
function inLoops(loops: number, act: (n: number) => Promise<void>): () => Promise<void> {
  const ending = new AbortController()
  const loop = async (first: number): Promise<void> => {
    for (let n = first; !ending.signal.aborted; n += loops) {
      await act(n)
      await sleep(BETWEEN_MS)
    }
  }
  const all = Promise.all(Array.from({ length: loops }, (_, first) => loop(first)))
  return async () => {
    ending.abort()
    await all
  }
}

/** Disjoint ids: for readers and changed titles, and for rows that are inserted and deleted. */
function halves({ artworks, events }: Targets): [Targets, Targets] {
  const half = (ids: Int32Array, rest: number): Int32Array => ids.filter((_, at) => at % 2 === rest)
  const [first, second] = [0, 1].map((rest) => ({
    artworks: half(artworks, rest),
    events: half(events, rest),
  }))
  return [first, second] as [Targets, Targets]
}

interface Changed {
  readonly path: string
  readonly title: string
}

/** Changes the title of one record after the other; readers must see it once this resolves. */
async function changeTitle(rows: RowWriter, read: Targets, n: number): Promise<Changed> {
  const table: CollectionName = n % 2 === 0 ? 'artworks' : 'events'
  const id = read[table][(n >> 1) % read[table].length] ?? 0
  const title = `Title ${n} at ${performance.now()}`
  await rows.setColumn(table, id, 'title', title)
  return { path: recordPath(table, id), title }
}

/** A record that was read after a change was committed has the change. */
function staleness(path: string, title: string, text: string): string | undefined {
  const actual = (JSON.parse(text) as { title?: string }).title
  return actual === title ? undefined : `${path} has the title ${actual} in place of ${title}`
}

interface List {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { readonly id: number }[]
}

/** A page has as many records as its own count says, and no document of another format. */
function disagreement({ url, text }: Answer): string | undefined {
  if (text.includes(FOREIGN_DOCUMENT)) return `${url} has a document of another format`
  const query = new URL(url, 'http://service').searchParams
  if (!query.has('limit')) return undefined
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
  const { count, results } = JSON.parse(text) as List
  const due = Math.max(0, Math.min(limit, count - offset))
  return results.length === due
    ? undefined
    : `${url} has ${results.length} records, and counts ${count}`
}

/**
 * Without writers: one process lists the stored documents, and the other one builds the same records, of exactly the public ids.
 * Both list them in the order of converted prices.
 */
async function wrongRecords(
  { ownerUrl }: World,
  urls: readonly string[],
  sends: readonly Send[],
): Promise<string[]> {
  const wrong: string[] = []
  const made = new Map<CollectionName, readonly string[]>()
  for (const [at, send] of sends.entries()) {
    if (at > 0) await removeDocuments(ownerUrl)
    for (const list of ['artworks', 'events'] as const) {
      const ids = [...(await selectPublicIds(ownerUrl, list))]
      const records = await walk(send, list, urls[at] ?? '')
      wrong.push(...differences(list, made.get(list) ?? records, records))
      made.set(list, records)
      const listed = records.map((record) => (JSON.parse(record) as { id: number }).id)
      if (String(listed.toSorted((a, b) => a - b)) !== String(ids)) {
        wrong.push(`${list}: ${listed.length} listed of ${ids.length}, or not the same`)
      }
    }
  }
  await allConverted(ownerUrl)
  for (const [at, send] of sends.entries()) {
    const records = await walk(send, 'artworks', urls[at] ?? '', '&ordering=price_usd')
    wrong.push(...differences('by price_usd', byId(made.get('artworks') ?? []), byId(records)))
    if (!isAscending(records)) wrong.push('artworks: not in the order of the prices that are shown')
  }
  return wrong
}

/** Resolves when the order by `price_usd` uses the last rates, as the other lists do. */
async function allConverted(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_OF_STATE_MS
  while (!(await areConverted(databaseUrl))) {
    if (performance.now() > deadline) throw new Error('Prices are not converted')
    await sleep(RETRY_MS)
  }
}

function byId(records: readonly string[]): string[] {
  const idOf = (record: string): number => (JSON.parse(record) as { id: number }).id
  return records.toSorted((one, other) => idOf(one) - idOf(other))
}

function isAscending(records: readonly string[]): boolean {
  const prices = records.map(
    (record) => (JSON.parse(record) as { price_usd: number | null }).price_usd ?? Infinity,
  )
  return prices.every((price, at) => price >= (prices[at - 1] ?? 0))
}

function differences(list: string, some: readonly string[], others: readonly string[]): string[] {
  return some.flatMap((record, at) =>
    record === others[at] ? [] : [`${list}: ${record} or ${others[at]}`],
  )
}

/** All records of a list as JSON, in its order, without the URL of the process. */
async function walk(
  send: Send,
  list: CollectionName,
  url: string,
  ordering = '',
): Promise<string[]> {
  const pages = await walkPages(
    async (path) => JSON.parse(await textOf(send, path)) as List,
    `${listPath(list)}?limit=${WALK_LIMIT}${ordering}`,
  )
  const records = pages.flatMap(({ results }) => results)
  return records.map((record) => JSON.stringify(record).replaceAll(url, ''))
}

/** Retries, because the database may have just been restored. */
async function textOf(send: Send, path: string): Promise<string> {
  const deadline = performance.now() + TIMEOUT_OF_STATE_MS
  for (;;) {
    const { status, text } = await send({ url: path })
    if (status === 200) return text
    if (performance.now() > deadline) throw new Error(`${path} responds with ${status}: ${text}`)
    await sleep(RETRY_MS)
  }
}

/**
 * Runs `work` and kills a process within a transaction that stores or converts. Tries again if other processes
 * have done all of it first.
 */
async function killOne(world: World, work: () => Promise<void>): Promise<void> {
  const { databaseUrl, folder, ownerUrl } = world
  for (let tries = 0; tries < MAX_KILLS; tries += 1) {
    const doomedUrl = `${databaseUrl}&application_name=${DOOMED}`
    const service = await startServiceProcess({ databaseUrl: doomedUrl, folder })
    try {
      await work()
      if (await isSeenWriting(ownerUrl, service.url)) return
    } finally {
      service.signal('SIGKILL')
      await service.exit
    }
  }
  throw new Error(`No process was killed while it wrote, in ${MAX_KILLS} tries.`)
}

/** Requests pages, so that the process reads the change log, until one of its connections writes. */
async function isSeenWriting(ownerUrl: string, url: string): Promise<boolean> {
  const deadline = performance.now() + WRITES_WITHIN_MS
  while (performance.now() < deadline) {
    const response = await fetch(`${url}${listPath('artworks')}?limit=1`)
    await response.arrayBuffer()
    if (await isWriting(ownerUrl, DOOMED)) return true
  }
  return false
}
