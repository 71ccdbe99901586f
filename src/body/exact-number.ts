const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * The number that a text of JSON says, when a double is exactly that: when its shortest decimal
 * text has the same value. So a client reads back what it wrote, and 9007199254740993 never
 * becomes another record's id. -0 becomes 0, for it is the same number.
 * @returns undefined when a double would be another number.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  const shortest = String(value)
  const isExact = text === shortest || canonical(text) === canonical(shortest)
  return Number.isFinite(value) && isExact ? value + 0 : undefined
}

/** One text for all that write the same amount, its sign aside: `1.10` and `11e-1` are `11e-1`. */
function canonical(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const end = endWithoutZeros(digits)
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + digits.length - end
  return `${digits.slice(0, end)}e${power}`
}

/** A regular expression would try from every zero of a long row, in quadratic time. */
function endWithoutZeros(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end
}
