import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { BASE_MOMENT, DAY, HOUR, momentBefore, timestamp, type Random } from './random.ts'

/** The picture of artworks and events without one of their own; the migrations seed it. */
export const PLACEHOLDER_ID = 1

const YEARS_OF_PICTURES = 5

/** The columns that all kinds of pictures have. */
export function imageMetadata(
  random: Random,
  altText: string,
): Insertable<Omit<Database['images'], 'image' | 'uploaded_by'>> {
  const created = momentBefore(random, BASE_MOMENT, YEARS_OF_PICTURES * 365 * DAY)
  const createdText = timestamp(created)
  return {
    created_at: createdText,
    updated_at: random.chance(0.3) ? timestamp(created + random.below(HOUR)) : createdText,
    // Each rendition is the same SVG file, those named webp as well.
    is_converted_to_webp: false,
    caption: random.chance(0.2) ? altText : null,
    alt_text: random.chance(0.6) ? altText : null,
    description: random.chance(0.2) ? 'Drawn for the demo, after no real picture.' : null,
  }
}

/** A picture of a gallery or an artist. */
export function imageRow(
  random: Random,
  id: number,
  image: string,
  uploadedBy: string | null,
): Insertable<Database['images']> {
  return { id, ...imageMetadata(random, 'Portrait'), uploaded_by: uploadedBy, image }
}

/** Columns with the paths of the renditions, and of those named webp. */
export function renditions(path: string, names: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {}
  for (const name of names) columns[name] = columns[`${name}_webp`] = `${path}/${name}.svg`
  return columns
}
