import { describe, expect, it } from 'vitest'
import { admissionFilter } from '../../src/cache/response-cache.ts'

const WINDOW = 1_000_000

describe('what was seen lately', () => {
  it('is known from the second time on', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    expect([wasSeen('a'), wasSeen('b'), wasSeen('a'), wasSeen('a')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('is known while a few others come, and forgotten after very many', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    wasSeen('the one')
    for (let page = 0; page < 500; page += 1) wasSeen(`few ${page}`)
    expect(wasSeen('the one')).toBe(true)
    for (let page = 0; page < 2_000_000; page += 1) wasSeen(`many ${page}`)
    expect(wasSeen('the one')).toBe(false)
  })

  it('is known while the window passes, and new after it', () => {
    const { wasSeen, advance } = admissionFilter(WINDOW)
    wasSeen('the one')
    advance(WINDOW - 1_024)
    expect(wasSeen('the one')).toBe(true)
    // From when it was asked for last.
    advance(WINDOW - 1_024)
    expect(wasSeen('the one')).toBe(true)
    advance(WINDOW + 1_024)
    expect([wasSeen('the one'), wasSeen('the one')]).toEqual([false, true])
  })

  it('hardly ever takes a new one for another', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    let mistakes = 0
    for (let page = 0; page < 200_000; page += 1) {
      if (wasSeen(`/api/v1/events/?limit=100&offset=${page}`)) mistakes += 1
    }
    expect(mistakes).toBeLessThan(50)
  })
})
