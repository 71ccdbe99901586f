import type { components } from '../../generated/v1.ts'
import { LISTS, type ListName } from '../lists/list.ts'

/** The lists that webhooks are told of, by the names in their paths. */
export const COLLECTIONS = {
  'marketplace-artworks': 'artworks',
  events: 'events',
} as const satisfies Record<components['schemas']['WebhookCollection'], ListName>

export function listsOf(collections: readonly (keyof typeof COLLECTIONS)[]): ListName[] {
  return collections.map((name) => COLLECTIONS[name])
}

/** The name in the path of a list. */
export function collectionOf(list: ListName): string {
  return LISTS[list].path.slice(1, -1)
}

/** The type of a message with changes of a list. */
export function changesType(list: ListName): string {
  return `${collectionOf(list)}.changed`
}
