import { FRAGMENT_LETTERS } from '../../documents/json-sql.ts'

/** What a process remembers of the database by its name, with the letters of the names. */
export const PART_LETTERS = { ...FRAGMENT_LETTERS, exchange_rate: 'r' } as const

export type PartKind = keyof typeof PART_LETTERS
type PartLetter = (typeof PART_LETTERS)[PartKind]

/** Names one part; that of a fragment stands in documents. `g7` is the gallery with the id 7. */
export type PartName = `${PartLetter}${string}`

const KINDS = Object.fromEntries(
  Object.entries(PART_LETTERS).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<PartLetter, PartKind>>

export function namePart(kind: PartKind, id: number | string): PartName {
  return `${PART_LETTERS[kind]}${id}`
}

export function kindOf(name: PartName): PartKind {
  return KINDS[name[0] as PartLetter]
}

export function idOf(name: PartName): string {
  return name.slice(1)
}
