import type { Random } from './random.ts'

/** Ranges that the authorities of the countries keep free for fiction. */
const FICTIONAL = ['+1 202 555 01##', '+1 416 555 01##', '+44 20 7946 0###', '+44 117 496 0###']

/** Often unknown, sometimes left empty. */
export function phoneNumber(random: Random): string | null {
  if (random.chance(0.3)) return null
  if (random.chance(0.2)) return ''
  return random.pick(FICTIONAL).replace(/#/g, () => String(random.below(10)))
}
