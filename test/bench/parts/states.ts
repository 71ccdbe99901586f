import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomSource } from '../../../scripts/demo/random.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import {
  areConverted,
  countMissing,
  removeDocuments,
  storeNewRates,
} from '../database/state-queries.ts'
import { median } from '../variants/figures.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { grouped, type Finding, type PartResult } from '../report/finding.ts'
import type { Service } from '../service/service.ts'
import { createRowWriter } from '../writers/row-write-queries.ts'
import { randomPages, type World } from './world.ts'

/** The number of releases, each with a new process. */
const RELEASES = 3
const RELEASE_SECONDS = 2
/** Changes of artwork prices per second. */
const BETWEEN_WRITES_MS = 100
const MINUTE_MS = 60_000
const TIMEOUT_MS = 900_000
const BUSY_WINDOWS = 2

/** Readers of random artworks for some seconds. */
type Read = (service?: Service, seconds?: number) => Promise<number>

interface Readers {
  /** @returns the pages per second of one window. */
  readonly read: Read
  /** Responses other than 200, over all windows. */
  readonly errors: () => number
  readonly firstError: () => string | undefined
}

/** One window of a temporary state. */
interface Window {
  /** Its end, since the state began. */
  readonly afterMs: number
  readonly pagesPerSecond: number
}

/**
 * Measures readers of random artworks after a release, during one day's rates and after a bulk load, in shares
 * of the same service before and after. Then all states are repeated with one core busy, where only errors
 * count.
 */
export async function measureStates(world: World): Promise<PartResult> {
  const readers = await readersOf(world)
  const release = await measureRelease(world, readers.read)
  const rates = await measureRates(world, readers.read)
  const load = await measureLoad(world, readers.read)
  const quietErrors = readers.errors()
  await besideBusyCore(() => passThroughAll(world, readers.read))
  return {
    findings: [
      ...release.findings,
      ...rates.findings,
      ...load.findings,
      {
        key: 'states-errors',
        what: 'responses other than 200 in these states, also with one core busy',
        measured: `${grouped(quietErrors)} without the program; the first: ${readers.firstError() ?? 'none'}`,
        value: readers.errors(),
        unit: 'responses',
      },
    ],
    failures:
      readers.errors() === 0
        ? []
        : [`states: ${readers.errors()} errors; the first: ${readers.firstError()}`],
    details: { release: release.details, rates: rates.details, load: load.details },
  }
}

async function readersOf(world: World): Promise<Readers> {
  const pages = await randomPages(world, 'states')
  let round = 0
  let errors = 0
  let firstError: string | undefined
  const read: Read = async (service = world.service, seconds = world.options.seconds) => {
    world.signal.throwIfAborted()
    round += 1
    const plan = { ...world.options, client: world.client, seconds }
    const measurement = await measureVariant({ ...pages, url: service.url }, plan, round)
    errors += measurement.errors
    firstError ??= measurement.firstError
    return measurement.requestsPerSecond
  }
  return { read, errors: () => errors, firstError: () => firstError }
}

interface Measured {
  readonly findings: readonly Finding[]
  readonly details: unknown
}

/** The first seconds after processes have become ready. */
async function measureRelease(world: World, read: Read): Promise<Measured> {
  const releases = []
  for (let n = 0; n < RELEASES; n += 1) {
    const before = await read()
    const first = await readNewProcess(world, read)
    const warm = mean(before, await read())
    releases.push({ first, warm, share: first / warm })
  }
  const [least, middle] = releases.map(({ share }) => share).toSorted((a, b) => a - b)
  return {
    findings: [
      {
        key: 'release',
        what: `after a release: the first ${RELEASE_SECONDS} s of a process that is ready`,
        measured: `median of ${RELEASES}, at least ${(least ?? 0).toFixed(2)}`,
        value: middle ?? 0,
        unit: 'of warm',
      },
    ],
    details: releases,
  }
}

function readNewProcess(world: World, read: Read): Promise<number> {
  return world.withService(world.databaseUrl, async (service) => {
    await service.untilReady()
    return read(service, RELEASE_SECONDS)
  })
}

/** New rates for all currencies are stored, while readers read and a partner writes. */
async function measureRates(world: World, read: Read): Promise<Measured> {
  const before = await read()
  const { windows, longestMs } = await besidePrices(world, async () => {
    await storeNewRates(world.databaseUrl)
    return readUntil(world, read, () => areConverted(world.databaseUrl))
  })
  const right = await read()
  const warm = mean(before, await read())
  const seconds = (windows.at(-1)?.afterMs ?? 0) / 1_000
  const shares = windows.map(({ pagesPerSecond }) => pagesPerSecond / warm)
  return {
    findings: [
      {
        key: 'rates',
        what: "while one day's rates are taken in",
        measured: `${seconds.toFixed(0)} s for all prices beside the readers; the median of windows, at least ${Math.min(...shares).toFixed(2)}`,
        value: median(shares),
        unit: 'of warm',
      },
      {
        key: 'rates-wait',
        what: 'longest write of an artwork meanwhile',
        measured: `a price each ${BETWEEN_WRITES_MS} ms`,
        value: longestMs,
        unit: 'milliseconds',
      },
      {
        key: 'rates-after',
        what: "right after one day's rates",
        measured: `${grouped(right)} of ${grouped(warm)} pages/s`,
        value: right / warm,
        unit: 'of warm',
      },
    ],
    details: { warm, right, windows },
  }
}

/** Runs `work` during price changes. @returns the longest change, too. */
async function besidePrices(
  { databaseUrl }: World,
  work: () => Promise<readonly Window[]>,
): Promise<{ windows: readonly Window[]; longestMs: number }> {
  const ids = await selectPublicIds(databaseUrl, 'artworks')
  const rows = await createRowWriter(databaseUrl)
  const random = randomSource('prices')(0)
  let isOver = false
  let longestMs = 0
  const write = async (): Promise<void> => {
    const began = performance.now()
    await rows.setShownPrice(ids[random.below(ids.length)] ?? 0, random.between(1, 100_000))
    longestMs = Math.max(longestMs, performance.now() - began)
    await sleep(BETWEEN_WRITES_MS)
    if (!isOver) await write()
  }
  try {
    const working = work().finally(() => (isOver = true))
    const [windows] = await Promise.all([working, write()])
    return { windows, longestMs }
  } finally {
    isOver = true
    await rows.close()
  }
}

/** All artworks without documents, as after a load by COPY. */
async function measureLoad(world: World, read: Read): Promise<Measured> {
  const before = await read()
  const missing = await countMissing(world.databaseUrl)
  await removeDocuments(world.databaseUrl)
  const windows = await readUntil(world, read, async () => {
    return (await countMissing(world.databaseUrl)) <= missing
  })
  const warm = mean(before, await read())
  const seconds = (windows.at(-1)?.afterMs ?? 0) / 1_000
  const first = windows[0]?.pagesPerSecond ?? 0
  const minute = windows.find(({ afterMs }) => afterMs >= MINUTE_MS)?.pagesPerSecond ?? warm
  return {
    findings: [
      {
        key: 'loaded',
        what: 'after a bulk load that has stored no document, at once',
        measured: `${grouped(first)} of ${grouped(warm)} pages/s; all documents were stored after ${seconds.toFixed(0)} s`,
        value: first / warm,
        unit: 'of warm',
      },
      {
        key: 'loaded-minute',
        what: 'the same after a minute',
        measured: `${grouped(minute)} of ${grouped(warm)} pages/s`,
        value: minute / warm,
        unit: 'of warm',
      },
    ],
    details: { warm, windows },
  }
}

/** @returns the results of the readers in each window until the state is over. */
async function readUntil(
  world: World,
  read: Read,
  isOver: () => Promise<boolean>,
): Promise<Window[]> {
  const began = performance.now()
  const windows: Window[] = []
  const elapsed = (): number => performance.now() - began
  do {
    const pagesPerSecond = await read()
    windows.push({ afterMs: elapsed(), pagesPerSecond })
    world.signal.throwIfAborted()
    if (elapsed() > TIMEOUT_MS)
      throw new Error(`The state has not ended after ${TIMEOUT_MS / 1_000} s.`)
  } while (!(await isOver()))
  return windows
}

/** All states once: only errors are counted. */
async function passThroughAll(world: World, read: Read): Promise<void> {
  await readNewProcess(world, read)
  for (const begin of [storeNewRates, removeDocuments]) {
    await begin(world.databaseUrl)
    for (let n = 0; n < BUSY_WINDOWS; n += 1) await read()
  }
}

function mean(one: number, other: number): number {
  return (one + other) / 2
}

/** It ends if the bench is killed. */
const BUSY_PROGRAM = 'const end = Date.now() + 300_000; while (Date.now() < end);'

/** Keeps one core busy while `use` runs. */
async function besideBusyCore<Result>(use: () => Promise<Result>): Promise<Result> {
  const program = spawn(process.execPath, ['--eval', BUSY_PROGRAM], { stdio: 'ignore' })
  try {
    return await use()
  } finally {
    program.kill('SIGKILL')
  }
}
