import type { Items, ModelRecord } from '../model.ts'

const MAX_EXAMPLES = 3

/** The only artworks that all clients see, and that are counted. */
export function isPublicArtwork({ publish_status, is_active }: Items['artworks']): boolean {
  return publish_status === 'published' && is_active
}

/** The text about artworks that refer to a record, with those that the caller sees. */
export function textOfReferrers(visible: readonly ModelRecord<'artworks'>[]): string {
  const count = visible.length
  if (count === 0) return 'records that are not public refer to it.'
  const refer = count === 1 ? '1 artwork refers to it' : `${count} artworks refer to it`
  const examples = visible.slice(0, MAX_EXAMPLES).map(({ item }) => String(item.id))
  const last = examples.pop() ?? ''
  return `${refer}, such as ${[examples.join(', '), last].filter((part) => part !== '').join(' and ')}.`
}
