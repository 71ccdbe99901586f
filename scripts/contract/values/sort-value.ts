export type SortValue = string | number | null

/**
 * What a value of a record is ordered by: numbers as they are, timestamps to the microsecond, texts
 * without case and accents.
 * @returns undefined for a text of more than plain words, whose order is not documented.
 */
export function sortValue(value: unknown): SortValue | undefined {
  if (value === null || typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const [, second, fraction = '.000000'] = /^(\d{4}-[\d-]+T[\d:]+)(\.\d+)?Z$/.exec(value) ?? []
  if (second !== undefined) return `${second}${fraction}`
  const folded = value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return /^([a-z0-9]+( [a-z0-9]+)*)?$/.test(folded) ? folded : undefined
}
