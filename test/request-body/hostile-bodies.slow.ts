import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { mutated } from './mutated-bodies.ts'
import { read } from './read-body.ts'

it('readJsonObject throws only problems, and changes no prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const bytes = fc.uint8Array({ maxLength: 20 })
  const body = fc.oneof({ weight: 9, arbitrary: mutated }, bytes)
  fc.assert(
    fc.property(body, (any) => void read(any)),
    { numRuns: amount({ commit: 30_000, nightly: 200_000 }) },
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})
