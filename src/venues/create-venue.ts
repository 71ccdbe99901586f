import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedRecord } from '../lists/named-list.ts'
import { placeColumns } from './place.ts'
import { unprocessable } from '../problems/problem.ts'
import { unknownCountry } from '../writes/reference-rules.ts'
import { insertWithSlug } from '../writes/slug.ts'
import { venueJson } from './venue-resource.ts'
import { insertVenue, insertVenueImage } from './venue-queries.ts'

/** Creates a venue. */
export async function createVenue(
  { body, principal }: Input<'createVenue'>,
  context: Context,
): Promise<Reply<'createVenue'>> {
  const { db } = context
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
  const record = { noun: 'venue', table: 'venues', json: venueJson } as const
  return { status: 201, body: await namedRecord(id, context, record) }
}
