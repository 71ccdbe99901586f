import type { Insertable } from 'kysely'
import type { ImageMetadata, ImageTable } from '../../src/database/tables.ts'
import { BASE_MOMENT, DAY, HOUR, momentBefore, timestamp, type Random } from './random.ts'

/** The picture of artworks and events without one of their own; the migrations seed it. */
export const PLACEHOLDER_ID = 1

const YEARS_OF_PICTURES = 5

/** What all kinds of pictures say about themselves. */
export function imageMetadata(random: Random, altText: string): Insertable<ImageMetadata> {
  const created = momentBefore(random, BASE_MOMENT, YEARS_OF_PICTURES * 365 * DAY)
  const createdText = timestamp(created)
  return {
    created_at: createdText,
    updated_at: random.chance(0.3) ? timestamp(created + random.below(HOUR)) : createdText,
    // Each rendition is the same SVG file, those named webp as well.
    is_converted_to_webp: false,
    caption: random.chance(0.1) ? altText : null,
    alt_text: random.chance(0.6) ? altText : null,
    description: null,
  }
}

/** A picture of a gallery or an artist. */
export function imageRow(
  random: Random,
  id: number,
  image: string,
  uploadedBy: string | null,
): Insertable<ImageTable> {
  return {
    id,
    ...imageMetadata(random, 'Portrait'),
    uploaded_by: uploadedBy,
    image,
  }
}
