import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { venueKind } from './venue-resource.ts'

/** Deletes a venue to which no record refers. */
export async function deleteVenue(
  input: Input<'deleteVenue'>,
  context: Context,
): Promise<Reply<'deleteVenue'>> {
  return deleteRecord(venueKind, input, context)
}
