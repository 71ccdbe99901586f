import type { Items, ModelRecord } from '../model.ts'

const MAX_EXAMPLES = 3

/** The only artworks that all clients see, and that are counted. */
export function isPublicArtwork({ publish_status, is_active }: Items['artworks']): boolean {
  return publish_status === 'published' && is_active
}

/** All artworks count, and the first public ones are named. */
export function textOfReferrers(artworks: readonly ModelRecord<'artworks'>[]): string | undefined {
  if (artworks.length === 0) return undefined
  const count = artworks.length
  const refer = count === 1 ? '1 artwork refers to it' : `${count} artworks refer to it`
  const shown = artworks.filter(({ item }) => isPublicArtwork(item)).map(({ item }) => item.id)
  const examples = shown.slice(0, MAX_EXAMPLES).map(String)
  if (examples.length === 0) return `${refer}.`
  const last = examples.pop() ?? ''
  return `${refer}, such as ${[examples.join(', '), last].filter((part) => part !== '').join(' and ')}.`
}
