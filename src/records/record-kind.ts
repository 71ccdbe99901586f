import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import type { Json } from '../json-sql/json.ts'
import type { PictureInput, PictureTable } from './picture-resource.ts'
import type { PicturePatch, StoredPicture } from './pictures.ts'

export type PublishStatus = components['schemas']['PublishStatus']

/** A table of references of a record to several others. */
export interface LinkTable {
  readonly table: 'artwork_artists' | 'artwork_tags'
  readonly column: 'artist_id' | 'tag_id'
  /** Whether the references have an order. */
  readonly isOrdered: boolean
}

/** The fields of requests that the writer itself reads; a kind has more. */
export interface RecordFields {
  readonly title?: string
  readonly name?: string
  readonly publish_status?: PublishStatus
  readonly featured_image?: PictureInput | PicturePatch | null
}

/** A row of a record: its columns, and its references by the name of their field. Absent ones stay unchanged. */
interface RecordRow {
  readonly columns: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, readonly number[] | undefined>>
}

type Artwork = Selectable<Database['artworks']>
type Event = Selectable<Database['events']>

/** The columns that a change is checked against: those that the kind names. Amounts are decimal text. */
export type StoredColumns = Partial<
  Omit<
    Artwork & Omit<Event, keyof Artwork> & { name: string },
    'id' | 'updated_at' | 'featured_image_id'
  >
>

/** A record whose row is locked until the end of the transaction, with its picture. */
export interface StoredRecord extends StoredColumns {
  readonly id: number
  /** In the format of PostgreSQL. */
  readonly updated_at: string
  /** Absent for a kind without pictures. */
  readonly featured_image_id?: number | null
  readonly picture: StoredPicture | undefined
}

/** How the records of a kind are stored. */
export interface RecordTable {
  /** In the singular, for problem texts. */
  readonly noun: string
  readonly table: NamedTable | 'artworks' | 'events'
  /** The columns that requests can set, with the values that absent ones have in a new record. */
  readonly columns: Readonly<Record<string, unknown>>
  /** The columns that only a new record gets. */
  readonly newColumns?: readonly string[]
  /** The columns that a change is checked against, besides the version and the picture. */
  readonly checkedColumns: readonly (keyof StoredColumns)[]
  /** The table of its pictures, for a kind with `featured_image`. */
  readonly pictures?: PictureTable
  /** The field from which the slug is made, for a kind with slugs. */
  readonly slugFrom?: 'title' | 'name'
  readonly links?: Readonly<Record<string, LinkTable>>
  /**
   * The lock of a record that is changed. `no key update` does not wait for transactions that refer to the row, which a
   * batch can prolong. It suffices where nothing depends on the lock but the row itself.
   */
  readonly lock: 'update' | 'no key update'
  readonly isVisible: (viewer: Viewer) => RawBuilder<boolean>
}

/** The requests whose facts are loaded together. */
export interface FactsWanted<Fields> {
  readonly fields: readonly Fields[]
  /** The ids of the records that the requests change. */
  readonly ids: readonly number[]
  /** The galleries from which the requests remove artworks. */
  readonly galleries?: readonly number[]
  readonly principal: Principal
}

/**
 * A kind of records: how they are stored and shown, and the rules of their requests. One request writes one record, and a
 * batch writes many, by the same functions.
 * @typeParam Fields the body of a request.
 * @typeParam Facts what the rules of several requests depend on, loaded at once.
 */
export interface RecordKind<Item, Fields extends RecordFields, Facts> extends RecordTable {
  readonly json: Json<Item>
  /** The column that says to whom a record belongs; absent where every sender with the scope may change all. */
  readonly owner?: 'gallery_id' | 'author_id' | 'id'
  loadFacts(db: Kysely<Database>, wanted: FactsWanted<Fields>): Promise<Facts>
  /** @param owner the value of the column `owner`. @throws 403 when the records of this owner are not the sender's. */
  requireOwn?(owner: number | string, facts: Facts, principal: Principal): void
  /** The owner that a request names, if it names one. */
  namedOwner?(fields: Fields): number | undefined
  /**
   * Checks the fields of a request.
   * @param stored the record that the request changes.
   * @throws 422 naming each broken rule.
   */
  requireRules?(fields: Fields, facts: Facts, stored?: StoredRecord): void
  newRow(fields: Fields, facts: Facts, principal: Principal): RecordRow
  /** @param stored the record that the request changes. */
  changedRow(fields: Fields, stored: StoredRecord, facts: Facts): RecordRow
  /** Sent right before the statement that creates one record. @throws to reject the request. */
  beforeCreate?(db: Kysely<Database>, id: number, fields: Fields): Promise<unknown>
  /** Sent right before the statement that changes one record. @throws to reject the request. */
  beforeChange?(db: Kysely<Database>, stored: StoredRecord, fields: Fields): Promise<unknown>
  /** Awaited before one record is deleted. @throws to reject the request. */
  beforeDelete?(db: Kysely<Database>, id: number, viewer: Viewer): Promise<unknown>
}

/** A kind whose records have ids of their owners (`external_id`), by which lines of a batch name them. */
export interface BatchKind<Item, Fields extends RecordFields, Facts> extends RecordKind<
  Item,
  Fields,
  Facts
> {
  readonly noun: 'artwork' | 'event'
  readonly table: 'artworks' | 'events'
  readonly owner: 'gallery_id' | 'author_id'
  /** The owner of the record of a line. @throws 400 for fields that contradict each other. */
  lineOwner(line: RecordLine<Fields>, userId: string): number | string
  requireOwn(owner: number | string, facts: Facts, principal: Principal): void
}

/** The schemas ArtworkBatchLine and EventBatchLine. */
export interface RecordLine<Fields> {
  readonly external_id: string
  readonly artwork?: Fields
  readonly event?: Fields
  readonly patch?: Fields
  readonly gallery?: number
  readonly remove?: boolean
}
