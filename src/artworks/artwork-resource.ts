import { artistFragment } from '../artists/artist-resource.ts'
import { artworkCategoryFragment } from '../categories/category-resources.ts'
import {
  array,
  columnsOf,
  constant,
  convertedPrice,
  embedded,
  embeddedOrNull,
  expression,
  object,
  one,
} from '../json-sql/json.ts'
import { artworkImageJson } from '../records/picture-resource.ts'
import { userFragment } from '../users/user-resource.ts'
import { galleryFragment, galleryOwnerFragment } from '../galleries/gallery-resource.ts'
import { tagFragment } from '../tags/tag-resource.ts'

const { boolean, decimal, number, plain, text, timestamp } = columnsOf('artworks')

const PRICE = ['artworks.price', 'artworks.price_currency'] as const

/** A double; 0 when height or width is unknown, because the field is never null (contract, Artwork). */
const SIZE_HW = '(coalesce(artworks.size_h, 0) * coalesce(artworks.size_w, 0))'

export const artworkJson = object('Artwork', {
  id: number('id'),
  title: text('title'),
  slug: plain('slug'),
  artists: array(
    embedded(artistFragment, 'artwork_artists.artist_id'),
    'artwork_artists WHERE artwork_id = artworks.id',
    'position',
  ),
  gallery: embedded(galleryFragment, 'artworks.gallery_id'),
  units: plain('units'),
  year_of_creation: number('year_of_creation'),
  available_for_sale: plain('available_for_sale'),
  featured_image: one(
    artworkImageJson,
    'artwork_images WHERE artwork_images.id = artworks.featured_image_id',
  ),
  author: embeddedOrNull(userFragment, 'artworks.author_id'),
  size_h: number('size_h'),
  size_w: number('size_w'),
  size_d: number('size_d'),
  size_hw: expression<number>(`${SIZE_HW}::text`),
  size_hwd: expression<number | null>(`coalesce((${SIZE_HW} * artworks.size_d)::text, 'null')`),
  category: embedded(artworkCategoryFragment, 'artworks.category_id'),
  price: decimal('price'),
  price_currency: plain('price_currency'),
  price_display: plain('price_display'),
  min_price: decimal('min_price'),
  max_price: decimal('max_price'),
  min_price_currency: plain('min_price_currency'),
  max_price_currency: plain('max_price_currency'),
  price_usd: convertedPrice<number>('price_usd', ...PRICE),
  price_eur: convertedPrice<string>('price_eur', ...PRICE),
  price_usd_currency: constant('USD'),
  allow_discounted_offers: boolean('allow_discounted_offers'),
  automated_offers: boolean('automated_offers'),
  automated_offers_discount_rate: number('automated_offers_discount_rate'),
  automated_offer_days_valid: number('automated_offer_days_valid'),
  allow_instant_buy: boolean('allow_instant_buy'),
  tags: array(
    embedded(tagFragment, 'artwork_tags.tag_id'),
    'artwork_tags WHERE artwork_id = artworks.id',
    'tag_id',
  ),
  publish_status: plain('publish_status'),
  is_active: boolean('is_active'),
  created_at: timestamp('created_at'),
  order_date: timestamp('order_date'),
  business_user: embedded(galleryOwnerFragment, 'artworks.gallery_id'),
  medium: text('medium'),
  street_address: text('street_address'),
  city: text('city'),
  zip_code: text('zip_code'),
  state: text('state'),
})
