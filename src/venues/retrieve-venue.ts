import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../lists/named-list.ts'
import type { Context } from '../operation-context.ts'
import { venueJson } from './venue-resource.ts'

/** One venue, as the list shows it. */
export async function retrieveVenue(
  { path }: Input<'retrieveVenue'>,
  context: Context,
): Promise<Reply<'retrieveVenue'>> {
  const body = await namedRecord(path.id, context, {
    noun: 'venue',
    table: 'venues',
    json: venueJson,
  })
  return { status: 200, body }
}
