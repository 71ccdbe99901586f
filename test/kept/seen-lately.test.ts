import { describe, expect, it } from 'vitest'
import { seenLately } from '../../src/kept/seen-lately.ts'

const WINDOW = 1_000_000

describe('what was seen lately', () => {
  it('is known from the second time on', () => {
    const { isAgain } = seenLately(WINDOW)
    expect([isAgain('a'), isAgain('b'), isAgain('a'), isAgain('a')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('is known while a few others come, and forgotten after very many', () => {
    const { isAgain } = seenLately(WINDOW)
    isAgain('the one')
    for (let page = 0; page < 500; page += 1) isAgain(`few ${page}`)
    expect(isAgain('the one')).toBe(true)
    for (let page = 0; page < 2_000_000; page += 1) isAgain(`many ${page}`)
    expect(isAgain('the one')).toBe(false)
  })

  it('is known while the window passes, and new after it', () => {
    const { isAgain, pass } = seenLately(WINDOW)
    isAgain('the one')
    pass(WINDOW - 1_024)
    expect(isAgain('the one')).toBe(true)
    // From when it was asked for last.
    pass(WINDOW - 1_024)
    expect(isAgain('the one')).toBe(true)
    pass(WINDOW + 1_024)
    expect([isAgain('the one'), isAgain('the one')]).toEqual([false, true])
  })

  it('hardly ever takes a new one for another', () => {
    const { isAgain } = seenLately(WINDOW)
    let mistakes = 0
    for (let page = 0; page < 200_000; page += 1) {
      if (isAgain(`/api/v1/events/?limit=100&offset=${page}`)) mistakes += 1
    }
    expect(mistakes).toBeLessThan(50)
  })
})
