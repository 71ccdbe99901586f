// Made from src/database/ by `npm run generate`. Do not edit.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface ApiKeys {
  created_at: Generated<string>;
  expires_at: string | null;
  hint: string;
  id: Generated<number>;
  key_hash: Buffer;
  last_used_at: string | null;
  owner_id: string;
  replaced_by: number | null;
  revoked_at: string | null;
  scopes: string[];
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
}

export interface Artists {
  featured_image_id: number | null;
  id: Generated<number>;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  slug: string;
  stored_by: Generated<string | null>;
  summary: string | null;
  updated_at: Generated<string>;
}

export interface ArtistSources {
  artist_id: number;
  external_id: string;
  fingerprint: string;
  source: string;
}

export interface ArtworkArtists {
  artist_id: number;
  artwork_id: number;
  position: number;
  stored_by: Generated<string | null>;
}

export interface ArtworkCategories {
  caption: string | null;
  created_at: Generated<string>;
  description: string | null;
  editor_notes: string | null;
  id: Generated<number>;
  meta_description: string | null;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  tooltip: string | null;
  updated_at: Generated<string>;
}

export interface ArtworkCategoryCollectors {
  category_id: number;
  user_id: string;
}

export interface ArtworkCounts {
  available: number;
  gallery_id: number;
  no: Generated<number>;
  total: number;
}

export interface ArtworkDocuments {
  digest: string;
  format: number;
  id: number;
  length: number | null;
  media_url: string | null;
  pieces: string[] | null;
  public_url: string | null;
  text: string | null;
}

export interface ArtworkImageColors {
  artwork_image_id: number;
  color_id: number;
  position: number;
}

export interface ArtworkImages {
  alt_text: string | null;
  caption: string | null;
  created_at: Generated<string>;
  description: string | null;
  full_size: string;
  full_size_webp: string;
  id: Generated<number>;
  is_converted_to_webp: Generated<boolean>;
  stored_by: Generated<string | null>;
  thumbnail: string;
  thumbnail_small: string;
  thumbnail_small_webp: string;
  thumbnail_webp: string;
  updated_at: Generated<string>;
  uploaded_by: string | null;
}

export interface ArtworkPrices {
  artwork_id: number;
  is_public: boolean;
  price_eur: string | null;
  price_usd: string | null;
  rates: number | null;
}

export interface Artworks {
  allow_discounted_offers: Generated<boolean>;
  allow_instant_buy: Generated<boolean>;
  author_id: string | null;
  automated_offer_days_valid: number | null;
  automated_offers: Generated<boolean>;
  automated_offers_discount_rate: number | null;
  available_for_sale: Generated<string>;
  category_id: number;
  city: string | null;
  created_at: Generated<string>;
  external_id: string | null;
  featured_image_id: Generated<number>;
  gallery_id: number;
  id: Generated<number>;
  is_active: Generated<boolean>;
  is_public: ColumnType<boolean, never, never>;
  max_price: string | null;
  max_price_currency: Generated<string>;
  medium: string | null;
  min_price: string | null;
  min_price_currency: Generated<string>;
  order_date: Generated<string>;
  price: string | null;
  price_currency: Generated<string>;
  price_display: string;
  publish_status: Generated<string>;
  published_at: string | null;
  size_d: number | null;
  size_h: number | null;
  size_w: number | null;
  slug: string;
  state: string | null;
  stored_by: Generated<string | null>;
  street_address: string | null;
  title: string;
  title_sort_key: ColumnType<string, never, never>;
  units: string;
  updated_at: Generated<string>;
  views_count: Generated<number>;
  year_of_creation: number | null;
  zip_code: string | null;
}

export interface ArtworkSources {
  artwork_id: number;
  external_id: string;
  fingerprint: string;
  source: string;
}

export interface ArtworkTags {
  artwork_id: number;
  stored_by: Generated<string | null>;
  tag_id: number;
}

export interface ChangeLog {
  deltas: number[] | null;
  ids: string[] | null;
  is_derived: Generated<boolean>;
  recorded_at: Generated<string>;
  segments: number[] | null;
  subject: string;
  xid: Generated<string>;
}

export interface ChangeLogPruned {
  through: string;
}

export interface Colors {
  blue: number;
  green: number;
  id: Generated<number>;
  name: string;
  red: number;
}

export interface EventCategories {
  caption: string | null;
  created_at: Generated<string>;
  description: Generated<string>;
  editor_notes: Generated<string>;
  id: Generated<number>;
  image: string | null;
  meta_description: string | null;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  slug: string;
  tooltip: Generated<string>;
  updated_at: Generated<string>;
}

export interface EventDocuments {
  digest: string;
  format: number;
  id: number;
  length: number | null;
  media_url: string | null;
  pieces: string[] | null;
  public_url: string | null;
  text: string | null;
}

export interface EventImages {
  alt_text: string | null;
  caption: string | null;
  created_at: Generated<string>;
  crop_big: string;
  crop_big_webp: string;
  crop_medium: string;
  crop_medium_webp: string;
  crop_small: string;
  crop_small_webp: string;
  crop_smallest: string;
  crop_smallest_webp: string;
  description: string | null;
  full_size: string;
  full_size_webp: string;
  id: Generated<number>;
  is_converted_to_webp: Generated<boolean>;
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
  uploaded_by: string;
}

export interface Events {
  additional_info: string | null;
  address: Generated<string>;
  auction_results_added: Generated<boolean>;
  author_id: string;
  banner_logo: string | null;
  buy_tickets_url: string | null;
  category_id: number;
  city: Generated<string>;
  contact_name: string | null;
  content: string | null;
  country_code: string | null;
  created_at: Generated<string>;
  email: string | null;
  end_time: string;
  exhibitors_previous_year: Generated<number>;
  exhibitors_this_year: Generated<number>;
  external_id: string | null;
  external_url: string | null;
  featured_image_id: Generated<number>;
  id: Generated<number>;
  is_all_day_event: Generated<boolean>;
  is_cancelled: Generated<boolean>;
  is_end_time_unknown: Generated<boolean>;
  is_featured: Generated<boolean>;
  is_online_only: Generated<boolean>;
  is_paid_art_fair: Generated<boolean>;
  is_public: ColumnType<boolean, never, never>;
  latitude: string | null;
  longitude: string | null;
  phone: string | null;
  press_release: string | null;
  price: string | null;
  price_currency: Generated<string>;
  publish_status: Generated<string>;
  publish_time: string | null;
  published_at: string | null;
  slug: string;
  start_time: string;
  stored_by: Generated<string | null>;
  title: string;
  updated_at: Generated<string>;
  venue_id: number;
  visitors_previous_year: Generated<number>;
  visitors_this_year: Generated<number>;
}

export interface EventSources {
  event_id: number;
  external_id: string;
  fingerprint: string;
  source: string;
}

export interface ExchangeRates {
  currency: string;
  rate_date: string;
  source: string;
  units_per_euro: string;
}

export interface ExchangeRateVersion {
  version: number;
}

export interface FeedEntries {
  changed_at: Generated<string>;
  digest: Buffer | null;
  format: string | null;
  id: number;
  length: number | null;
  list: string;
  no: number;
  record: string | null;
}

export interface FeedEpochs {
  began_at: Generated<string>;
  epoch: Generated<string>;
  first_no: number;
  list: string;
  no: Generated<number>;
  skipped_through: Generated<number>;
}

export interface FeedPending {
  id: number;
  list: string;
}

export interface FeedRanges {
  digest: Buffer;
  list: string;
  no: number;
  records: number;
}

export interface Feeds {
  digest: Generated<Buffer>;
  format: string;
  last_no: Generated<number>;
  list: string;
  position: string;
  records: Generated<number>;
  removed_through: Generated<number>;
  server: string;
  written_by: Generated<string>;
}

export interface FormatOfDocuments {
  format: number;
  is_complete: Generated<boolean>;
  list: string;
  media_url: string;
  public_url: string | null;
  revision: Generated<number>;
}

export interface Galleries {
  address: string | null;
  city: string | null;
  featured_image_id: number | null;
  id: Generated<number>;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  owner_id: string;
  phone_number: string | null;
  registered_since: Generated<string>;
  slug: string;
  stored_by: Generated<string | null>;
  summary: Generated<string>;
  updated_at: Generated<string>;
}

export interface GalleryInvitations {
  gallery_id: number;
  invited_by: string;
  username: string;
}

export interface GalleryMembers {
  gallery_id: number;
  user_id: string;
}

export interface IdempotencyKeys {
  body: string;
  created_at: Generated<string>;
  fingerprint: Buffer;
  headers: ColumnType<Record<string, string>, string, string>;
  idempotency_key: string;
  owner_id: string;
  status: number;
}

export interface Images {
  alt_text: string | null;
  caption: string | null;
  created_at: Generated<string>;
  description: string | null;
  id: Generated<number>;
  image: string;
  is_converted_to_webp: Generated<boolean>;
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
  uploaded_by: string | null;
}

export interface OffsetAnchors {
  first_id: number;
  first_number: string | null;
  first_text: string | null;
  first_time: string | null;
  no: Generated<number>;
  rows: number;
  sort_order: string;
}

export interface OffsetIndexState {
  folded_through: string;
  list: string;
}

export interface StoredBytes {
  bytes: number;
  no: Generated<number>;
  user_id: string;
}

export interface Tags {
  created_at: Generated<string>;
  description: Generated<string>;
  id: Generated<number>;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
}

export interface Users {
  display_name: string | null;
  display_name_full: Generated<string>;
  email: string;
  first_name: Generated<string>;
  id: Generated<string>;
  last_name: Generated<string>;
  slug: string;
  telephone: string | null;
  username: string;
}

export interface VenueImages {
  alt_text: string | null;
  caption: string | null;
  created_at: Generated<string>;
  crop_big: string;
  crop_big_webp: string;
  crop_medium: string;
  crop_medium_webp: string;
  crop_small: string;
  crop_small_webp: string;
  description: string | null;
  full_size: string;
  full_size_webp: string;
  id: Generated<number>;
  is_converted_to_webp: Generated<boolean>;
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
  uploaded_by: string | null;
}

export interface Venues {
  city: Generated<string>;
  country_code: string | null;
  featured_image_id: number | null;
  gallery_id: number | null;
  id: Generated<number>;
  latitude: string | null;
  longitude: string | null;
  name: string;
  name_sort_key: ColumnType<string, never, never>;
  response_time: string | null;
  slug: string;
  stored_by: Generated<string | null>;
  updated_at: Generated<string>;
}

export interface VenueSources {
  external_id: string;
  fingerprint: string;
  source: string;
  venue_id: number;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  claimed_until: string | null;
  created_at: Generated<string>;
  error: string | null;
  id: Generated<number>;
  is_manual: boolean;
  last_attempt_at: string | null;
  message_id: Generated<string>;
  next_attempt_at: Generated<string | null>;
  response_status: number | null;
  state: Generated<string>;
  type: string;
  webhook_id: number;
}

export interface WebhookPositions {
  list: string;
  no: number;
  webhook_id: number;
}

export interface Webhooks {
  created_at: Generated<string>;
  disabled_at: string | null;
  disabled_reason: string | null;
  id: Generated<number>;
  is_active: Generated<boolean>;
  operations: string[];
  owner_id: string;
  previous_secret: string | null;
  previous_secret_ends_at: string | null;
  secret: string;
  updated_at: Generated<string>;
  url: string;
}

export interface DB {
  api_keys: ApiKeys;
  artist_sources: ArtistSources;
  artists: Artists;
  artwork_artists: ArtworkArtists;
  artwork_categories: ArtworkCategories;
  artwork_category_collectors: ArtworkCategoryCollectors;
  artwork_counts: ArtworkCounts;
  artwork_documents: ArtworkDocuments;
  artwork_image_colors: ArtworkImageColors;
  artwork_images: ArtworkImages;
  artwork_prices: ArtworkPrices;
  artwork_sources: ArtworkSources;
  artwork_tags: ArtworkTags;
  artworks: Artworks;
  change_log: ChangeLog;
  change_log_pruned: ChangeLogPruned;
  colors: Colors;
  event_categories: EventCategories;
  event_documents: EventDocuments;
  event_images: EventImages;
  event_sources: EventSources;
  events: Events;
  exchange_rate_version: ExchangeRateVersion;
  exchange_rates: ExchangeRates;
  feed_entries: FeedEntries;
  feed_epochs: FeedEpochs;
  feed_pending: FeedPending;
  feed_ranges: FeedRanges;
  feeds: Feeds;
  format_of_documents: FormatOfDocuments;
  galleries: Galleries;
  gallery_invitations: GalleryInvitations;
  gallery_members: GalleryMembers;
  idempotency_keys: IdempotencyKeys;
  images: Images;
  offset_anchors: OffsetAnchors;
  offset_index_state: OffsetIndexState;
  stored_bytes: StoredBytes;
  tags: Tags;
  users: Users;
  venue_images: VenueImages;
  venue_sources: VenueSources;
  venues: Venues;
  webhook_deliveries: WebhookDeliveries;
  webhook_positions: WebhookPositions;
  webhooks: Webhooks;
}
