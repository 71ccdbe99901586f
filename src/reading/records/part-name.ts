import { FRAGMENT_LETTERS, type FragmentKind } from '../../documents/json-sql.ts'

export type PartKind = FragmentKind
type PartLetter = (typeof FRAGMENT_LETTERS)[PartKind]

/** Names one part, as it stands in a document: `g7` is the gallery with the id 7. */
export type PartName = `${PartLetter}${string}`

const KINDS = Object.fromEntries(
  Object.entries(FRAGMENT_LETTERS).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<PartLetter, PartKind>>

export function namePart(kind: PartKind, id: number | string): PartName {
  return `${FRAGMENT_LETTERS[kind]}${id}`
}

export function kindOf(name: PartName): PartKind {
  return KINDS[name[0] as PartLetter]
}

export function idOf(name: PartName): string {
  return name.slice(1)
}
