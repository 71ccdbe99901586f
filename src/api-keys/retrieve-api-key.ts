import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { apiKeys } from './api-key-resource.ts'

export async function retrieveApiKey(
  { path, principal }: Input<'retrieveApiKey'>,
  context: ReadContext,
): Promise<Reply<'retrieveApiKey'>> {
  return { status: 200, ...(await findRecord(apiKeys, path.id, context, principal)) }
}
