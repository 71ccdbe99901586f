import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { venueColumns } from './venue-columns.ts'
import { venueKind } from './venue-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateVenue(
  input: Input<'partialUpdateVenue'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateVenue'>> {
  const { body, principal } = input
  const row = await lockNamed(venueKind, input, db)
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(venueKind, row, await venueColumns(body), sources)) }
}
