import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { tagKind } from './tag-resource.ts'

export async function retrieveTag(
  { path }: Input<'retrieveTag'>,
  context: ReadContext,
): Promise<Reply<'retrieveTag'>> {
  return { status: 200, ...(await findRecord(tagKind, path.id, context)) }
}
