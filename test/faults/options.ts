import { randomInt } from 'node:crypto'
import path from 'node:path'
import { FLAG, parseOptions, TEXT, wholeNumber } from '../../scripts/command-line.ts'
import { projectRoot } from '../../src/config.ts'
import { chosenParts } from '../bench/options.ts'
import { COMMIT_SIZES, FULL_SIZES, NIGHTLY_SIZES, sizesOfHours, type Sizes } from './sizes.ts'

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

/**
 * The parts that a commit does not run. It tries slow clients in slow-clients.faults.ts, and generated requests in
 * `npm run conformance`. `overload` measures what test/limits/overload.test.ts tries, and `mixed` looks for leaks, which
 * need minutes to show.
 */
const NIGHTLY_PARTS: ReadonlySet<PartName> = new Set(['overload', 'slow', 'requests', 'mixed'])

export interface FaultOptions {
  /** The parts to run, in the order of PART_NAMES. */
  readonly only: readonly PartName[]
  readonly sizes: Sizes
  /** Whether the tests of the catalogue repeat as often as in `npm run nightly`. */
  readonly isNightly: boolean
  /** The seed of all random choices. */
  readonly seed: number
  /** The file of the report. */
  readonly output: string
  /** Whether the results are written to src/docs too. */
  readonly write: boolean
}

const MAX_HOURS = 168
const MAX_SEED = 2 ** 31 - 1

export const USAGE = `Usage: npm run test:faults [-- OPTIONS]
  --only PARTS      some of ${PART_NAMES.join(',')};
                    when left out, all with --nightly, --full or --hours, otherwise all but
                    ${[...NIGHTLY_PARTS].join(', ')}
  --nightly         the sizes of npm run nightly; takes about ten minutes
  --full            the sizes that the goals name; takes about half an hour
  --hours N         for about so many hours, 0.01 to ${MAX_HOURS}
  --seed N          another run with the same requests; a random one when left out
  --output FILE     .data/faults.json when left out
  --write           writes src/docs/resilience-results.md too, whole
Everything runs on this machine: a PostgreSQL of its own in a temporary folder, the built service
against it, and what attacks them.`

/** @throws an error that names the option, its value and what the value should be. */
export function readOptions(args: readonly string[]): FaultOptions {
  const { values } = parseOptions(args, {
    only: TEXT,
    hours: TEXT,
    seed: TEXT,
    output: TEXT,
    nightly: FLAG,
    full: FLAG,
    write: FLAG,
  })
  const { seed } = values
  const isNightly = values.nightly || values.full || values.hours !== undefined
  const tried = PART_NAMES.filter((name) => isNightly || !NIGHTLY_PARTS.has(name))
  return {
    only: values.only === undefined ? tried : chosenParts(PART_NAMES, values.only),
    sizes: sizesOf(values),
    isNightly,
    seed:
      seed === undefined
        ? randomInt(MAX_SEED)
        : wholeNumber('seed', seed, { min: 0, max: MAX_SEED }),
    output: path.resolve(values.output ?? path.join(projectRoot(), '.data/faults.json')),
    write: values.write,
  }
}

interface SizeOptions {
  readonly nightly: boolean
  readonly full: boolean
  readonly hours?: string | undefined
}

function sizesOf({ nightly, full, hours: given }: SizeOptions): Sizes {
  if (given === undefined) return full ? FULL_SIZES : nightly ? NIGHTLY_SIZES : COMMIT_SIZES
  const hours = Number(given)
  if (/^\d+(\.\d+)?$/.test(given) && hours >= 0.01 && hours <= MAX_HOURS) return sizesOfHours(hours)
  throw new Error(`--hours is "${given}" but must be a number from 0.01 to ${MAX_HOURS}.`)
}
