import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { FLAG, parseOptions, TEXT, wholeNumber } from '../../scripts/command-line.ts'
import { MAX_ITEMS } from '../../scripts/demo/code.ts'

/** The parts that can be measured alone, in the order of a run. */
const PART_NAMES = [
  'requests',
  'query',
  'compression',
  'crowds',
  'reconnect',
  'growth',
  'start',
  'walk',
  'filters',
  'writes',
  'posts',
  'capacity',
  'batches',
  'feed',
  'states',
] as const

export type PartName = (typeof PART_NAMES)[number]

export interface BenchOptions {
  readonly artworks: number
  readonly events: number
  /** The duration of one measurement; each case has several. */
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Seconds under load before a service is measured. */
  readonly 'warm-up': number
  /** The parts to measure, in the order of PART_NAMES. */
  readonly only: readonly PartName[]
  /** The file of the report. */
  readonly output: string
  /** Whether the results are written to src/docs too. */
  readonly write: boolean
  /** Whether a missed target is a failure. */
  readonly strict: boolean
}

/** The size of the targets. */
export const FULL_SIZE = { artworks: 1_000_000, events: 100_000 } as const

/** Numeric options with their defaults and ranges. */
const NUMBERS = {
  artworks: { usual: 100_000, min: 1_000, max: MAX_ITEMS },
  events: { usual: 10_000, min: 100, max: MAX_ITEMS },
  seconds: { usual: 3, min: 1, max: 600 },
  rounds: { usual: 5, min: 1, max: 100 },
  connections: { usual: 16, min: 1, max: 1_000 },
  'warm-up': { usual: 20, min: 0, max: 600 },
} as const

type NumberName = keyof typeof NUMBERS
const names = Object.keys(NUMBERS) as NumberName[]
const rangeOf = ({ usual, min, max }: (typeof NUMBERS)[NumberName]) =>
  `${min} to ${max}; ${usual} when left out`

export const USAGE = `Usage: npm run bench [-- OPTIONS]
  --full            the size that the targets name: --artworks 1000000 --events 100000
${names.map((name) => `  --${name} N`.padEnd(20) + rangeOf(NUMBERS[name])).join('\n')}
  --only PARTS      some of ${PART_NAMES.join(',')}
  --output FILE     .data/bench.json when left out
  --write           writes src/docs/performance-results.md too, whole
  --strict          ends with 1 when a target is missed
The database is an embedded one of its own in .data/bench-N-M, which the next run finds filled; or the
one that DATABASE_URL names, which must be empty or filled by this task, by a role that may create
databases.`

/** @throws an error that names the option, its value and what the value should be. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseOptions(args, {
    ...(Object.fromEntries(names.map((name) => [name, TEXT])) as Record<NumberName, typeof TEXT>),
    only: TEXT,
    output: TEXT,
    full: FLAG,
    write: FLAG,
    strict: FLAG,
  })
  const defaults: Partial<Record<NumberName, number>> = values.full ? FULL_SIZE : {}
  const given: Partial<Record<NumberName, string>> = values
  const numbers = names.map((name) => {
    const text = given[name]
    const usual = defaults[name] ?? NUMBERS[name].usual
    return [name, text === undefined ? usual : wholeNumber(name, text, NUMBERS[name])]
  })
  return {
    ...(Object.fromEntries(numbers) as Record<NumberName, number>),
    only: chosenParts(PART_NAMES, values.only),
    output: path.resolve(values.output ?? path.join(projectRoot(), '.data/bench.json')),
    write: values.write,
    strict: values.strict,
  }
}

/** The parts of a comma-separated list, in the order of `all`; all without a list. */
export function chosenParts<Name extends string>(
  all: readonly Name[],
  given: string | undefined,
): readonly Name[] {
  if (given === undefined) return all
  const chosen = new Set(given.split(','))
  const unknown = [...chosen].filter((name) => !(all as readonly string[]).includes(name))
  if (unknown.length > 0) {
    throw new Error(`--only has "${unknown.join(',')}" but takes ${all.join(', ')}.`)
  }
  return all.filter((name) => chosen.has(name))
}
