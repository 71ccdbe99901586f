import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactNumber } from '../../src/request-body/json.ts'

describe('exactNumber', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['-0.0e5', 0],
    ['0e99999', 0],
    ['1.10', 1.1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['1e21', 1e21],
    ['1000000000000000000000', 1e21],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0.000000123', 1.23e-7],
    [`1.${'0'.repeat(5000)}`, 1],
    [`0.${'0'.repeat(5000)}1e5001`, 1],
  ])('%s is exact', (text, value) => {
    expect(exactNumber(text)).toBe(value)
  })

  it.each([
    '9007199254740993',
    '0.1000000000000000055511151231257827021181583404541015625',
    '1.0000000000000001',
    '1e400',
    '-1e400',
    '1e-400',
    '4e-324',
    '1.7976931348623158e308',
    '1e99999999999999999999',
    '1e-99999999999999999999',
    `1${'0'.repeat(400)}`,
    `1.${'0'.repeat(400)}1`,
  ])('C10 no double equals %s', (text) => {
    expect(exactNumber(text)).toBeUndefined()
  })

  it('reads every double from its usual texts', () => {
    const double = fc.double({ noDefaultInfinity: true, noNaN: true })
    fc.assert(
      fc.property(double, (value) => {
        const texts = [String(value), value.toExponential(), value.toExponential().toUpperCase()]
        for (const text of texts) expect(exactNumber(text)).toBe(value + 0)
      }),
    )
  })

  it('accepts a text exactly when the shortest text of its double has the same value', () => {
    const digits = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n })
    fc.assert(
      fc.property(digits, fc.nat(24), (amount, scale) => {
        const text = `${amount}e-${scale}`
        const isSame = scaled(text) === scaled(String(Number(text)))
        expect(exactNumber(text)).toBe(isSame ? Number(text) + 0 : undefined)
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts every text of up to 15 digits', () => {
    const digits = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(digits, fc.integer({ min: -300, max: 290 }), (amount, power) => {
        expect(exactNumber(`${amount}e${power}`)).toBe(Number(`${amount}e${power}`) + 0)
      }),
    )
  })
})

/** A decimal text times 10^60, as an integer. */
function scaled(text: string): bigint {
  const [mantissa = '', power = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(60 + Number(power) - fraction.length)
}
