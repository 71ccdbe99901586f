import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { venueKind } from './venue-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateVenue(
  input: Input<'partialUpdateVenue'>,
  context: Context,
): Promise<Reply<'partialUpdateVenue'>> {
  return { status: 200, ...(await changeRecord(venueKind, input, context)) }
}
