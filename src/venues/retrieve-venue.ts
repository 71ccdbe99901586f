import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { venueKind } from './venue-resource.ts'

export async function retrieveVenue(
  { path }: Input<'retrieveVenue'>,
  context: ReadContext,
): Promise<Reply<'retrieveVenue'>> {
  return { status: 200, ...(await findRecord(venueKind, path.id, context)) }
}
