import { describe, expect, it } from 'vitest'
import { timestampText } from '../../src/database/kysely.ts'

describe('timestampText', () => {
  it.each([
    ['2024-05-07 09:30:00.123456+00', '2024-05-07T09:30:00.123456Z'],
    ['2024-05-07 09:30:00.5+00', '2024-05-07T09:30:00.500000Z'],
    ['2024-05-07 09:30:00+00', '2024-05-07T09:30:00Z'],
    ['2024-05-07T09:30:00.000001+00:00', '2024-05-07T09:30:00.000001Z'],
  ])('writes %s as %s', (raw, text) => {
    expect(timestampText(raw)).toBe(text)
  })

  it.each(['2024-05-07 11:30:00+02', 'infinity', '12024-05-07 09:30:00+00'])(
    'refuses %s',
    (raw) => {
      expect(() => timestampText(raw)).toThrow(raw)
    },
  )
})
