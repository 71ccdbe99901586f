import { apiRoot } from '../contract/document.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/kysely.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import { page } from '../lists/page.ts'
import type { ReadContext } from '../operation-context.ts'
import { countVisibleKeys, selectVisibleKeyIds } from './api-key-queries.ts'
import { apiKeyJson } from './api-key-resource.ts'

/** One page of the sender's keys, or of all keys for `admin`, without revoked ones. */
export async function listApiKeys(
  { query: { limit, offset }, given, principal }: Input<'listApiKeys'>,
  { db, urls }: ReadContext,
): Promise<Reply<'listApiKeys'>> {
  const keys = { table: 'api_keys', json: apiKeyJson } as const
  const { count, items } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectVisibleKeyIds(snapshot, principal, limit, offset)
    return {
      count: await countVisibleKeys(snapshot, principal),
      items: await selectRecords(snapshot, keys, ids, urls),
    }
  })
  const request = { listUrl: `${urls.public}${apiRoot}/api-keys/`, limit, offset, given }
  return { status: 200, body: page(request, count, items.records, items.size) }
}
