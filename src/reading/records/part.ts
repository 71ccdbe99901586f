/**
 * What several records embed the same of: kept once and put into each. In the text of a record a part
 * is named by the letter of its kind and its id.
 */
export const PART_LETTERS = {
  artist: 'a',
  artwork_category: 'c',
  event_category: 'e',
  gallery: 'g',
  gallery_owner: 'o',
  tag: 't',
  user: 'u',
  venue: 'v',
} as const

export type PartKind = keyof typeof PART_LETTERS
type PartLetter = (typeof PART_LETTERS)[PartKind]

/** Names one part: `g7` is the gallery with the id 7. */
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

const names = new WeakMap<object, PartName>()

/** Marks a resource as a part that others embed as well; returns it. */
export function part<Resource extends object>(
  kind: PartKind,
  id: number | string,
  resource: Resource,
): Resource {
  names.set(resource, namePart(kind, id))
  return resource
}

export function nameOf(resource: object): PartName | undefined {
  return names.get(resource)
}
