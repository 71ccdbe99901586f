const DIGITS = 36
const LENGTH = 5
const CODES = DIGITS ** LENGTH
/** Shares no factor with `CODES`, so every n below `CODES` has a code of its own. */
const STEP = 17_000_023
const START = 21_504_377

/** More items than codes would share slugs. */
export const MOST_ITEMS = 50_000_000

/** The short suffix of item n's slug: five letters and digits that no other n has. */
export function itemCode(n: number): string {
  return ((START + n * STEP) % CODES).toString(DIGITS).padStart(LENGTH, '0')
}
