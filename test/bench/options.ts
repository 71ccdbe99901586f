import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import { MAX_ITEMS } from '../../scripts/demo/code.ts'

/** The parts that can be measured alone, in the order of a run. */
export const PART_NAMES = [
  'requests',
  'depth',
  'growth',
  'start',
  'walk',
  'writes',
  'visibility',
  'import',
  'states',
] as const

export type PartName = (typeof PART_NAMES)[number]

export interface BenchOptions {
  readonly artworks: number
  readonly events: number
  /** Of one measurement; there are some of each case. */
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Seconds under load before a service is measured. */
  readonly 'warm-up': number
  /** The parts to measure, in the order of PART_NAMES. */
  readonly only: readonly PartName[]
  /** The file that the report is written to. */
  readonly output: string
  /** Whether the results are written to src/docs too. */
  readonly write: boolean
  /** The report of an earlier run. */
  readonly compare: string | undefined
  /** Whether a missed target is a failure. */
  readonly strict: boolean
}

/** The size that the targets name. */
export const FULL_SIZE = { artworks: 1_000_000, events: 100_000 } as const

/** Numeric options: the default and the range. */
const NUMBERS = {
  artworks: [100_000, 1_000, MAX_ITEMS],
  events: [10_000, 100, MAX_ITEMS],
  seconds: [3, 1, 600],
  rounds: [5, 1, 100],
  connections: [16, 1, 1_000],
  'warm-up': [20, 0, 600],
} as const

type NumberName = keyof typeof NUMBERS
const names = Object.keys(NUMBERS) as NumberName[]

export const USAGE = `Usage: npm run bench [-- OPTIONS]
  --full            the size that the targets name: --artworks 1000000 --events 100000
${names.map((name) => `  --${name} N`.padEnd(20) + range(name)).join('\n')}
  --only PARTS      some of ${PART_NAMES.join(',')}
  --output FILE     .data/bench.json when left out
  --write           writes src/docs/performance-results.md too, whole
  --compare FILE    shows the figures beside those of an earlier run
  --strict          ends with 1 when a target is missed
The database is an embedded one of its own in .data/bench-N-M, which the next run finds filled; or the
one that DATABASE_URL names, which must be empty or filled by this task, by a role that may create
databases.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

/**
 * @throws naming the option, what it is and what it should be.
 * @returns undefined when help is asked for.
 */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...(Object.fromEntries(names.map((name) => [name, text])) as Record<NumberName, typeof text>),
      only: text,
      output: text,
      compare: text,
      full: flag,
      write: flag,
      strict: flag,
      help: flag,
    },
  })
  if (values.help) return undefined
  const usual = values.full ? FULL_SIZE : {}
  const given: Partial<Record<NumberName, string>> = values
  const read = (name: NumberName): number => wholeNumber(name, given[name], usual)
  return {
    artworks: read('artworks'),
    events: read('events'),
    seconds: read('seconds'),
    rounds: read('rounds'),
    connections: read('connections'),
    'warm-up': read('warm-up'),
    only: partNames(values.only),
    output: path.resolve(values.output ?? path.join(projectRoot(), '.data/bench.json')),
    write: values.write,
    compare: values.compare === undefined ? undefined : path.resolve(values.compare),
    strict: values.strict,
  }
}

function wholeNumber(
  name: NumberName,
  given: string | undefined,
  usual: Partial<Record<NumberName, number>>,
): number {
  const [value, least, most] = NUMBERS[name]
  if (given === undefined) return usual[name] ?? value
  const number = Number(given)
  if (/^\d+$/.test(given) && number >= least && number <= most) return number
  throw new Error(`--${name} is "${given}" but must be a whole number from ${least} to ${most}.`)
}

function partNames(given: string | undefined): readonly PartName[] {
  if (given === undefined) return PART_NAMES
  const chosen = given.split(',')
  const unknown = chosen.filter((name) => !(PART_NAMES as readonly string[]).includes(name))
  if (unknown.length > 0) {
    throw new Error(`--only has "${unknown.join(',')}" but takes ${PART_NAMES.join(', ')}.`)
  }
  return PART_NAMES.filter((name) => chosen.includes(name))
}

function range(name: NumberName): string {
  const [value, least, most] = NUMBERS[name]
  return `${least} to ${most}; ${value} when left out`
}
