import type { Database } from '../../src/database/tables.ts'

/** Where the ids of a kind's records begin and how far apart they are, in an empty database. */
export interface Numbering {
  readonly table: keyof Database
  readonly firstId: number
  readonly stride: number
}

/** How to make the n-th record of one kind, and what hangs on it. */
export interface RecordKind {
  readonly table: 'galleries' | 'artists' | 'venues' | 'artworks' | 'events'
  /** What the n-th record is recognised by; it costs little. */
  slug(n: number): string
  /** `imageId` is null for a record without a picture. */
  row(n: number, id: number, imageId: number | null): object
  readonly images: Numbering & {
    has(n: number): boolean
    row(n: number, id: number): object
    /** What belongs to a picture. */
    readonly links?: readonly LinkKind[]
  }
  readonly links: readonly LinkKind[]
}

/** Rows of another table that belong to a record, or to its picture. */
export interface LinkKind {
  readonly table: keyof Database
  rows(n: number, id: number, imageId: number | null): readonly object[]
}
