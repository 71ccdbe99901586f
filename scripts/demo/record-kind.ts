import type { Database } from '../../src/database/tables.ts'

/** How to make the n-th record of one kind, and the rows that belong to it. */
export interface RecordKind {
  readonly table: 'galleries' | 'artists' | 'venues' | 'artworks' | 'events'
  /** Identifies the n-th record; it costs little. */
  slug(n: number): string
  /** `imageId` is null for a record without a picture. */
  row(n: number, id: number, imageId: number | null): object
  readonly links?: readonly LinkKind[]
  readonly images: {
    readonly table: keyof Database
    has(n: number): boolean
    row(n: number, id: number): object
    readonly links?: readonly LinkKind[]
  }
}

/** Rows of another table that belong to a record, or to its picture, with the id `ownerId`. */
interface LinkKind {
  readonly table: keyof Database
  rows(n: number, ownerId: number): readonly object[]
}
