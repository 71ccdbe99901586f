import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addExactMultiples, isMultiple } from '../../src/body/exact-multiples.ts'

describe('isMultiple', () => {
  it.each([
    [0.01, 0.07],
    [0.01, 19.99],
    [0.01, -1.1],
    [0.01, 0],
    [0.01, 114584841.32],
    [0.01, 999999999999.99],
    [0.01, 1e21],
    [0.1, 0.3],
    [1, 5],
    [12, 144],
    [2.5, 7.5],
  ])('takes as multiple of %d %d', (step, value) => {
    expect(isMultiple(step, value)).toBe(true)
  })

  it.each([
    [0.01, 0.005],
    [0.01, 0.010000000001],
    [0.01, 999999999.999],
    [0.01, 5e-324],
    [0.1, 0.25],
    [1, 0.5],
    [12, 13],
    [2.5, 7],
  ])('does not take as multiple of %d %d', (step, value) => {
    expect(isMultiple(step, value)).toBe(false)
  })

  it('is true of exactly the prices that have at most two decimals', () => {
    const amount = fc.oneof(
      fc.nat(1e9),
      fc.maxSafeNat().map((cents) => cents % 1e15),
    )
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 3 }), (digits, decimals) => {
        const value = Number(`${digits}e-${decimals}`)
        const [, fraction = ''] = String(value).split('.')
        expect(isMultiple(0.01, value)).toBe(fraction.length <= 2)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('addExactMultiples', () => {
  const validate = addExactMultiples(new Ajv2020()).compile({ type: 'number', multipleOf: 0.01 })

  it('replaces the rule of AJV', () => {
    expect(validate(999999999999.99)).toBe(true)
    expect(new Ajv2020().validate({ multipleOf: 0.01 }, 0.07)).toBe(false)
    expect(validate(0.07)).toBe(true)
  })

  it('tells faults as AJV does', () => {
    expect(validate(0.005)).toBe(false)
    const theirs = new Ajv2020()
    theirs.validate({ type: 'number', multipleOf: 0.01 }, 0.005)
    expect(validate.errors).toEqual(theirs.errors)
  })
})
