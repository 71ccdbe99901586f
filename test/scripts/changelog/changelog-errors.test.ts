import { describe, expect, it } from 'vitest'
import { changelogErrors } from '../../../scripts/changelog/changelog-errors.ts'
import { BEGIN, END } from '../../../scripts/changelog/contract-part.ts'
import { readText } from '../../support/repository.ts'

const WRITTEN = `# Changelog

## Unreleased

${BEGIN}

The contract, version 1.2.0:

- schema \`Style\`: new.

${END}

## 1.1.0
`

describe('a changelog', () => {
  it.each([
    ['with its part', WRITTEN],
    ['without one', WRITTEN.replace(/<!--[^]*-->\n\n/, '')],
    ['in which nothing is unreleased', '# Changelog\n\n## 1.1.0\n'],
    ['that has just begun', '# Changelog\n'],
    ['of this project', readText('CHANGELOG.md')],
  ])('can be written on %s', (_name, changelog) => {
    expect(changelogErrors(changelog)).toEqual([])
  })

  it.each([
    ['the beginning is edited', WRITTEN.replace('do not edit', 'edit'), 'as it was written'],
    ['the end is edited', WRITTEN.replace('End of the', 'The end of the'), 'as it was written'],
    ['the beginning is gone', WRITTEN.replace(BEGIN, ''), ', once,'],
    ['the end is gone', WRITTEN.replace(END, ''), ', once,'],
    ['there are two beginnings', WRITTEN.replace(BEGIN, `${BEGIN}\n${BEGIN}`), ', once,'],
    ['there are two ends', WRITTEN.replace(END, `${END}\n${END}`), ', once,'],
    ['the end comes first', WRITTEN.replace(END, '').replace(BEGIN, `${END}\n${BEGIN}`), ', once,'],
    ['the part is released', WRITTEN.replace('## Unreleased', '## 1.2.0'), 'below "## Unreleased"'],
    [
      'a version lies between',
      WRITTEN.replace(BEGIN, `## 1.2.0\n\n${BEGIN}`),
      'below "## Unreleased"',
    ],
    [
      'the heading is a link',
      WRITTEN.replace('## Unreleased', '## [Unreleased]'),
      '"## [Unreleased]" must be "## Unreleased"',
    ],
    [
      'the heading is in capitals',
      WRITTEN.replace('## Unreleased', '## UNRELEASED'),
      'must be "## Unreleased"',
    ],
    ['there are two headings', `${WRITTEN}\n## Unreleased\n`, 'one heading'],
    ['there is no title', WRITTEN.replace('# Changelog\n', ''), 'first line'],
    ['there is nothing at all', '', 'first line'],
  ])('is refused when %s', (_name, changelog, words) => {
    expect(changelogErrors(changelog).join('\n')).toContain(words)
  })
})
