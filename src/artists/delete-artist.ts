import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artistKind } from './artist-resource.ts'

/** Deletes an artist to which no record refers. */
export async function deleteArtist(
  input: Input<'deleteArtist'>,
  { db }: Context,
): Promise<Reply<'deleteArtist'>> {
  const row = await lockNamed(artistKind, input, db)
  await deleteNamed(artistKind, row, db, input.principal)
  return { status: 204 }
}
