import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { venueJson } from './venue-document.ts'

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
