/** With the `u` flag a whole pair is one character, so this matches halves only. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** U+FF9E and U+FF9F are no combining marks, but become some. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Of marks in a row: no language has more (Unicode UAX 15, stream-safe text). To normalize a text is to sort each run of them, for
 * which PostgreSQL and JavaScript take quadratic time.
 */
const MAX_MARKS = 30

function hasManyMarks(text: string): boolean {
  // A regular expression for 31 would start again at each mark of a shorter run.
  return text.match(MARKS)?.some((run) => Array.from(run).length > MAX_MARKS) ?? false
}

/**
 * The reason why a body or a query may not hold a text: a character that PostgreSQL cannot store, or too many combining marks.
 * Undefined without one.
 */
export function textError(text: string): string | undefined {
  if (text.includes('\0')) return 'the character U+0000, which cannot be stored'
  if (LONE_SURROGATE.test(text)) return 'half of a surrogate pair, which is not a character'
  if (hasManyMarks(text)) return 'more than 30 combining marks in a row'
  return undefined
}
