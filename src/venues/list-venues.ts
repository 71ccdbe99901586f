import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedPage } from '../list/named-page.ts'
import { selectVenues } from './venue-queries.ts'
import { venueResource } from './venue-resource.ts'

/** One page of the venues. */
export async function listVenues(
  input: Input<'listVenues'>,
  context: Context,
): Promise<Reply<'listVenues'>> {
  const body = await namedPage(input, context, {
    path: '/venues/',
    table: 'venues',
    select: selectVenues,
    resource: venueResource,
  })
  return { status: 200, body }
}
