import type { Change, Subject } from '../compatibility/change.ts'

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
 * "Unreleased"; other text there is left as it is.
 * @param changelog normalized, without errors.
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

/** More subjects of one kind than these are counted instead of named. */
const MAX_NAMED = 8

/**
 * What has changed in the contract, as the lines of a list in Markdown: the same change of several places
 * in one line, several changes of one place in one line.
 */
function contractEntries(changes: readonly Change[]): string[] {
  const byChange = grouped(
    changes,
    ({ what }) => what,
    ({ subject }) => subject,
  )
  const lines = [...byChange].map(([what, subjects]) => ({ what, who: subjectsText(subjects) }))
  const bySubject = grouped(
    lines,
    ({ who }) => who,
    ({ what }) => what,
  )
  return [...bySubject].map(([who, whats]) => `${who}: ${whats.join('; ')}`)
}

/** In the order of first appearance. */
function grouped<Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  valueOf: (item: Item) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), valueOf(item)])
  }
  return groups
}

function subjectsText(subjects: readonly Subject[]): string {
  const byKind = grouped(
    subjects,
    ({ kind }) => kind,
    ({ name }) => name,
  )
  return [...byKind].map(([kind, names]) => kindText(kind, names)).join('; ')
}

function kindText(kind: string, names: readonly string[]): string {
  if (kind === 'contract') return 'the contract'
  const plural = names.length === 1 ? kind : pluralOf(kind)
  if (names.length > MAX_NAMED) return `${names.length} ${plural}`
  return `${plural} ${names.map((name) => `\`${name}\``).join(', ')}`
}

function pluralOf(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}

const WIDTH = 100

/** A code span is not broken: Prettier would join its line to the one before. */
const WORDS = /(?:`[^`]*`|[^\s`])+/g

/** An item of a list in Markdown, in lines of at most 100 characters where words allow it. */
function wrapped(item: string): string {
  const lines: string[] = []
  let line = '-'
  for (const word of item.match(WORDS) ?? []) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '
    }
    line = `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
