import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import type { Random } from './random.ts'

type Size = Pick<Insertable<ArtworkTable>, 'units' | 'size_h' | 'size_w' | 'size_d'>

/** Common formats of paper in centimetres. */
const SHEETS = [
  [21, 29.7],
  [29.7, 42],
  [42, 59.4],
  [50, 70],
  [76.2, 55.9],
] as const

/** Inches mostly where they are spoken; a few sizes are unknown, in whole or in part. */
export function artworkSize(random: Random, country: string, depthShare: number): Size {
  const inches = random.chance(country === 'US' ? 0.85 : country === 'CA' ? 0.4 : 0.02)
  const [height, width] = inches ? measured(random, 5, 72, 0.25) : metricSize(random)
  const unknown = random.next()
  return {
    units: inches ? 'inch' : 'centimeter',
    size_h: unknown < 0.05 ? null : height,
    size_w: unknown < 0.07 ? null : width,
    size_d: random.chance(depthShare) ? artworkDepth(random, inches) : null,
  }
}

function metricSize(random: Random): readonly [number, number] {
  return random.chance(0.2) ? random.pick(SHEETS) : measured(random, 12, 190, 0.5)
}

/** Two sides, the second between half and twice the first. */
function measured(random: Random, least: number, most: number, step: number): [number, number] {
  const first = least + (most - least) * random.next() ** 2
  return [stepped(first, step), stepped(first * (0.5 + random.next() * 1.5), step)]
}

function artworkDepth(random: Random, inches: boolean): number {
  return inches ? stepped(0.5 + random.next() * 8, 0.25) : stepped(1 + random.next() * 24, 0.1)
}

/** To the next multiple of `step`, with no more digits than that has. */
function stepped(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(2))
}
