import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { venueKind } from './venue-resource.ts'

export async function createVenue(
  input: Input<'createVenue'>,
  context: Context,
): Promise<Reply<'createVenue'>> {
  return { status: 201, ...(await createRecord(venueKind, input, context)) }
}
