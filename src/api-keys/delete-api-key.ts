import { requireConditions } from '../contract/entity-tag.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import { timestampText } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { noSuchRecord } from '../records/write-record.ts'
import { isVisibleKey, lockKey, revokeKey } from './api-key-queries.ts'
import { apiKeys } from './api-key-resource.ts'

const OWN_KEY = 'This is the key of the request. To revoke it, send its ETag in If-Match.'

/** Revokes a key. Its row stays, so that the operator sees it in `npm run keys -- list`. */
export async function deleteApiKey(
  { path, header, ifNoneMatch, principal }: Input<'deleteApiKey'>,
  { db }: Context,
): Promise<Reply<'deleteApiKey'>> {
  const key = await lockKey(db, path.id, isVisibleKey(principal))
  if (key === undefined) throw noSuchRecord(apiKeys, path.id)
  const ifMatch = header['If-Match']
  const version = { id: key.id, updated_at: timestampText(key.updated_at) }
  requireConditions({ ifMatch, ifNoneMatch }, version)
  // A test tool or a cleanup that sends `*` for every record would lock itself out.
  if (key.id === principal.keyId && ifMatch === '*') throw new Problem('record_in_use', OWN_KEY)
  await revokeKey(db, key.id)
  return { status: 204 }
}
