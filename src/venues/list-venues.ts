import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { venueJson } from './venue-resource.ts'

/** One page of the venues. */
export async function listVenues(
  input: Input<'listVenues'>,
  context: Context,
): Promise<Reply<'listVenues'>> {
  const body = await namedListPage(input, context, {
    path: '/venues/',
    table: 'venues',
    json: venueJson,
  })
  return { status: 200, body }
}
