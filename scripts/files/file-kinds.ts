// `scripts/files/` imports and exports records as files in NDJSON and CSV, in the words of the contract.

import { ARTWORK_REFERENCES } from '../../src/artworks/artwork-kind.ts'
import { contract, resolve, type Schema } from '../../src/contract/document.ts'
import type { NamedTable } from '../../src/database/tables.ts'
import { EVENT_REFERENCES } from '../../src/events/event-kind.ts'

/** A kind of records that files can have. */
export interface FileKind {
  readonly name: FileKindName
  /** The member of a line with the fields of the record. */
  readonly noun: string
  /** The fields of a request body. */
  readonly input: Schema & { readonly required?: readonly string[] }
  /** A line of NDJSON: that of a batch, where there is one, with the members that only files have. */
  readonly line: Schema
  /** Whether the records have an external id, and a line can remove one. */
  readonly isListing: boolean
  /** The kinds of the records that fields refer to by id. */
  readonly references: Readonly<Record<string, NamedTable>>
}

export type FileKindName = 'artworks' | 'events' | 'galleries' | 'artists' | 'venues' | 'tags'

const { schemas } = contract.components

/** The service's own id of a record. Ids of later records follow it, so the bound leaves more than 100 million of them. */
const ID: Schema = { type: 'integer', minimum: 1, maximum: 2_000_000_000 }

const FILE_KINDS: Readonly<Record<FileKindName, FileKind>> = {
  artworks: { ...listings('artworks', 'artwork', 'Artwork', {}), references: ARTWORK_REFERENCES },
  events: {
    // In a request, the author is the sender.
    ...listings('events', 'event', 'Event', { author: usernameSchema() }),
    references: EVENT_REFERENCES,
  },
  galleries: named('galleries', 'gallery', 'GalleryInput'),
  artists: named('artists', 'artist', 'ArtistInput'),
  venues: named('venues', 'venue', 'VenueInput'),
  tags: named('tags', 'tag', 'TagInput'),
}

/** Undefined for another word. */
export function fileKind(name: string | undefined): FileKind | undefined {
  return Object.values(FILE_KINDS).find((kind) => kind.name === name)
}

export const FILE_KIND_NAMES = Object.keys(FILE_KINDS) as FileKindName[]

/** For usages: `artworks|events|...`. */
export const KINDS_TEXT = FILE_KIND_NAMES.join('|')

function listings(
  name: FileKindName,
  noun: string,
  schema: string,
  more: Readonly<Record<string, Schema>>,
): FileKind {
  const { required: _required, ...line } = schemaOf(`${schema}BatchLine`)
  const properties = { ...line.properties, id: ID, ...more }
  const input = schemaOf(`${schema}Input`)
  return { name, noun, input, line: { ...line, properties }, isListing: true, references: {} }
}

function named(name: FileKindName, noun: string, schema: string): FileKind {
  const line = {
    type: 'object',
    additionalProperties: false,
    required: [noun],
    properties: { id: ID, [noun]: { $ref: `#/components/schemas/${schema}` } },
  }
  return { name, noun, input: schemaOf(schema), line, isListing: false, references: {} }
}

function usernameSchema(): Schema {
  return schemaOf('GalleryInput').properties?.['owner'] ?? {}
}

function schemaOf(name: string): Schema & { readonly required?: readonly string[] } {
  return resolve(schemas[name] ?? {})
}
