import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createNamed } from '../named-records/named-record.ts'
import { venueColumns } from './venue-columns.ts'
import { venueKind } from './venue-resource.ts'

/** Creates a venue. */
export async function createVenue(
  { body, principal }: Input<'createVenue'>,
  { db, urls }: Context,
): Promise<Reply<'createVenue'>> {
  const sources = { db, urls, userId: principal.userId }
  const fields = { ...(await venueColumns(body)), name: body.name }
  return { status: 201, ...(await createNamed(venueKind, fields, sources)) }
}
