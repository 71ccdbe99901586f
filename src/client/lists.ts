import type { Client } from 'openapi-fetch'
import type { paths } from '../../generated/v1.ts'
import { signalOf, type CallOptions } from './call-options.ts'
import { Listing, type Page } from './listing.ts'

/** The type of a GET that returns pages. */
interface Paged {
  responses: { 200: { content: { 'application/json': Page<unknown> } } }
}

/** The paths of all lists. */
export type ListPath = {
  [Path in keyof paths]: paths[Path]['get'] extends Paged ? Path : never
}[keyof paths]

type ItemAt<Path extends ListPath> =
  paths[Path]['get']['responses'][200]['content']['application/json']['results'][number]

/** `limit`, `offset`, `ordering`, and the filters of the list. */
type QueryAt<Path extends ListPath> = Readonly<
  Omit<NonNullable<paths[Path]['get']['parameters']['query']>, 'format'>
>

/** Sends no request before the listing is read. */
export type List<Path extends ListPath> = (
  query?: QueryAt<Path>,
  options?: CallOptions,
) => Listing<ItemAt<Path>>

export interface Lists {
  readonly artworks: List<'/marketplace-artworks/'>
  readonly events: List<'/events/'>
  readonly venues: List<'/venues/'>
  readonly artists: List<'/artists/'>
  readonly galleries: List<'/galleries/'>
  readonly tags: List<'/tags/'>
  readonly artworkCategories: List<'/artwork-categories/'>
  readonly eventCategories: List<'/event-categories/'>
}

export function createLists(api: Client<paths>): Lists {
  const list =
    <Path extends ListPath>(path: Path): List<Path> =>
    (query, options) =>
      new Listing(async (pageQuery) => {
        const init = { params: { query: pageQuery }, ...signalOf(options) }
        // The compiler cannot relate a type parameter to its path; QueryAt and ItemAt state the types.
        const { data } = await api.GET(path, init as never)
        return data as unknown as Page<ItemAt<Path>>
      }, query ?? {})
  return {
    artworks: list('/marketplace-artworks/'),
    events: list('/events/'),
    venues: list('/venues/'),
    artists: list('/artists/'),
    galleries: list('/galleries/'),
    tags: list('/tags/'),
    artworkCategories: list('/artwork-categories/'),
    eventCategories: list('/event-categories/'),
  }
}
