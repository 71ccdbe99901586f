import { slugStem } from '../../src/writes/slug.ts'

const DIGITS = 36
const LENGTH = 5
const CODES = DIGITS ** LENGTH
/** Shares no factor with `CODES`, so every n below `CODES` has a code of its own. */
const STEP = 17_000_023
const START = 21_504_377

/** More items than codes would share slugs. */
export const MAX_ITEMS = 50_000_000

/** The short suffix of item n's slug: five letters and digits that no other n has. */
export function itemCode(n: number): string {
  return ((START + n * STEP) % CODES).toString(DIGITS).padStart(LENGTH, '0')
}

const MAX_STEM_LENGTH = 60

/** URL-safe form of item n's name, made unique by its code. */
export function itemSlug(name: string, n: number): string {
  const stem = slugStem(name, MAX_STEM_LENGTH)
  return stem === '' ? itemCode(n) : `${stem}-${itemCode(n)}`
}
