import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { array, columnsOf, expression, object, type Json } from '../json-sql/json.ts'

export type PictureInput = components['schemas']['PictureInput']

/** The picture of records without one of their own (database/migrations/0001-baseline.sql). */
export const PLACEHOLDER_IMAGE_ID = 1

/** The tables of pictures, with the columns of their addresses: one for each rendition. */
export const RENDITIONS = {
  images: ['image'],
  artwork_images: [
    'thumbnail_small',
    'thumbnail',
    'full_size',
    'thumbnail_webp',
    'full_size_webp',
    'thumbnail_small_webp',
  ],
  event_images: [
    'crop_small_webp',
    'crop_smallest_webp',
    'full_size',
    'crop_small',
    'crop_big',
    'full_size_webp',
    'crop_medium',
    'crop_medium_webp',
    'crop_big_webp',
    'crop_smallest',
  ],
  venue_images: [
    'crop_medium_webp',
    'crop_medium',
    'crop_small',
    'full_size',
    'crop_small_webp',
    'crop_big',
    'crop_big_webp',
    'full_size_webp',
  ],
} as const satisfies {
  readonly [Table in keyof Database]?: readonly (keyof Database[Table])[]
}

export type PictureTable = keyof typeof RENDITIONS

type Renditions<Table extends PictureTable> = {
  readonly [Name in (typeof RENDITIONS)[Table][number]]: Json<string>
}

function renditions<Table extends PictureTable>(table: Table): Renditions<Table> {
  const media = columnsOf<'event_images'>(table as 'event_images').media as (
    name: string,
  ) => Json<string>
  return Object.fromEntries(
    RENDITIONS[table].map((name) => [name, media(name)]),
  ) as Renditions<Table>
}

/** The fields that all kinds of pictures have. */
function metadata(table: PictureTable) {
  const { boolean, number, text, timestamp } = columnsOf<PictureTable>(table)
  return {
    id: number('id'),
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
    is_converted_to_webp: boolean('is_converted_to_webp'),
    caption: text('caption'),
    alt_text: text('alt_text'),
    description: text('description'),
  }
}

export const imageJson = object('Image', {
  ...metadata('images'),
  uploaded_by: columnsOf('images').plain('uploaded_by'),
  ...renditions('images'),
})

const color = columnsOf('colors')

const colorJson = object('Color', {
  id: color.number('id'),
  name: color.text('name'),
  value: expression<string>(`concat('"(', red, ', ', green, ', ', blue, ')"')`),
  is_grayscale: expression<boolean>('(red = green AND green = blue)::text'),
})

const COLORS_OF_IMAGE = `artwork_image_colors JOIN colors ON colors.id = color_id
  WHERE artwork_image_id = artwork_images.id`

export const artworkImageJson = object('ArtworkImage', {
  ...metadata('artwork_images'),
  uploaded_by: columnsOf('artwork_images').plain('uploaded_by'),
  image: object('ArtworkImageRenditions', renditions('artwork_images')),
  colors_data: array(colorJson, COLORS_OF_IMAGE, 'position'),
  colors: array(color.number('id'), COLORS_OF_IMAGE, 'position'),
})

export const eventImageJson = object('EventImage', {
  ...metadata('event_images'),
  uploaded_by: columnsOf('event_images').plain('uploaded_by'),
  image: object('EventImageRenditions', renditions('event_images')),
})

export const venueImageJson = object('VenueImage', {
  ...metadata('venue_images'),
  uploaded_by: columnsOf('venue_images').plain('uploaded_by'),
  image: object('VenueImageRenditions', renditions('venue_images')),
})
