import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { galleryKind } from './gallery-kind.ts'

export async function retrieveGallery(
  { path }: Input<'retrieveGallery'>,
  context: ReadContext,
): Promise<Reply<'retrieveGallery'>> {
  return { status: 200, ...(await findRecord(galleryKind, path.id, context)) }
}
