import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { placeColumns } from './place.ts'
import { unprocessable } from '../problems/problem.ts'
import { unknownCountry } from '../writes/reference-rules.ts'
import { insertWithSlug } from '../writes/slug.ts'
import { findVenue } from './find-venue.ts'
import { insertVenue, insertVenueImage } from './venue-queries.ts'

/** Adds a place where events can be held. */
export async function createVenue(
  { body, principal }: Input<'createVenue'>,
  { db, urls }: Context,
): Promise<Reply<'createVenue'>> {
  const { name, city = '', featured_image: picture } = body
  const broken = await unknownCountry(body.country)
  if (broken.length > 0) throw unprocessable(broken)
  const columns = {
    name,
    city,
    ...placeColumns(body),
    featured_image_id: picture ? await insertVenueImage(db, picture, principal.userId) : null,
  }
  const { id } = await insertWithSlug({ title: name, fallback: 'venue' }, (slug) =>
    insertVenue(db, { ...columns, slug }),
  )
  const venue = await findVenue(db, id, urls.media)
  if (venue === undefined) throw new Error(`Venue ${id} is gone`)
  return { status: 201, body: venue }
}
