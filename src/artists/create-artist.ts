import type { Input, Reply } from '../contract/operation-types.ts'
import { createNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artistKind } from './artist-resource.ts'

/** Creates an artist. */
export async function createArtist(
  { body, principal }: Input<'createArtist'>,
  { db, urls }: Context,
): Promise<Reply<'createArtist'>> {
  const { userId } = principal
  return { status: 201, ...(await createNamed(artistKind, body, { db, urls, userId })) }
}
