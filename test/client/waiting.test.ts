import { describe, expect, it } from 'vitest'
import { backoffMs, retryAfterMs } from '../../src/client/waiting.ts'

const DATE = 'Sat, 21 Nov 2026 09:00:00 GMT'

/** The shortest and the longest of many waits, so that chance has its say. */
function waits(attempt: number): [number, number] {
  const all = Array.from({ length: 2_000 }, () => backoffMs(attempt))
  return [Math.min(...all), Math.max(...all)]
}

const between = (least: number, most: number) => [
  expect.toSatisfy((ms: number) => ms >= least && ms < least + 0.05 * most),
  expect.toSatisfy((ms: number) => ms <= most && ms > most - 0.05 * most),
]

describe('backoffMs', () => {
  it.each([
    [0, 125, 250],
    [1, 250, 500],
    [2, 500, 1_000],
    [5, 4_000, 8_000],
    [6, 4_000, 8_000],
    [2_000, 4_000, 8_000],
  ])('after attempt %i is from %i to %i ms', (attempt, least, most) => {
    expect(waits(attempt)).toEqual(between(least, most))
  })
})

describe('retryAfterMs', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['no time', { 'retry-after': '0' }, 0],
    [
      'a date, by the clock of the answer',
      { 'retry-after': DATE.replace('00 G', '07 G'), date: DATE },
      7_000,
    ],
    ['a date that has passed', { 'retry-after': DATE.replace('21', '20'), date: DATE }, 0],
    ['a text', { 'retry-after': 'soon', date: DATE }, 0],
    ['a fraction', { 'retry-after': '', date: DATE }, 0],
    ['nothing', { date: DATE }, 0],
  ])('is what Retry-After asks for: %s', (_, headers, ms) => {
    expect(retryAfterMs(new Headers(headers))).toBe(ms)
  })

  it('takes a date by its own clock when the answer has none', () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
    const ms = retryAfterMs(new Headers({ 'retry-after': inTenSeconds }))
    expect(ms).toBeGreaterThan(8_000)
    expect(ms).toBeLessThanOrEqual(10_000)
  })
})
