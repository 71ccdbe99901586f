import { describe, expect, it } from 'vitest'
import { PART_NAMES, readOptions } from './options.ts'

describe('the options of the bench', () => {
  it('measure everything of a small catalogue when none is given', () => {
    expect(readOptions([])).toMatchObject({
      artworks: 100_000,
      events: 10_000,
      only: PART_NAMES,
      compare: undefined,
      strict: false,
    })
  })

  it('have a word for the size of the targets, which a number overrides', () => {
    expect(readOptions(['--full'])).toMatchObject({ artworks: 1_000_000, events: 100_000 })
    expect(readOptions(['--full', '--events', '200'])).toMatchObject({
      artworks: 1_000_000,
      events: 200,
    })
  })

  it('keep the order of the parts, whatever order they are named in', () => {
    expect(readOptions(['--only', 'import,walk'])?.only).toEqual(['walk', 'import'])
  })

  it('ask for help', () => {
    expect(readOptions(['--help'])).toBeUndefined()
  })

  it.each([
    [['--rounds', '0'], '--rounds is "0" but must be a whole number from 1 to 100.'],
    [['--seconds', '1.5'], '--seconds is "1.5" but must be a whole number from 1 to 600.'],
    [['--only', 'walk,wlak'], '--only has "wlak" but takes requests, '],
    [['--only', ''], '--only has "" but takes '],
    [['--fast'], "Unknown option '--fast'"],
  ])('%j are refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})
