import { FRAGMENT_LETTERS } from '../../documents/json-sql.ts'

/** What a process remembers of the database by its name, with the letters of the names. */
export const KIND_LETTERS = { ...FRAGMENT_LETTERS, exchange_rate: 'r' } as const

export type CachedKind = keyof typeof KIND_LETTERS
type PartLetter = (typeof KIND_LETTERS)[CachedKind]

/** Names one part; that of a fragment stands in documents. `g7` is the gallery with the id 7. */
export type FragmentKey = `${PartLetter}${string}`

const KINDS = Object.fromEntries(
  Object.entries(KIND_LETTERS).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<PartLetter, CachedKind>>

export function fragmentKey(kind: CachedKind, id: number | string): FragmentKey {
  return `${KIND_LETTERS[kind]}${id}`
}

export function kindOf(name: FragmentKey): CachedKind {
  return KINDS[name[0] as PartLetter]
}

export function idOf(name: FragmentKey): string {
  return name.slice(1)
}
