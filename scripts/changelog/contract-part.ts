import type { Change } from '../compatibility/change.ts'
import { contractEntries } from './contract-entries.ts'
import { wrapped } from './wrapped.ts'

export const BEGIN =
  '<!-- Written by `npm run changelog` from the contracts, again and again: edits in here are lost. -->'
export const END = '<!-- Here ends what is written by `npm run changelog`. -->'
export const TITLE = '# Changelog\n'
export const UNRELEASED = '## Unreleased\n'

/** With Unix line ends, the last line ended. */
export function normalized(changelog: string): string {
  const text = changelog.replaceAll('\r\n', '\n')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/**
 * The changelog with what the contract of `version` adds to the released one, between two comments below
 * "Unreleased"; whatever else stands there is left as it is.
 * @param changelog normalized, without faults.
 */
export function withContractPart(
  changelog: string,
  version: string,
  changes: readonly Change[],
): string {
  const others = withoutPart(changelog)
  if (changes.length === 0) return others
  const hasHeading = others.includes(`\n${UNRELEASED}`)
  const [place, heading] = hasHeading ? [`\n${UNRELEASED}`, ''] : [TITLE, `\n${UNRELEASED}`]
  const written = `${BEGIN}\n\n${contractPart(version, changes)}\n\n${END}\n`
  return others.replace(place, (found) => `${found}${heading}\n${written}`)
}

/** As it is released: the heading is the version, and the comments have done their work. */
export function asReleased(changelog: string, version: string): string {
  return changelog
    .replace(`\n${UNRELEASED}`, () => `\n## ${version}\n`)
    .replace(`${BEGIN}\n\n`, '')
    .replace(`\n${END}\n`, '')
}

function withoutPart(changelog: string): string {
  const begin = changelog.indexOf(`\n${BEGIN}`)
  const end = changelog.indexOf(`${END}\n`)
  if (begin === -1 || end < begin) return changelog
  return changelog.slice(0, begin) + changelog.slice(end + `${END}\n`.length)
}

function contractPart(version: string, changes: readonly Change[]): string {
  const entries = contractEntries(changes)
  const list = entries.map((entry, index) =>
    wrapped(`${entry}${index === entries.length - 1 ? '.' : ';'}`),
  )
  return `The contract, version ${version}:\n\n${list.join('\n')}`
}
