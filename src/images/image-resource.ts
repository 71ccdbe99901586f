import { array, columnsOf, expression, object } from '../json-sql/json.ts'
import type { components } from '../../generated/v1.ts'

/** The picture of records without one of their own (database/migrations/0001-baseline.sql). */
export const PLACEHOLDER_IMAGE_ID = 1

type ImageTable = 'images' | 'artwork_images' | 'event_images' | 'venue_images'

/** The fields that all kinds of pictures have. */
function metadata(table: ImageTable) {
  const { boolean, text, timestamp } = columnsOf<ImageTable>(table)
  return {
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
    is_converted_to_webp: boolean('is_converted_to_webp'),
    caption: text('caption'),
    alt_text: text('alt_text'),
    description: text('description'),
  }
}

const image = columnsOf('images')

export const imageJson = object('Image', {
  id: image.number('id'),
  ...metadata('images'),
  image: image.media('image'),
  uploaded_by: image.plain('uploaded_by'),
})

const color = columnsOf('colors')

const colorJson = object('Color', {
  id: color.number('id'),
  name: color.text('name'),
  value: expression<string>(`concat('"(', red, ', ', green, ', ', blue, ')"')`),
  is_grayscale: expression<boolean>('(red = green AND green = blue)::text'),
})

const artworkImage = columnsOf('artwork_images')

const COLORS_OF_IMAGE = `artwork_image_colors JOIN colors ON colors.id = color_id
  WHERE artwork_image_id = artwork_images.id`

export const artworkImageJson = object('ArtworkImage', {
  id: artworkImage.number('id'),
  image: object('ArtworkImageRenditions', {
    thumbnail_small: artworkImage.media('thumbnail_small'),
    thumbnail: artworkImage.media('thumbnail'),
    full_size: artworkImage.media('full_size'),
    thumbnail_webp: artworkImage.media('thumbnail_webp'),
    full_size_webp: artworkImage.media('full_size_webp'),
    thumbnail_small_webp: artworkImage.media('thumbnail_small_webp'),
  }),
  colors_data: array(colorJson, COLORS_OF_IMAGE, 'position'),
  colors: array(color.number('id'), COLORS_OF_IMAGE, 'position'),
  ...metadata('artwork_images'),
  uploaded_by: artworkImage.plain('uploaded_by'),
})

const eventImage = columnsOf('event_images')

export const eventImageJson = object('EventImage', {
  id: eventImage.number('id'),
  image: object('EventImageRenditions', {
    crop_small_webp: eventImage.media('crop_small_webp'),
    crop_smallest_webp: eventImage.media('crop_smallest_webp'),
    full_size: eventImage.media('full_size'),
    crop_small: eventImage.media('crop_small'),
    crop_big: eventImage.media('crop_big'),
    full_size_webp: eventImage.media('full_size_webp'),
    crop_medium: eventImage.media('crop_medium'),
    crop_medium_webp: eventImage.media('crop_medium_webp'),
    crop_big_webp: eventImage.media('crop_big_webp'),
    crop_smallest: eventImage.media('crop_smallest'),
  }),
  ...metadata('event_images'),
  uploaded_by: eventImage.plain('uploaded_by'),
})

const venueImage = columnsOf('venue_images')

export const venueImageJson = object('VenueImage', {
  id: venueImage.number('id'),
  image: object('VenueImageRenditions', {
    crop_medium_webp: venueImage.media('crop_medium_webp'),
    crop_medium: venueImage.media('crop_medium'),
    crop_small: venueImage.media('crop_small'),
    full_size: venueImage.media('full_size'),
    crop_small_webp: venueImage.media('crop_small_webp'),
    crop_big: venueImage.media('crop_big'),
    crop_big_webp: venueImage.media('crop_big_webp'),
    full_size_webp: venueImage.media('full_size_webp'),
  }),
  ...metadata('venue_images'),
  uploaded_by: venueImage.plain('uploaded_by'),
})

export type PictureInput = components['schemas']['PictureInput']
