import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../lists/named-list.ts'
import type { Context } from '../operation-context.ts'
import { galleryJson } from './gallery-resource.ts'

/** One gallery, as the list shows it. */
export async function retrieveGallery(
  { path }: Input<'retrieveGallery'>,
  context: Context,
): Promise<Reply<'retrieveGallery'>> {
  const body = await namedRecord(path.id, context, {
    noun: 'gallery',
    table: 'galleries',
    json: galleryJson,
  })
  return { status: 200, body }
}
