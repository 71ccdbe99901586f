import type { components } from '../../generated/v1.ts'
import type { NamedRecord } from '../read-model/name-search.ts'
import type { ViewParts } from '../contract/responses.ts'

type Schemas = components['schemas']

/** What a view shows besides the body of its response: the first records of other lists. */
export interface Parts extends ViewParts {
  readonly sections: readonly Section[]
  /** How a short list can be narrowed, by the names of the facets; none for other views. */
  readonly facets?: Readonly<Record<string, Schemas['Facet']>>
  /** Of the start page only. */
  readonly overview?: Overview
  /** The records that the address names by their ids, and categories to choose from, by the names of filters. */
  readonly named?: NamedByFilter
  /** The records whose names have the words of a search that finds nothing. */
  readonly found?: readonly NamedRecord[]
}

export type NamedByFilter = Readonly<Record<string, readonly Named[]>>

/** The first records of a list, and the way to all of them. */
export type Section =
  | SectionOf<'artworks', Schemas['Artwork']>
  | SectionOf<'events', Schemas['Event']>

interface SectionOf<Name, Item> {
  readonly of: Name
  readonly title: string
  /** Of the whole list: its path and query below the API. */
  readonly address: string
  /** The words of the link to it. */
  readonly all: string
  readonly records: readonly Item[]
  /** Whether none is missing. Of a long list, some may be, or all. */
  readonly isComplete: boolean
}

export interface Overview {
  /** Of the public records. */
  readonly counts: { readonly artworks: number; readonly events: number }
  readonly categories: {
    readonly artworks: Categories
    readonly events: Categories
  }
}

/** The first categories by name. */
interface Categories {
  /** Of all. */
  readonly count: number
  readonly results: readonly Named[]
}

interface Named {
  /** Of a colour, its value in the address. */
  readonly id: number | string
  readonly name: string
}
