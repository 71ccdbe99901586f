import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../src/config.ts'
import { MOST_ITEMS } from '../demo/code.ts'

export interface BenchOptions {
  readonly artworks: number
  readonly events: number
  /** Of one case in one round. */
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** The file that the figures go to. */
  readonly output: string
}

/** What can be set: the value when left out, and the range. */
const NUMBERS = {
  artworks: [100_000, 1_000, MOST_ITEMS],
  events: [1_000, 0, MOST_ITEMS],
  seconds: [3, 1, 600],
  rounds: [5, 1, 100],
  connections: [16, 1, 1_000],
} as const

const names = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]

export const USAGE = `Usage: npm run bench [-- OPTIONS]
${names.map((name) => `  --${name} N`.padEnd(20) + range(name)).join('\n')}
  --output FILE     .data/bench.json when left out`

/** @throws naming the option, what it is and what it should be. */
export function readOptions(args: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const
  const numbers = Object.fromEntries(names.map((name) => [name, text]))
  const { values } = parseArgs({ args: [...args], options: { ...numbers, output: text } })
  const given: Readonly<Record<string, string | undefined>> = values
  const read = (name: keyof typeof NUMBERS): number => wholeNumber(name, given[name])
  return {
    artworks: read('artworks'),
    events: read('events'),
    seconds: read('seconds'),
    rounds: read('rounds'),
    connections: read('connections'),
    output: path.resolve(values.output ?? path.join(projectRoot(), '.data/bench.json')),
  }
}

function wholeNumber(name: keyof typeof NUMBERS, text: string | undefined): number {
  const [value, least, most] = NUMBERS[name]
  if (text === undefined) return value
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new Error(`--${name} is "${text}" but must be a whole number from ${least} to ${most}.`)
}

function range(name: keyof typeof NUMBERS): string {
  const [value, least, most] = NUMBERS[name]
  return `${least} to ${most}; ${value} when left out`
}
