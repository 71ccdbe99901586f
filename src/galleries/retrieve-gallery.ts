import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../named-records/named-record.ts'
import type { ReadContext } from '../operation-context.ts'
import { galleryKind } from './gallery-resource.ts'

/** One gallery, as the list shows it. */
export async function retrieveGallery(
  { path }: Input<'retrieveGallery'>,
  context: ReadContext,
): Promise<Reply<'retrieveGallery'>> {
  return { status: 200, ...(await namedRecord(galleryKind, path.id, context)) }
}
