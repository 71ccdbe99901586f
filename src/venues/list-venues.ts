import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { venueKind } from './venue-resource.ts'

export async function listVenues(
  input: Input<'listVenues'>,
  context: ReadContext,
): Promise<Reply<'listVenues'>> {
  return { status: 200, body: await namedListPage(input, context, venueKind) }
}
