import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type {
  ArtworkImageTable,
  ColorTable,
  EventImageTable,
  ImageMetadata,
  ImageTable,
  VenueImageTable,
} from '../database/tables.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { absoluteMediaUrl, absoluteRenditions } from './media-url.ts'

type Schemas = components['schemas']
export type ImageRow = Selectable<ImageTable>
export type ColorRow = Selectable<ColorTable>
export type ArtworkImageRow = Selectable<ArtworkImageTable> & { colors: ColorRow[] }
export type EventImageRow = Selectable<EventImageTable>
export type VenueImageRow = Selectable<VenueImageTable>

type MetadataRow = Omit<Selectable<ImageMetadata>, 'id'>

/** What every kind of picture has. */
function metadataResource(row: MetadataRow): Pick<Schemas['Image'], keyof MetadataRow> {
  return {
    created_at: timestampText(row.created_at),
    updated_at: timestampText(row.updated_at),
    is_converted_to_webp: row.is_converted_to_webp,
    caption: row.caption,
    alt_text: row.alt_text,
    description: row.description,
  }
}

export function imageResource(row: ImageRow, mediaUrl: string): Schemas['Image'] {
  return {
    id: row.id,
    ...metadataResource(row),
    image: absoluteMediaUrl(mediaUrl, row.image),
    uploaded_by: row.uploaded_by,
  }
}

export function artworkImageResource(
  row: ArtworkImageRow,
  mediaUrl: string,
): Schemas['ArtworkImage'] {
  return {
    id: row.id,
    image: absoluteRenditions(mediaUrl, {
      thumbnail_small: row.thumbnail_small,
      thumbnail: row.thumbnail,
      full_size: row.full_size,
      thumbnail_webp: row.thumbnail_webp,
      full_size_webp: row.full_size_webp,
      thumbnail_small_webp: row.thumbnail_small_webp,
    }),
    colors_data: row.colors.map(colorResource),
    colors: row.colors.map(({ id }) => id),
    ...metadataResource(row),
    uploaded_by: row.uploaded_by,
  }
}

function colorResource({ id, name, red, green, blue }: ColorRow): Schemas['Color'] {
  return {
    id,
    name,
    value: `(${red}, ${green}, ${blue})`,
    is_grayscale: red === green && green === blue,
  }
}

export function eventImageResource(row: EventImageRow, mediaUrl: string): Schemas['EventImage'] {
  return {
    id: row.id,
    image: absoluteRenditions(mediaUrl, {
      crop_small_webp: row.crop_small_webp,
      crop_smallest_webp: row.crop_smallest_webp,
      full_size: row.full_size,
      crop_small: row.crop_small,
      crop_big: row.crop_big,
      full_size_webp: row.full_size_webp,
      crop_medium: row.crop_medium,
      crop_medium_webp: row.crop_medium_webp,
      crop_big_webp: row.crop_big_webp,
      crop_smallest: row.crop_smallest,
    }),
    ...metadataResource(row),
    uploaded_by: row.uploaded_by,
  }
}

export function venueImageResource(row: VenueImageRow, mediaUrl: string): Schemas['VenueImage'] {
  return {
    id: row.id,
    image: absoluteRenditions(mediaUrl, {
      crop_medium_webp: row.crop_medium_webp,
      crop_medium: row.crop_medium,
      crop_small: row.crop_small,
      full_size: row.full_size,
      crop_small_webp: row.crop_small_webp,
      crop_big: row.crop_big,
      crop_big_webp: row.crop_big_webp,
      full_size_webp: row.full_size_webp,
    }),
    ...metadataResource(row),
    uploaded_by: row.uploaded_by,
  }
}
