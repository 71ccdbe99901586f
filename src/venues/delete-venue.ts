import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { venueKind } from './venue-resource.ts'

/** Deletes a venue to which no record refers. */
export async function deleteVenue(
  input: Input<'deleteVenue'>,
  { db }: Context,
): Promise<Reply<'deleteVenue'>> {
  const row = await lockNamed(venueKind, input, db)
  await deleteNamed(venueKind, row, db, input.principal)
  return { status: 204 }
}
