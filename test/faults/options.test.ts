import { describe, expect, it } from 'vitest'
import { PART_NAMES, readOptions } from './options.ts'
import { FULL_SIZES, USUAL_SIZES } from './sizes.ts'

describe('the options of test:faults', () => {
  it('default to all parts with the usual sizes', () => {
    expect(readOptions([])).toMatchObject({ only: PART_NAMES, sizes: USUAL_SIZES })
  })

  it('have --full for the sizes of the goals', () => {
    expect(readOptions(['--full']).sizes).toEqual(FULL_SIZES)
  })

  it('scale all sizes except the slow clients with --hours', () => {
    const sizes = readOptions(['--hours', '4']).sizes
    expect(sizes).toMatchObject({ kills: 1_000, signals: 500, slowClients: 1_000 })
  })

  it('take a random seed, or the given one', () => {
    expect(readOptions(['--seed', '7']).seed).toBe(7)
    const seeds = new Set(Array.from({ length: 10 }, () => readOptions([]).seed))
    expect(seeds.size).toBeGreaterThan(1)
  })

  it.each([
    ['--only', 'kills,nothing'],
    ['--hours', '0'],
    ['--hours', 'two'],
    ['--seed', '-1'],
    ['--seed', '3000000000'],
  ])('reject %s %s by name', (name, value) => {
    expect(() => readOptions([`${name}=${value}`])).toThrow(name)
  })
})
