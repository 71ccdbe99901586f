import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import { selectRecord, type VersionedRecord } from '../json-sql/select-records.ts'
import type { ReadContext } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { isVisibleKey } from './api-key-queries.ts'
import { apiKeyJson } from './api-key-resource.ts'

/** @throws 404 for a key that the sender may not see, and for a revoked one. */
export async function findApiKey(
  { db, urls }: ReadContext,
  id: number,
  principal: Principal,
): Promise<VersionedRecord<components['schemas']['ApiKey']>> {
  const keys = { table: 'api_keys', json: apiKeyJson } as const
  const key = await selectRecord(db, keys, id, urls, isVisibleKey(principal))
  if (key === undefined) throw noSuchKey(id)
  return key
}

export function noSuchKey(id: number): Problem {
  return new Problem('not_found', `No API key has the id ${id}.`)
}
