import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import {
  asReleased,
  normalized,
  withContractPart,
} from '../../../scripts/changelog/contract-part.ts'
import { compareDocuments } from '../../../scripts/compatibility/compare-documents.ts'
import { readText } from '../../support/repository.ts'
import { HARMLESS_EDITS } from '../compatibility/harmless-edits.ts'
import { releasedContract } from '../compatibility/edit.ts'

const BY_HAND = `# Changelog

## Unreleased

The service:

- it is faster.

## 1.1.0

The contract, version 1.1.0: $& and $'.
`

function changesOf(...names: readonly string[]) {
  const after = releasedContract()
  for (const name of names) HARMLESS_EDITS[name]?.(after)
  return compareDocuments({ before: releasedContract(), after })
}

const written = (...names: readonly string[]) =>
  withContractPart(BY_HAND, '1.2.0', changesOf(...names))

describe('the contract in the changelog', () => {
  it('is told by place, in the order of the contract', () => {
    expect(
      written(
        'an open set of values grows',
        'an optional parameter is new',
        'a required field of a response is new',
        'a parameter is deprecated',
        'an operation is deprecated',
        'a method is new',
        'a response has another header',
        'a response has another media type',
        'a status is new',
        'a schema is new',
      ),
    ).toBe(`# Changelog

## Unreleased

<!-- Written by \`npm run changelog\` from the contracts, again and again: edits in here are lost. -->

The contract, version 1.2.0:

- operation \`listEvents\`: new parameter \`city\`; new answer \`429\`;
- operation \`listTags\`; parameter \`NameFilter\`: deprecated since 2026-12-01, may be gone from
  2027-12-01;
- operation \`deleteVenue\`: new operation, \`DELETE /venues/{id}/\`;
- schema \`Event\`: new field \`wheelchair_access\`;
- field \`Event.price_currency\`: new value \`UAH\`;
- schema \`Style\`: new;
- response \`EventPage\`: new header \`Server-Timing\`; new media type \`text/html\`.

<!-- Here ends what is written by \`npm run changelog\`. -->

The service:

- it is faster.

## 1.1.0

The contract, version 1.1.0: $& and $'.
`)
  })

  it('tells the same change of many places once', () => {
    const after = releasedContract()
    const { responses } = after['components'] as { responses: Record<string, object> }
    for (const response of Object.values(responses)) {
      Object.assign((response as { headers: object }).headers, { 'Server-Timing': {} })
    }
    const changes = compareDocuments({ before: releasedContract(), after })
    expect(withContractPart(BY_HAND, '1.2.0', changes)).toContain(
      `- ${changes.length} responses: new header \`Server-Timing\`.\n`,
    )
  })

  it('is written once, however often it is asked for', () => {
    const once = written('a schema is new')
    expect(withContractPart(once, '1.2.0', changesOf('a schema is new'))).toBe(once)
  })

  it('follows the contract, back as well', () => {
    const once = written('a schema is new')
    expect(withContractPart(once, '1.2.0', changesOf('a method is new'))).toBe(
      written('a method is new'),
    )
    expect(withContractPart(once, '1.2.0', [])).toBe(BY_HAND)
  })

  it('says nothing of prose', () => {
    expect(written('prose and examples are better', 'keys stand in another order')).toBe(BY_HAND)
  })

  it('begins what is unreleased where nothing was', () => {
    const released = BY_HAND.replace(/## Unreleased[^#]*/, '')
    const text = withContractPart(released, '1.2.0', changesOf('a schema is new'))
    expect(text).toMatch(/^# Changelog\n\n## Unreleased\n\n<!-- Written[^#]*## 1\.1\.0\n/)
  })

  it('is not led astray by other headings of that name', () => {
    const below = BY_HAND.replace('# Changelog\n', '# Changelog\n\n### Unreleased\n')
    const text = withContractPart(below, '1.2.0', changesOf('a schema is new'))
    expect(text).toContain('\n### Unreleased\n\n## Unreleased\n\n<!-- Written')
    expect(asReleased(text, '1.2.0')).toContain('\n### Unreleased\n\n## 1.2.0\n')
  })

  it.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no end of the last line', (text: string) => text.replace(/\n$/, '')],
  ])('is found again in a file with %s', (_name, edit) => {
    const only = BY_HAND.replace(/\nThe service:[^]*/, '')
    const once = withContractPart(only, '1.2.0', changesOf('a schema is new'))
    const again = withContractPart(normalized(edit(once)), '1.2.0', changesOf('a schema is new'))
    expect(again).toBe(once)
  })

  it('is formatted as the rest', async () => {
    const text = written(...Object.keys(HARMLESS_EDITS))
    expect(await format(text, { parser: 'markdown', printWidth: 100 })).toBe(text)
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('stays under its version when it is released', () => {
    const text = asReleased(written('a schema is new'), '1.2.0')
    expect(text).toContain(
      '## 1.2.0\n\nThe contract, version 1.2.0:\n\n- schema `Style`: new.\n\nThe service:\n\n- it is faster.\n\n## 1.1.0\n',
    )
    expect(text).not.toContain('<!--')
  })
})

describe('CHANGELOG.md', () => {
  it('has the version of the contract that was released last', () => {
    expect(readText('CHANGELOG.md')).toContain(
      `\n## ${(releasedContract()['info'] as { version: string }).version}\n`,
    )
  })
})
