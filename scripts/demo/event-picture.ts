import type { Insertable } from 'kysely'
import type { EventImageTable } from '../../src/database/tables.ts'
import { eventTitle } from './event-title.ts'
import { eventAuthor } from './events.ts'
import { imageMetadata } from './pictures.ts'
import { randomSource } from './random.ts'

const presence = randomSource('event has picture')
const pictures = randomSource('event picture')

export function eventHasPicture(n: number): boolean {
  return !presence(n).chance(0.05)
}

export function eventImageRow(n: number, id: number): Insertable<EventImageTable> {
  const path = `/events/${n + 1}`
  return {
    id,
    ...imageMetadata(pictures(n), eventTitle(n)),
    uploaded_by: eventAuthor(n),
    crop_small_webp: `${path}/crop_small.svg`,
    crop_smallest_webp: `${path}/crop_smallest.svg`,
    full_size: `${path}/full_size.svg`,
    crop_small: `${path}/crop_small.svg`,
    crop_big: `${path}/crop_big.svg`,
    full_size_webp: `${path}/full_size.svg`,
    crop_medium: `${path}/crop_medium.svg`,
    crop_medium_webp: `${path}/crop_medium.svg`,
    crop_big_webp: `${path}/crop_big.svg`,
    crop_smallest: `${path}/crop_smallest.svg`,
  }
}
