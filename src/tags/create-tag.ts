import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { tagKind } from './tag-resource.ts'

export async function createTag(
  input: Input<'createTag'>,
  context: Context,
): Promise<Reply<'createTag'>> {
  return { status: 201, ...(await createRecord(tagKind, input, context)) }
}
