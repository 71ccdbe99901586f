import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addContractKeywords,
  hasAtMostDecimals,
  MAXIMUM_DECIMALS,
} from '../../src/request-body/contract-keywords.ts'

describe('hasAtMostDecimals', () => {
  it.each([
    [2, 0.010000000001],
    [2, 5e-324],
  ])('%d decimals: not %d', (decimals, value) => {
    expect(hasAtMostDecimals(decimals, value)).toBe(false)
  })

  it('is true for exactly the numbers with no more decimals', () => {
    const amount = fc.oneof(
      fc.nat(1e9),
      fc.maxSafeNat().map((cents) => cents % 1e15),
    )
    const most = fc.nat(2)
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 3 }), most, (digits, decimals, limit) => {
        const value = Number(`-${digits}e-${decimals}`)
        const [, fraction = ''] = String(value).split('.')
        expect(hasAtMostDecimals(limit, value)).toBe(fraction.length <= limit)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('addContractKeywords', () => {
  const validate = addContractKeywords(new Ajv2020()).compile({
    type: 'number',
    [MAXIMUM_DECIMALS]: 2,
  })

  it('accepts a price that multipleOf 0.01 rejects', () => {
    expect(new Ajv2020().validate({ type: 'number', multipleOf: 0.01 }, 19.99)).toBe(false)
    expect(validate(19.99)).toBe(true)
  })

  it('reports the maximum', () => {
    expect(validate(0.005)).toBe(false)
    expect(validate.errors).toMatchObject([{ keyword: MAXIMUM_DECIMALS, params: { limit: 2 } }])
  })
})
