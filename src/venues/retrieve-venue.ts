import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { findVenue } from './find-venue.ts'

/** One venue, as the list shows it. */
export async function retrieveVenue(
  { path }: Input<'retrieveVenue'>,
  { db, urls }: Context,
): Promise<Reply<'retrieveVenue'>> {
  const venue = await findVenue(db, path.id, urls.media)
  if (venue === undefined) throw new Problem('not_found', `No venue has the id ${path.id}.`)
  return { status: 200, body: venue }
}
