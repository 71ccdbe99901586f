import { readFile } from 'node:fs/promises'
import { listPath, recordPath } from '../collection.ts'
import { selectBackends, selectBytesOfArtwork } from '../database/capacity-queries.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import { median } from '../variants/figures.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { constantVariant, randomVariant, type Variant } from '../variants/variant.ts'
import { partnerRequests } from './posts.ts'
import { pathsPerConnection, randomPages, type World } from './world.ts'

/** The kernel's unit of processor time (`getconf CLK_TCK`), the same on all of Linux. */
const TICKS_PER_SECOND = 100

/** Processor time of a request in microseconds. */
interface Cost {
  readonly service: number
  readonly postgresql: number
}

/**
 * Measures what a machine must have: processor time of requests, connections, and bytes of an artwork. Unlike time by the
 * clock, it depends little on what else the machine does. The machine must be that of PostgreSQL, too.
 */
export async function measureCapacity(world: World): Promise<PartResult> {
  const { databaseUrl, options, signal } = world
  const findings: Finding[] = []
  const failures: string[] = []
  let connections = 0
  for (const variant of await variantsOf(world)) {
    const costs: Cost[] = []
    for (let round = 0; round <= options.rounds; round += 1) {
      signal.throwIfAborted()
      const { cost, error } = await costOf(world, variant, round)
      // Round 0 does not count.
      if (round > 0) costs.push(cost)
      if (error !== undefined) failures.push(`${variant.name}: ${error}`)
    }
    connections = Math.max(connections, (await selectBackends(databaseUrl)).length)
    findings.push(findingOf(variant, costs))
  }
  const bytes = await selectBytesOfArtwork(databaseUrl)
  const { rows, documents, feed } = bytes
  findings.push(
    {
      key: 'connections',
      what: 'connections of the process to PostgreSQL, at most',
      measured: `${options.connections} clients`,
      value: connections,
      unit: 'connections',
    },
    {
      key: 'bytes',
      what: 'database, an artwork',
      measured: `rows and indexes ${grouped(rows)}, document ${grouped(documents)}, entry of the feed ${grouped(feed)}`,
      value: rows + documents + feed,
      unit: 'bytes',
    },
  )
  return { findings, failures, details: bytes }
}

async function variantsOf(world: World): Promise<Variant[]> {
  const { url } = world.service
  const ids = await selectPublicIds(world.databaseUrl, 'artworks')
  const page = listPath('artworks')
  const count = pathsPerConnection(world.options)
  const { headers, bodies } = await partnerRequests(world.databaseUrl)
  return [
    constantVariant({ name: 'the same page again', url }, page),
    await randomPages(world, 'random pages of 18 artworks'),
    randomVariant({ name: 'random pages of 100 artworks', url }, count, (random) => {
      return `${page}?limit=100&offset=${random.below(Math.max(1, ids.length - 100))}`
    }),
    await randomPages(world, 'random pages of 18 events', { of: 'events' }),
    randomVariant({ name: 'one artwork by id, at random', url }, count, (random) =>
      recordPath('artworks', ids[random.below(ids.length)] ?? 0),
    ),
    {
      ...constantVariant({ name: 'POST of an artwork', url, headers, expects: 201 }, page),
      bodies: bodies.artworks,
    },
  ]
}

async function costOf(world: World, variant: Variant, round: number) {
  const { databaseUrl, options, client, service } = world
  const processors = async () => ({
    service: await processorSeconds([service.pid]),
    postgresql: await processorSeconds(await selectBackends(databaseUrl)),
  })
  const before = await processors()
  const measured = await measureVariant(variant, { ...options, client }, round)
  const after = await processors()
  const requests = measured.requestsPerSecond * options.seconds
  const microseconds = (name: keyof Cost): number => ((after[name] - before[name]) / requests) * 1e6
  const cost = { service: microseconds('service'), postgresql: microseconds('postgresql') }
  return { cost, error: measured.firstError }
}

/** The processor time that processes have had, in user and system mode. @see proc_pid_stat(5) */
async function processorSeconds(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  })
  return (await Promise.all(times)).reduce((sum, each) => sum + each, 0)
}

function findingOf({ name }: Variant, costs: readonly Cost[]): Finding {
  const service = median(costs.map((cost) => cost.service))
  const postgresql = median(costs.map((cost) => cost.postgresql))
  return {
    key: `capacity: ${name}`,
    what: `${name}: requests a second for each core`,
    measured: `processor time of a request: ${grouped(service)} us of the service, ${grouped(postgresql)} us of PostgreSQL`,
    value: 1e6 / (service + postgresql),
    unit: 'a core',
  }
}
