const COMPARISONS = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' }
const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

type Size = 'minLength' | 'maxLength' | 'minItems' | 'maxItems'

export function sizeExpectation(keyword: Size, limit: number): string {
  if (keyword.startsWith('min') && limit === 1) return 'It must not be empty.'
  const comparison = keyword.startsWith('min') ? 'at least' : 'at most'
  const unit = keyword.endsWith('Length') ? 'character' : 'item'
  return `It must have ${comparison} ${limit} ${unit}${limit === 1 ? '' : 's'}.`
}

export function boundExpectation(bound: {
  readonly comparison: keyof typeof COMPARISONS
  readonly limit: number
}): string {
  return `It must be ${COMPARISONS[bound.comparison]} ${bound.limit}.`
}

export function decimalsExpectation(limit: number): string {
  return `It must have at most ${COUNTS[limit] ?? limit} decimal${limit === 1 ? '' : 's'}.`
}
