import { describe, expect, it } from 'vitest'
import { PART_NAMES, readOptions } from './options.ts'

describe('the options of the bench', () => {
  it('default to all parts and a small catalogue', () => {
    expect(readOptions([])).toMatchObject({
      artworks: 100_000,
      events: 10_000,
      only: PART_NAMES,
      compare: undefined,
      strict: false,
    })
  })

  it('have --full for the size of the targets, which a number overrides', () => {
    expect(readOptions(['--full'])).toMatchObject({ artworks: 1_000_000, events: 100_000 })
    expect(readOptions(['--full', '--events', '200'])).toMatchObject({
      artworks: 1_000_000,
      events: 200,
    })
  })

  it('keep the order of the parts', () => {
    expect(readOptions(['--only', 'import,walk']).only).toEqual(['walk', 'import'])
  })

  it.each([
    [['--rounds', '0'], '--rounds is "0" but must be a whole number from 1 to 100.'],
    [['--seconds', '1.5'], '--seconds is "1.5" but must be a whole number from 1 to 600.'],
    [['--only', 'walk,wlak'], '--only has "wlak" but takes requests, '],
    [['--only', ''], '--only has "" but takes '],
    [['--fast'], "Unknown option '--fast'"],
  ])('reject %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})
