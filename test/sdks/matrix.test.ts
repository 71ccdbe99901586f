import { describe, expect, it } from 'vitest'
import { chosenSdks, SDKS } from './all-sdks.ts'
import { documented } from './documented.ts'
import type { DocumentVersion } from './documents.ts'
import { markdownTable, matrix, plainTable, summary } from './matrix.ts'
import { neither, PARSED, type ClientOutcome } from './outcome.ts'
import type { Sdk } from './sdk.ts'
import { readText } from '../support/repository.ts'
import { fakeSdk } from './support/fake-sdk.ts'

const passed = neither('passed', '')
const failed = { compiles: passed.compiles, runs: { state: 'failed', reason: 'No.' } } as const
const unsupported = neither('unsupported', 'reads 3.0 only')
const skipped = neither('skipped', 'cargo not installed')

const checked = [
  { sdk: fakeSdk({ generator: 'one' }), outcome: { '3.1': passed, '3.0': failed } },
  {
    sdk: fakeSdk({ generator: 'two', unsupported: { '3.1': 'reads 3.0 only' } }),
    outcome: { '3.1': unsupported, '3.0': passed },
  },
  { sdk: fakeSdk({ generator: 'a|b' }), outcome: { '3.1': skipped, '3.0': skipped } },
  {
    sdk: fakeSdk({ generator: 'three', parsedOnly: 'no compiler' }),
    outcome: { '3.1': PARSED, '3.0': PARSED },
  },
]

describe('the matrix', () => {
  const rows = matrix(checked)

  it('has a row for each generator, with the reasons for missing results', () => {
    expect(rows.map((row) => row.join(' / '))).toEqual([
      'generator / version / language / 3.1 compiles / 3.1 runs / 3.0 compiles / 3.0 runs / note',
      'one / 1.0.0 / Go / passed / passed / passed / failed / plain',
      'two / 1.0.0 / Go / unsupported / unsupported / passed / passed / plain; 3.1: reads 3.0 only',
      'a|b / 1.0.0 / Go / skipped / skipped / skipped / skipped / plain; skipped: cargo not installed',
      'three / 1.0.0 / Go / parsed / untried / parsed / untried / plain; no compiler',
    ])
  })

  it('is text in columns, or a Markdown table', () => {
    const short = rows.map((row) => [...row.slice(0, 1), ...row.slice(5, 7)])
    expect(plainTable(short)).toBe(
      `
generator  3.0 compiles  3.0 runs
one        passed        failed
two        passed        passed
a|b        skipped       skipped
three      parsed        untried`.slice(1),
    )
    expect(markdownTable(short)).toBe(
      String.raw`
| generator | 3.0 compiles | 3.0 runs |
| --------- | ------------ | -------- |
| one       | passed       | failed   |
| two       | passed       | passed   |
| a\|b      | skipped      | skipped  |
| three     | parsed       | untried  |`.slice(1),
    )
  })
})

describe('the summary', () => {
  it('counts compiled, parsed and run clients, not unsupported and untried ones', () => {
    const { failed: bad, skipped: left, line } = summary(checked.map(({ outcome }) => outcome))
    expect([bad, left]).toEqual([1, 4])
    expect(line).toBe('7 passed, 1 failed, 4 skipped')
  })
})

describe('the chosen generators', () => {
  const names = (options: { only?: string; language?: string }): string[] =>
    chosenSdks(SDKS, options).map(({ generator }) => generator)

  it('are all, those of the names, or those of the language', () => {
    expect(names({})).toEqual(SDKS.map(({ generator }) => generator))
    expect(names({ only: 'orval,kubb' })).toEqual(['orval', 'kubb'])
    expect(names({ language: 'Python' })).toContain('openapi-python-client')
    expect(names({ language: 'Python' })).not.toContain('orval')
    expect(names({ only: 'orval', language: 'Python' })).toEqual([])
  })

  it('must exist', () => {
    expect(() => names({ only: 'orval,orvil' })).toThrow(/no orvil, but openapi-typescript, /)
    expect(() => names({ language: 'go' })).toThrow(/no go, but TypeScript, /)
  })
})

describe('the generators', () => {
  // Names identify folders in .data/sdks and values of --only.
  it('have unique names', () => {
    const names = SDKS.map(({ generator, language }) => `${generator} ${language}`)
    expect(new Set(SDKS.map(({ generator }) => generator)).size, names.join()).toBe(SDKS.length)
  })

  // The page has the output of `npm run sdks -- --markdown` for a run without failures.
  it('are in src/docs/clients.md with their current settings', () => {
    const outcomeOf = (sdk: Sdk, version: DocumentVersion): ClientOutcome => {
      const reason = sdk.unsupported?.[version]
      if (reason !== undefined) return neither('unsupported', reason)
      return sdk.parsedOnly === undefined ? passed : PARSED
    }
    const all = SDKS.map((sdk) => ({
      sdk,
      outcome: { '3.1': outcomeOf(sdk, '3.1'), '3.0': outcomeOf(sdk, '3.0') },
    }))
    expect(readText('src/docs/clients.md')).toContain(markdownTable(matrix(all)))
  })

  // The guide has this file to download.
  it('show the settings of openapi-python-client as in its file', () => {
    const file = 'test/sdks/python/openapi-python-client/config.json'
    expect(documented('openapi-python-client', 'json')).toBe(readText(file))
  })
})
