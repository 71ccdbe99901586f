import type { RawBuilder, Selectable } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import type { PictureInput } from '../images/image-resource.ts'
import type { StoredPicture } from '../images/picture-queries.ts'
import type { PicturePatch } from '../images/pictures.ts'
import type { PublishStatus } from '../writes/publish-status.ts'

/** A table of references of a listing to several records. */
export interface LinkTable {
  readonly table: 'artwork_artists' | 'artwork_tags'
  readonly column: 'artist_id' | 'tag_id'
  /** Whether the references have an order. */
  readonly isOrdered: boolean
}

/** The fields of every request for a listing; a kind has more. */
export interface ListingFields {
  readonly title?: string
  readonly publish_status?: PublishStatus
  readonly featured_image?: PictureInput | PicturePatch | null
}

/** A row of a listing: its columns, and its references by the name of their field. Absent ones stay unchanged. */
export interface ListingRow {
  readonly columns: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, readonly number[] | undefined>>
}

/** The requests whose facts are loaded together. */
export interface FactsWanted<Fields> {
  readonly fields: readonly Fields[]
  /** The ids of the listings that the requests change. */
  readonly ids: readonly number[]
  /** The galleries from which the requests remove artworks. */
  readonly galleries?: readonly number[]
  readonly principal: Principal
}

export const ARTWORK_RULE_COLUMNS = [
  'price_display',
  'min_price',
  'max_price',
  'min_price_currency',
  'max_price_currency',
  'automated_offers',
  'automated_offers_discount_rate',
  'automated_offer_days_valid',
] as const

export const EVENT_RULE_COLUMNS = ['start_time', 'end_time', 'is_all_day_event'] as const

/** The columns on which rules depend; those of the other kind are absent. Amounts are decimal text. */
export type RuleColumns = Partial<
  Pick<Selectable<Database['artworks']>, (typeof ARTWORK_RULE_COLUMNS)[number]> &
    Pick<Selectable<Database['events']>, (typeof EVENT_RULE_COLUMNS)[number]>
>

/** The columns of a listing that a change of the listing is checked against, and its picture. */
export interface LockedListing extends RuleColumns {
  readonly id: number
  readonly publish_status: string
  readonly featured_image_id: number
  readonly updated_at: string
  readonly author_id: string | null
  /** Undefined for events. */
  readonly gallery_id?: number
  readonly external_id: string | null
  /** Decimal text. */
  readonly price: string | null
  readonly price_currency: string
  readonly picture: StoredPicture | undefined
}

/** How listings of a kind are stored. */
export interface ListingTable {
  readonly noun: 'artwork' | 'event'
  readonly table: 'artworks' | 'events'
  readonly pictures: 'artwork_images' | 'event_images'
  /** The column that says to whom a listing belongs. Its external ids are unique. */
  readonly owner: 'gallery_id' | 'author_id'
  /** The columns that requests can set. */
  readonly columns: readonly string[]
  readonly ruleColumns: readonly (keyof RuleColumns)[]
  readonly links: Readonly<Record<string, LinkTable>>
  readonly isVisible: (viewer: Viewer) => RawBuilder<boolean>
}

/**
 * A kind of listings: artworks, which belong to a gallery, and events, which belong to their author. One request writes
 * one listing, and a batch writes many, by the same functions.
 * @typeParam Fields the body of a request.
 * @typeParam Facts what the rules of several requests depend on, loaded at once.
 */
export interface ListingKind<Fields extends ListingFields, Facts> extends ListingTable {
  /** The state of a new listing whose request names none. */
  readonly firstStatus: PublishStatus
  loadFacts(db: DatabaseReader, wanted: FactsWanted<Fields>): Promise<Facts>
  /** @param owner the id of a gallery or an author. @throws 403 when its listings are not the sender's. */
  requireOwn(owner: number | string, facts: Facts, principal: Principal): void
  /** The owner that a request names, if it names one. */
  namedOwner(fields: Partial<Fields>): number | undefined
  /**
   * Checks the fields of a request.
   * @param listing the listing that the request changes.
   * @throws 422 naming each broken rule.
   */
  requireRules(fields: Partial<Fields>, facts: Facts, listing?: LockedListing): void
  newRow(fields: Fields, facts: Facts): ListingRow
  /** @param listing the listing that the request changes. */
  changedRow(fields: Partial<Fields>, listing: LockedListing): ListingRow
}
