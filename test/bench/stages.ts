import { onCopy } from './database/sibling-database.ts'
import type { LoadClient } from './load/load-client.ts'
import type { BenchOptions, PartName } from './options.ts'
import { measureBatches } from './parts/batches.ts'
import { measureCapacity } from './parts/capacity.ts'
import { measureCompression } from './parts/compression.ts'
import { measureCrowds } from './parts/crowds.ts'
import { measureFeed } from './parts/feed.ts'
import { measureFilters } from './parts/filters.ts'
import { measureGrowth } from './parts/growth.ts'
import { measurePosts } from './parts/posts.ts'
import { measureQuery } from './parts/query.ts'
import { measureReconnect } from './parts/reconnect.ts'
import { measureRequests } from './parts/requests.ts'
import { measureStart } from './parts/start.ts'
import { measureStates } from './parts/states.ts'
import { measureWalk } from './parts/walk.ts'
import type { World } from './parts/world.ts'
import { measureWrites } from './parts/writes.ts'
import type { Finding, PartResult } from './report/finding.ts'
import { startService } from './service/service.ts'
import { warmUp } from './service/warm-up.ts'

type Parts = Partial<Record<PartName, (world: World) => Promise<PartResult>>>

const READING: Parts = {
  requests: measureRequests,
  query: measureQuery,
  compression: measureCompression,
  crowds: measureCrowds,
  reconnect: measureReconnect,
  growth: measureGrowth,
  start: measureStart,
}

/** On a temporary copy of the catalogue. */
const WRITING: Parts = {
  walk: measureWalk,
  filters: measureFilters,
  writes: measureWrites,
  posts: measurePosts,
  capacity: measureCapacity,
  batches: measureBatches,
  feed: measureFeed,
  states: measureStates,
}

interface Given {
  readonly databaseUrl: string
  readonly options: BenchOptions
  readonly client: LoadClient
  readonly signal: AbortSignal
}

/** @returns the results of the chosen parts, and the memory of the services. */
export async function runStages(given: Given): Promise<Map<string, PartResult>> {
  const results = new Map<string, PartResult>()
  const memory = memoryWatch()
  const run = async (parts: Parts, databaseUrl: string): Promise<void> =>
    runParts(parts, { ...given, databaseUrl }, memory, results)
  given.signal.throwIfAborted()
  if (isChosen(READING, given.options)) await run(READING, given.databaseUrl)
  if (isChosen(WRITING, given.options)) {
    console.error('Copying the database ...')
    const writing = onCopy(given.databaseUrl, (copyUrl) => run(WRITING, copyUrl))
    await writing.catch((error: unknown) => results.set('copy', failed('copy', error)))
    given.signal.throwIfAborted()
  }
  const peakBytes = memory.peakBytes()
  return results.set('memory', {
    findings: [memoryFinding(peakBytes)],
    failures: [],
    details: { peakBytes },
  })
}

/** All parts use one service process. */
function runParts(
  parts: Parts,
  given: Given,
  memory: MemoryWatch,
  results: Map<string, PartResult>,
): Promise<void> {
  return memory.withService(given.databaseUrl, async (service) => {
    const world: World = { ...given, service, withService: memory.withService }
    await warmUp(world)
    for (const name of given.options.only) {
      const measure = parts[name]
      if (measure === undefined) continue
      console.error(`Measuring: ${name} ...`)
      const result = measure(world).catch((error: unknown) => failed(name, error))
      results.set(name, await result)
      given.signal.throwIfAborted()
    }
  })
}

/** Keeps the findings of the other parts after a failure. */
function failed(name: string, error: unknown): PartResult {
  return { findings: [], failures: [`${name}: ${String(error)}`], details: undefined }
}

function isChosen(parts: Parts, { only }: BenchOptions): boolean {
  return only.some((name) => parts[name] !== undefined)
}

function memoryFinding(peakBytes: number): Finding {
  return {
    key: 'memory',
    what: 'memory of the service, resident, at most',
    measured: 'the process that had most, sampled while it was measured',
    value: peakBytes / 1e6,
    unit: 'megabytes',
  }
}

interface MemoryWatch extends Pick<World, 'withService'> {
  /** The maximum resident memory of any of them. */
  peakBytes(): number
}

function memoryWatch(): MemoryWatch {
  let peak = 0
  return {
    async withService(databaseUrl, use, options) {
      const service = await startService(databaseUrl, options)
      try {
        const result = await use(service)
        // Without limits, a crowd may take any amount.
        if (options?.isLimited !== false) peak = Math.max(peak, await service.peakRssBytes())
        return result
      } finally {
        await service.stop()
      }
    },
    peakBytes: () => peak,
  }
}
