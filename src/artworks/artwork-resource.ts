import type { components } from '../../generated/v1.ts'
import type { ArtistRow } from '../artists/artist-queries.ts'
import { artistResource } from '../artists/artist-resource.ts'
import { artworkCategoryResource } from '../categories/category-resource.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { artworkImageResource } from '../embedded/image-resource.ts'
import { userResource } from '../embedded/user-resource.ts'
import type { GalleryRow } from '../galleries/gallery-queries.ts'
import { galleryResource } from '../galleries/gallery-resource.ts'
import { part } from '../reading/records/part.ts'
import { tagResource } from '../tags/tag-resource.ts'
import type { ArtworkRow } from './artwork-queries.ts'

type Artwork = components['schemas']['Artwork']

/** An artwork's row with the rows of what other artworks may share with it. */
export interface ArtworkParts {
  readonly row: ArtworkRow
  readonly gallery: GalleryRow
  readonly artists: readonly ArtistRow[]
}

/** The record of interface.md, Artwork, with its fields in that order. */
export function artworkResource(
  { row, gallery, artists }: ArtworkParts,
  mediaUrl: string,
): Artwork {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    artists: artists.map((artist) => artistResource(artist, mediaUrl)),
    gallery: galleryResource(gallery, mediaUrl),
    units: row.units,
    year_of_creation: row.year_of_creation,
    available_for_sale: row.available_for_sale,
    featured_image: artworkImageResource(row.featured_image, mediaUrl),
    author: row.author && userResource(row.author),
    size_h: row.size_h,
    size_w: row.size_w,
    size_d: row.size_d,
    size_hw: sizeHw(row),
    size_hwd: sizeHwd(row),
    category: artworkCategoryResource(row.category),
    price: amount(row.price),
    price_currency: row.price_currency,
    price_display: row.price_display,
    min_price: amount(row.min_price),
    max_price: amount(row.max_price),
    min_price_currency: row.min_price_currency,
    max_price_currency: row.max_price_currency,
    price_usd: amount(row.price_usd),
    price_eur: row.price_eur,
    price_usd_currency: 'USD',
    allow_discounted_offers: row.allow_discounted_offers,
    automated_offers: row.automated_offers,
    automated_offers_discount_rate: row.automated_offers_discount_rate,
    automated_offer_days_valid: row.automated_offer_days_valid,
    allow_instant_buy: row.allow_instant_buy,
    tags: row.tags.map(tagResource),
    publish_status: row.publish_status,
    is_active: row.is_active,
    created_at: timestampText(row.created_at),
    order_date: timestampText(row.order_date),
    business_user: part('gallery_owner', gallery.id, userResource(gallery.owner)),
    medium: row.medium,
    street_address: row.street_address,
    city: row.city,
    zip_code: row.zip_code,
    state: row.state,
  }
}

type Sizes = Pick<ArtworkRow, 'size_h' | 'size_w' | 'size_d'>

/** Binary floating point, and 0 when a side is unknown, because it is never null (design: artworks). */
function sizeHw({ size_h, size_w }: Sizes): number {
  return (size_h ?? 0) * (size_w ?? 0)
}

function sizeHwd(sizes: Sizes): number | null {
  return sizes.size_d === null ? null : sizeHw(sizes) * sizes.size_d
}

/** Amounts have at most 14 digits, which a double holds exactly enough to give them back. */
function amount(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal)
}
