import type { components } from '../../generated/v1.ts'
import { collectionOf, type ListName } from '../lists/list.ts'

/** The lists that webhooks are told of, by the names in their paths. */
export const COLLECTIONS = {
  'marketplace-artworks': 'artworks',
  events: 'events',
} as const satisfies Record<components['schemas']['WebhookCollection'], ListName>

export function listsOf(collections: readonly (keyof typeof COLLECTIONS)[]): ListName[] {
  return collections.map((name) => COLLECTIONS[name])
}

export function changesType(list: ListName): string {
  return `${collectionOf(list)}.changed`
}
