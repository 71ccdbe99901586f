import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/**
 * One interface per table. Column names are the contract's field names where both speak of the same
 * thing. Timestamps are PostgreSQL's text (see timestamp-text.ts), `numeric` is decimal text, so
 * that neither loses a digit.
 */
export interface Database {
  users: UserTable
  images: ImageTable
  artwork_images: ArtworkImageTable
  event_images: EventImageTable
  venue_images: VenueImageTable
  colors: ColorTable
  artwork_image_colors: ArtworkImageColorTable
  galleries: GalleryTable
  artists: ArtistTable
  artwork_categories: ArtworkCategoryTable
  artwork_category_collectors: ArtworkCategoryCollectorTable
  tags: TagTable
  event_categories: EventCategoryTable
  venues: VenueTable
  artworks: ArtworkTable
  artwork_artists: ArtworkArtistTable
  artwork_tags: ArtworkTagTable
  events: EventTable
  exchange_rates: ExchangeRateTable
  artwork_prices: ArtworkPriceTable
  idempotency_keys: IdempotencyKeyTable
  artist_sources: SourceTable & { artist_id: number }
  artwork_sources: SourceTable & { artwork_id: number }
  venue_sources: SourceTable & { venue_id: number }
  event_sources: SourceTable & { event_id: number }
  api_keys: ApiKeyTable
}

/** The tables with `name` and `name_sort_key`, whose rows other records refer to by id. */
export type NamedTable =
  'artists' | 'artwork_categories' | 'event_categories' | 'galleries' | 'tags' | 'venues'

export interface UserTable {
  id: Generated<string>
  username: string
  slug: string
  first_name: Generated<string>
  last_name: Generated<string>
  display_name: string | null
  display_name_full: Generated<string>
  email: string
  telephone: string | null
}

export interface ImageMetadata {
  id: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  is_converted_to_webp: Generated<boolean>
  caption: string | null
  alt_text: string | null
  description: string | null
}

export interface ImageTable extends ImageMetadata {
  uploaded_by: string | null
  image: string
}

export interface ArtworkImageTable extends ImageMetadata {
  uploaded_by: string | null
  thumbnail_small: string
  thumbnail: string
  full_size: string
  thumbnail_webp: string
  full_size_webp: string
  thumbnail_small_webp: string
}

export interface EventImageTable extends ImageMetadata {
  uploaded_by: string
  crop_small_webp: string
  crop_smallest_webp: string
  full_size: string
  crop_small: string
  crop_big: string
  full_size_webp: string
  crop_medium: string
  crop_medium_webp: string
  crop_big_webp: string
  crop_smallest: string
}

export interface VenueImageTable extends ImageMetadata {
  uploaded_by: string | null
  crop_medium_webp: string
  crop_medium: string
  crop_small: string
  full_size: string
  crop_small_webp: string
  crop_big: string
  crop_big_webp: string
  full_size_webp: string
}

export interface ColorTable {
  id: Generated<number>
  name: string
  red: number
  green: number
  blue: number
}

export interface ArtworkImageColorTable {
  artwork_image_id: number
  position: number
  color_id: number
}

export interface GalleryTable {
  id: Generated<number>
  name: string
  name_sort_key: GeneratedAlways<string>
  slug: string
  city: string | null
  summary: Generated<string>
  featured_image_id: number | null
  owner_id: string
  phone_number: string | null
  address: string | null
  registered_since: Generated<string>
}

export interface ArtistTable {
  id: Generated<number>
  name: string
  name_sort_key: GeneratedAlways<string>
  slug: string
  summary: string | null
  featured_image_id: number | null
}

export interface ArtworkCategoryTable {
  id: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  name: string
  name_sort_key: GeneratedAlways<string>
  description: string | null
  meta_description: string | null
  caption: string | null
  tooltip: string | null
  editor_notes: string | null
}

interface ArtworkCategoryCollectorTable {
  category_id: number
  user_id: string
}

export interface TagTable {
  id: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  name: string
  name_sort_key: GeneratedAlways<string>
  description: Generated<string>
}

export interface EventCategoryTable {
  id: Generated<number>
  image: string | null
  slug: string
  created_at: Generated<string>
  updated_at: Generated<string>
  name: string
  name_sort_key: GeneratedAlways<string>
  description: Generated<string>
  tooltip: Generated<string>
  editor_notes: Generated<string>
  meta_description: string | null
  caption: string | null
}

export interface VenueTable {
  id: Generated<number>
  name: string
  name_sort_key: GeneratedAlways<string>
  slug: string
  city: Generated<string>
  country_code: string | null
  latitude: string | null
  longitude: string | null
  featured_image_id: number | null
  response_time: string | null
  /** The gallery that runs this venue, if one does. */
  gallery_id: number | null
}

export interface ArtworkTable {
  id: Generated<number>
  title: string
  /** See `sort_key` in schema/1-catalogue.sql. */
  title_sort_key: GeneratedAlways<string>
  slug: string
  gallery_id: number
  units: string
  year_of_creation: number | null
  available_for_sale: Generated<string>
  featured_image_id: Generated<number>
  author_id: string | null
  size_h: number | null
  size_w: number | null
  size_d: number | null
  category_id: number
  price: string | null
  price_currency: Generated<string>
  price_display: string
  min_price: string | null
  max_price: string | null
  min_price_currency: Generated<string>
  max_price_currency: Generated<string>
  allow_discounted_offers: Generated<boolean>
  automated_offers: Generated<boolean>
  automated_offers_discount_rate: number | null
  automated_offer_days_valid: number | null
  allow_instant_buy: Generated<boolean>
  publish_status: Generated<string>
  published_at: string | null
  is_active: Generated<boolean>
  is_public: GeneratedAlways<boolean>
  views_count: Generated<number>
  created_at: Generated<string>
  order_date: Generated<string>
  medium: string | null
  street_address: string | null
  city: string | null
  zip_code: string | null
  state: string | null
}

export interface ArtworkArtistTable {
  artwork_id: number
  position: number
  artist_id: number
}

export interface ArtworkTagTable {
  artwork_id: number
  tag_id: number
}

export interface EventTable {
  id: Generated<number>
  author_id: string
  price: string | null
  featured_image_id: Generated<number>
  venue_id: number
  category_id: number
  country_code: string | null
  publish_status: Generated<string>
  published_at: string | null
  is_public: GeneratedAlways<boolean>
  publish_time: string | null
  slug: string
  created_at: Generated<string>
  updated_at: Generated<string>
  title: string
  content: string | null
  start_time: string
  end_time: string
  is_all_day_event: Generated<boolean>
  is_end_time_unknown: Generated<boolean>
  auction_results_added: Generated<boolean>
  is_featured: Generated<boolean>
  is_paid_art_fair: Generated<boolean>
  address: Generated<string>
  city: Generated<string>
  latitude: string | null
  longitude: string | null
  price_currency: Generated<string>
  exhibitors_previous_year: Generated<number>
  exhibitors_this_year: Generated<number>
  visitors_this_year: Generated<number>
  visitors_previous_year: Generated<number>
  buy_tickets_url: string | null
  contact_name: string | null
  email: string | null
  external_url: string | null
  phone: string | null
  additional_info: string | null
  press_release: string | null
  banner_logo: string | null
  is_online_only: Generated<boolean>
}

export interface ExchangeRateTable {
  currency: string
  rate_date: string
  units_per_euro: string
  source: string
}

/** The sort order by `price_usd`, maintained by triggers and the background refresh (schema/3-prices.sql). */
interface ArtworkPriceTable {
  artwork_id: number
  is_public: boolean
  rates: number | null
  price_usd: string | null
  price_eur: string | null
}

/** The origin of an imported row; see `artist_sources` in schema/1-catalogue.sql. */
interface SourceTable {
  source: string
  external_id: string
  fingerprint: string
}

/** API keys; see schema/2-writing.sql. */
interface ApiKeyTable {
  id: Generated<number>
  hint: string
  key_hash: Buffer
  owner_id: string
  scopes: string[]
  created_at: Generated<string>
  /** Null for a key that does not expire. */
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** The key that replaced it when it was rotated. */
  replaced_by: number | null
}

/** The stored response of an idempotent POST request; see schema/2-writing.sql. */
interface IdempotencyKeyTable {
  owner_id: string
  idempotency_key: string
  fingerprint: Buffer
  status: number
  headers: JSONColumnType<Record<string, string>>
  body: string
  created_at: Generated<string>
}
