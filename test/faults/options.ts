import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import { FULL_SIZES, sizesOfHours, USUAL_SIZES, type Sizes } from './sizes.ts'

/** The parts that can run alone, in the order of a run. */
export const PART_NAMES = [
  'kills',
  'network',
  'overload',
  'signals',
  'slow',
  'requests',
  'mixed',
  'states',
  'catalogue',
] as const

export type PartName = (typeof PART_NAMES)[number]

export interface FaultOptions {
  /** The parts to run, in the order of PART_NAMES. */
  readonly only: readonly PartName[]
  readonly sizes: Sizes
  /** The seed of all random choices. */
  readonly seed: number
  /** The file that the report is written to. */
  readonly output: string
  /** Whether the results are written to src/docs too. */
  readonly write: boolean
}

const MAX_HOURS = 168
const MAX_SEED = 2 ** 31 - 1

export const USAGE = `Usage: npm run test:faults [-- OPTIONS]
  --only PARTS      some of ${PART_NAMES.join(',')};
                    all when left out
  --full            the sizes that the goals name; takes about half an hour
  --hours N         for about so many hours, 0.01 to ${MAX_HOURS}
  --seed N          another run with the same requests; a random one when left out
  --output FILE     .data/faults.json when left out
  --write           writes src/docs/resilience-results.md too, whole
Everything runs on this machine: a PostgreSQL of its own in a temporary folder, the built service
against it, and what attacks them.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

/**
 * @throws naming the option, what it is and what it should be.
 * @returns undefined when help is asked for.
 */
export function readOptions(args: readonly string[]): FaultOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text,
      hours: text,
      seed: text,
      output: text,
      full: flag,
      write: flag,
      help: flag,
    },
  })
  if (values.help) return undefined
  return {
    only: partNames(values.only),
    sizes: sizesOf(values.hours, values.full),
    seed: seedOf(values.seed),
    output: path.resolve(values.output ?? path.join(projectRoot(), '.data/faults.json')),
    write: values.write,
  }
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

function sizesOf(given: string | undefined, isFull: boolean): Sizes {
  if (given === undefined) return isFull ? FULL_SIZES : USUAL_SIZES
  const hours = Number(given)
  if (/^\d+(\.\d+)?$/.test(given) && hours >= 0.01 && hours <= MAX_HOURS) return sizesOfHours(hours)
  throw new Error(`--hours is "${given}" but must be a number from 0.01 to ${MAX_HOURS}.`)
}

function seedOf(given: string | undefined): number {
  if (given === undefined) return randomInt(MAX_SEED)
  if (/^\d{1,10}$/.test(given) && Number(given) <= MAX_SEED) return Number(given)
  throw new Error(`--seed is "${given}" but must be a whole number up to ${MAX_SEED}.`)
}
