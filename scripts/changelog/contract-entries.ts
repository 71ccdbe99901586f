import type { Change, Subject } from '../compatibility/change.ts'

/** More subjects of one kind than these are counted instead of named. */
const MOST_NAMED = 8

/**
 * What has changed in the contract, as the lines of a list in Markdown: the same change of several places
 * in one line, several changes of one place in one line.
 */
export function contractEntries(changes: readonly Change[]): string[] {
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
  if (names.length > MOST_NAMED) return `${names.length} ${plural}`
  return `${plural} ${names.map((name) => `\`${name}\``).join(', ')}`
}

function pluralOf(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
