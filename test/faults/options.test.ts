import { describe, expect, it } from 'vitest'
import { PART_NAMES, readOptions } from './options.ts'
import { FULL_SIZES, USUAL_SIZES } from './sizes.ts'

describe('the options of test:faults', () => {
  it('try everything that takes minutes when none is given', () => {
    expect(readOptions([])).toMatchObject({ only: PART_NAMES, sizes: USUAL_SIZES })
  })

  it('have a word for the sizes of the goals', () => {
    expect(readOptions(['--full'])?.sizes).toEqual(FULL_SIZES)
  })

  it('make everything but the slow clients more with the hours', () => {
    const sizes = readOptions(['--hours', '4'])?.sizes
    expect(sizes).toMatchObject({ kills: 1_000, signals: 500, slowClients: 1_000 })
  })

  it('keep the order of the parts, whatever order they are named in', () => {
    expect(readOptions(['--only', 'mixed,kills'])?.only).toEqual(['kills', 'mixed'])
  })

  it('take another seed each time, or the one that is given', () => {
    expect(readOptions(['--seed', '7'])?.seed).toBe(7)
    const seeds = new Set(Array.from({ length: 10 }, () => readOptions([])?.seed))
    expect(seeds.size).toBeGreaterThan(1)
  })

  it.each([
    ['--only', 'kills,nothing'],
    ['--hours', '0'],
    ['--hours', 'two'],
    ['--seed', '-1'],
    ['--seed', '3000000000'],
  ])('refuse %s %s, by its name', (name, value) => {
    expect(() => readOptions([`${name}=${value}`])).toThrow(name)
  })

  it('ask for help', () => {
    expect(readOptions(['--help'])).toBeUndefined()
  })
})
