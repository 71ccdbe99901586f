import { Agent } from 'node:http'
import { randomSource, type Random } from '../../../scripts/demo/random.ts'
import { listPath, orderingsOf, randomPage, type CollectionName } from '../collection.ts'
import {
  selectFilterIds,
  drawFilter,
  filterNames,
  type FilterIds,
  type FilterQuery,
} from '../filter-draws.ts'
import { percentile } from '../load/percentile.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { capture } from '../service/capture.ts'
import { median } from '../variants/figures.ts'
import { createRowWriter } from '../writers/row-write-queries.ts'
import type { World } from './world.ts'

const LISTS = ['artworks', 'events'] as const

/** How often each case is measured in a round. */
const SAMPLES = 4

const COMBINED = 3

/** The offset that is compared with a first page, and how often in a round. The list has a full page there. */
const DEPTH = 10_000
const MIN_DEEP_COUNT = 10_100
const DEPTH_SAMPLES = 8

/** One request at a time. */
interface Client {
  /** @returns the milliseconds until its end, and `count` of the page. */
  read(path: string): Promise<{ readonly ms: number; readonly count: number }>
  /** Changes a record, after which the service counts every list again. */
  write(): Promise<void>
}

/** Some filters of a list, with new values for each sample. */
interface Case {
  readonly list: CollectionName
  readonly name: string
  readonly draw: (random: Random) => FilterQuery
  readonly samples: Sample[]
}

/** Milliseconds of requests that were sent in turn. */
interface Sample {
  readonly query: FilterQuery
  readonly count: number
  /** A first page right after a write, so with its count. */
  readonly counted: number
  /** A first page by the same filters in another order, whose count may be remembered. */
  readonly remembered: number
  /** A random page of the whole list. */
  readonly page: number
}

/** Milliseconds of a first page and of one that is deep in the same list. */
interface DepthSample {
  readonly query: FilterQuery
  readonly counted: readonly [first: number, deep: number]
  readonly remembered: readonly [first: number, deep: number]
}

/** Compares pages of filtered lists with random pages of the whole lists, and with pages deep in the same lists. */
export async function measureFilters(world: World): Promise<PartResult> {
  const { options, signal, databaseUrl } = world
  const ids: FilterIds = await selectFilterIds(databaseUrl)
  const single = LISTS.flatMap((list) =>
    filterNames(list).map((name): Case => {
      return { list, name, draw: (random) => drawFilter(list, name, random, ids), samples: [] }
    }),
  )
  const combined = LISTS.map((list): Case => {
    const name = `${COMBINED} filters`
    return { list, name, draw: (random) => drawSome(list, random, ids), samples: [] }
  })
  const cases = [...single, ...combined]
  const depths: DepthSample[] = []
  const failures = await withClient(world, ids, async (client) => {
    for (let round = 0; round <= options.rounds; round += 1) {
      const random = randomSource('filters')(round)
      for (const each of cases) {
        signal.throwIfAborted()
        const page = randomPage(each.list, ids.records[each.list].length)
        for (let n = 0; n < SAMPLES; n += 1) {
          const taken = await sample(each, page, random, client)
          // Round 0 does not count.
          if (round > 0) each.samples.push(taken)
        }
      }
      for (let n = 0; n < DEPTH_SAMPLES; n += 1) {
        signal.throwIfAborted()
        const found = await sampleDepth(random.pick(single), random, client)
        if (round > 0 && found !== undefined) depths.push(found)
      }
    }
  })
  const findings = cases.map((each) => findingOf(each, pageTimes(cases, each.list)))
  return {
    findings: [
      ...findings,
      slowestOf('filter', 'one filter', findings.slice(0, single.length)),
      slowestOf('three-filters', 'three filters', findings.slice(single.length)),
      ...depthFindings(depths),
    ],
    failures,
    details: { cases, depths },
  }
}

/** Different filters at once. */
function drawSome(list: CollectionName, random: Random, ids: FilterIds): FilterQuery {
  const names = new Set<string>()
  while (names.size < COMBINED) names.add(random.pick(filterNames(list)))
  return Object.assign({}, ...[...names].map((name) => drawFilter(list, name, random, ids)))
}

/** @returns the unexpected responses. */
async function withClient(
  { service, databaseUrl }: World,
  { records }: FilterIds,
  use: (client: Client) => Promise<void>,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const rows = await createRowWriter(databaseUrl)
  const failures: string[] = []
  let writes = 0
  try {
    await use({
      async read(path) {
        const began = performance.now()
        const { status, body } = await capture(service.url + path, {}, agent)
        const ms = performance.now() - began
        if (status !== 200) failures.push(`${path} responds with ${status}`)
        return { ms, count: (JSON.parse(body.toString()) as { count?: number }).count ?? 0 }
      },
      write() {
        writes += 1
        return rows.setColumn('artworks', records.artworks[0] ?? 0, 'zip_code', `write ${writes}`)
      },
    })
    return failures
  } finally {
    agent.destroy()
    await rows.close()
  }
}

function filteredPath(list: CollectionName, query: FilterQuery, page: FilterQuery): string {
  return `${listPath(list)}?${new URLSearchParams({ ...query, ...page }).toString()}`
}

async function sample(
  { list, draw }: Case,
  page: (random: Random) => string,
  random: Random,
  { read, write }: Client,
): Promise<Sample> {
  const query = draw(random)
  const orderings = orderingsOf(list)
  const first = random.below(orderings.length)
  const second = (first + random.between(1, orderings.length - 1)) % orderings.length
  const [one, other] = [first, second].map((at) =>
    filteredPath(list, query, { ordering: orderings[at] ?? '' }),
  )
  await write()
  const { ms: counted, count } = await read(one ?? '')
  const { ms: remembered } = await read(other ?? '')
  return { query, count, counted, remembered, page: (await read(page(random))).ms }
}

/** @returns undefined if the list is too short. */
async function sampleDepth(
  { list, draw }: Case,
  random: Random,
  { read, write }: Client,
): Promise<DepthSample | undefined> {
  const query = { ...draw(random), ordering: random.pick(orderingsOf(list)) }
  const at = (offset: number): string => filteredPath(list, query, { offset: String(offset) })
  await write()
  const first = await read(at(0))
  if (first.count < MIN_DEEP_COUNT) return undefined
  await write()
  const deep = await read(at(DEPTH))
  const remembered = [(await read(at(1))).ms, (await read(at(DEPTH + 1))).ms] as const
  return { query, counted: [first.ms, deep.ms], remembered }
}

/** Those of all cases of a list: a case has too few for a percentile. */
function pageTimes(cases: readonly Case[], list: CollectionName): number[] {
  return cases
    .filter((each) => each.list === list)
    .flatMap(({ samples }) => samples.map(({ page }) => page))
}

function findingOf({ list, name, samples }: Case, pages: readonly number[]): Finding {
  const counted = samples.map((each) => each.counted)
  const remembered = samples.map((each) => each.remembered)
  const text = (times: readonly number[]): string =>
    [0.5, P95].map((share) => timesOf(times, pages, share)).join(', ')
  return {
    key: `filter-${list}-${name.replaceAll(' ', '-')}`,
    what: `${list} by ${name}: p95 of a first page with its count, over that of a random page`,
    measured: `${text(counted)}; count remembered: ${text(remembered)}`,
    value: percentile(counted, P95) / percentile(pages, P95),
    unit: 'times',
  }
}

const P95 = 0.95

function timesOf(times: readonly number[], pages: readonly number[], share: number): string {
  const ms = percentile(times, share)
  return `p${share * 100} ${ms.toFixed(1)} ms (${(ms / percentile(pages, share)).toFixed(1)} times)`
}

function slowestOf(key: string, what: string, findings: readonly Finding[]): Finding {
  const [slowest] = findings.toSorted((one, other) => other.value - one.value)
  if (slowest === undefined) throw new Error('There are no filters')
  return {
    ...slowest,
    key,
    what: `the list by ${what} whose p95 is the slowest, over that of a random page`,
    measured: `${slowest.what}; ${slowest.measured}`,
  }
}

function depthFindings(depths: readonly DepthSample[]): Finding[] {
  return (['counted', 'remembered'] as const).map((kind) => {
    const ratios = depths.map(({ [kind]: [first, deep] }) => deep / first)
    return {
      key: kind === 'counted' ? 'filtered-depth' : 'filtered-depth-remembered',
      what: `offset ${grouped(DEPTH)} of a filtered list over its first page, ${kind === 'counted' ? 'both with the count' : 'the count remembered'}`,
      measured: `${ratios.length} lists; p95 ${percentile(ratios, P95).toFixed(2)} times`,
      value: median(ratios),
      unit: 'times',
    }
  })
}
