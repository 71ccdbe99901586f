/** Numbers that look random and are a pure function of their seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  /** True in that share of the cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
}

/** For item n of `kind` always the same numbers, independent of those of other kinds and items. */
export function randomSource(kind: string): (n: number) => Random {
  let key = 0x811c9dc5
  for (const letter of kind) key = Math.imul(key ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (n) => new Random(scrambled(key ^ scrambled(n + 1)))
}

/** The finalizer of MurmurHash3: neighbouring numbers end far apart. */
function scrambled(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

export const SECOND = 1_000_000
export const HOUR = 3_600 * SECOND
export const DAY = 24 * HOUR

/** The present day of the demo catalogue: all its dates are around it. */
export const BASE_DATE = '2026-04-13'
/** That day's start in microseconds, which a number holds exactly. */
export const BASE_MOMENT = Date.UTC(2026, 3, 13) * 1_000

/** The timestamp of a moment in microseconds, as the contract writes it. */
export function timestamp(moment: number): string {
  const text = new Date(Math.floor(moment / 1_000))
    .toISOString()
    .slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
  const fraction = moment % SECOND
  return fraction === 0 ? `${text}Z` : `${text}.${String(fraction).padStart(6, '0')}Z`
}

/** A moment at most `span` before `end`; a few fall on a whole second. */
export function momentBefore(random: Random, end: number, span: number): number {
  const moment = end - Math.floor(random.next() * span)
  return random.chance(0.15) ? moment - (moment % SECOND) : moment
}

/** The start of the day `days` away from the base date. */
export function dayMoment(days: number): number {
  return BASE_MOMENT + days * DAY
}

/** When the reference data of the demo was entered. */
export const LISTED_DAY = timestamp(dayMoment(-1_500))
