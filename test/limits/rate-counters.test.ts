import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LocalCounters } from '../../src/limits/rate-counters.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts each client from its first request on, for one window', () => {
  const counts = new LocalCounters(60_000)
  expect(counts.count('one')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(20_000)
  expect(counts.count('other')).toEqual({ current: 1, ttl: 60_000 })
  expect(counts.count('one')).toEqual({ current: 2, ttl: 40_000 })
  vi.advanceTimersByTime(39_999)
  expect(counts.count('one')).toEqual({ current: 3, ttl: 1 })
  vi.advanceTimersByTime(1)
  expect(counts.count('one')).toEqual({ current: 1, ttl: 60_000 })
  expect(counts.count('other')).toEqual({ current: 2, ttl: 20_000 })
})

it('takes requests off the count, and never more than were counted', () => {
  const counts = new LocalCounters(60_000)
  counts.count('one')
  counts.count('one')
  counts.add('one', -1)
  expect(counts.count('one').current).toBe(2)
  for (let time = 0; time < 5; time += 1) counts.add('one', -1)
  expect(counts.count('one').current).toBe(1)
  counts.add('never seen', -1)
})

it('drops the oldest client, and no other, above the maximum of clients', () => {
  const counts = new LocalCounters(60_000)
  for (let client = 0; client < 100_000; client += 1) counts.count(`${client}`)
  counts.count('one more')
  expect(counts.count('1').current).toBe(2)
  expect(counts.count('99999').current).toBe(2)
  expect(counts.count('0').current).toBe(1)
})
