import type { Input, Reply } from '../contract/operation-types.ts'
import { LISTS } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { isVisibleKey } from './api-key-queries.ts'
import { apiKeyJson } from './api-key-resource.ts'

/** One page of the sender's keys, or of all keys for `admin`, without revoked ones; the newest key first. */
export async function listApiKeys(
  input: Input<'listApiKeys'>,
  context: ReadContext,
): Promise<Reply<'listApiKeys'>> {
  const where = isVisibleKey(input.principal)
  const ordering = { key: 'id', descending: true } as const
  const keys = { list: LISTS.api_keys, where, ordering, json: apiKeyJson }
  return { status: 200, body: await scannedPage(keys, input, context) }
}
