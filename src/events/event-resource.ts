import type { components } from '../../generated/v1.ts'
import { eventCategoryResource } from '../categories/category-resource.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { eventImageResource } from '../embedded/image-resource.ts'
import { absoluteMediaUrl } from '../embedded/media-url.ts'
import { maskedEmail, maskedName, maskedPhone } from '../embedded/personal-data.ts'
import { geolocationText } from '../embedded/place-text.ts'
import { userResource } from '../embedded/user-resource.ts'
import type { VenueRow } from '../venues/venue-queries.ts'
import { venueResource } from '../venues/venue-resource.ts'
import type { EventRow } from './event-queries.ts'
import { eventSummary } from './event-summary.ts'

/** The record of interface.md, Event, with its fields in that order. */
export function eventResource(
  row: EventRow,
  venue: VenueRow,
  mediaUrl: string,
): components['schemas']['Event'] {
  return {
    id: row.id,
    author: userResource(row.author),
    price: row.price === null ? null : Number(row.price),
    featured_image: eventImageResource(row.featured_image, mediaUrl),
    venue: venueResource(venue, mediaUrl),
    category: eventCategoryResource(row.category, mediaUrl),
    country: row.country_code ?? '',
    publish_status: row.publish_status,
    published_at: publishedAt(row),
    publish_time: row.publish_time && timestampText(row.publish_time),
    slug: row.slug,
    created_at: timestampText(row.created_at),
    updated_at: timestampText(row.updated_at),
    summary: eventSummary({
      title: row.title,
      category: row.category.name,
      start: row.start_time,
      end: row.end_time,
      venue: venue.name,
      address: row.address,
    }),
    title: row.title,
    content: row.content,
    start_time: timestampText(row.start_time),
    end_time: timestampText(row.end_time),
    is_all_day_event: row.is_all_day_event,
    is_end_time_unknown: row.is_end_time_unknown,
    auction_results_added: row.auction_results_added,
    is_featured: row.is_featured,
    is_paid_art_fair: row.is_paid_art_fair,
    address: row.address,
    city: row.city,
    geolocation: geolocationText(row),
    price_currency: row.price_currency,
    exhibitors_previous_year: row.exhibitors_previous_year,
    exhibitors_this_year: row.exhibitors_this_year,
    visitors_this_year: row.visitors_this_year,
    visitors_previous_year: row.visitors_previous_year,
    buy_tickets_url: row.buy_tickets_url,
    contact_name: maskedName(row.contact_name),
    email: maskedEmail(row.email),
    external_url: row.external_url,
    phone: maskedPhone(row.phone),
    additional_info: row.additional_info,
    press_release: row.press_release,
    banner_logo: row.banner_logo && absoluteMediaUrl(mediaUrl, row.banner_logo),
    is_online_only: row.is_online_only,
    artists: [],
    artworks: [],
    magazines: [],
    additional_images: [],
  }
}

/** Never null in the record (interface.md, Event): a draft shows when it was created. */
function publishedAt({ published_at, created_at }: EventRow): string {
  return timestampText(published_at ?? created_at)
}
