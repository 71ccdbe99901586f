import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../named-records/named-record.ts'
import type { ReadContext } from '../operation-context.ts'
import { tagKind } from './tag-resource.ts'

/** One tag, as the list shows it. */
export async function retrieveTag(
  { path }: Input<'retrieveTag'>,
  context: ReadContext,
): Promise<Reply<'retrieveTag'>> {
  return { status: 200, ...(await namedRecord(tagKind, path.id, context)) }
}
