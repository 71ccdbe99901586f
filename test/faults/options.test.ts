import { describe, expect, it } from 'vitest'
import { PART_NAMES, readOptions } from './options.ts'
import { COMMIT_SIZES, FULL_SIZES, NIGHTLY_SIZES } from './sizes.ts'

describe('the options of test:faults', () => {
  it('default to all parts with the sizes of a commit', () => {
    const commit = { only: PART_NAMES, sizes: COMMIT_SIZES, isNightly: false }
    expect(readOptions([])).toMatchObject(commit)
  })

  it('have --nightly for those of npm run nightly', () => {
    expect(readOptions(['--nightly'])).toMatchObject({ sizes: NIGHTLY_SIZES, isNightly: true })
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
