import { columnsOf, expression, object, one } from '../json-sql/json.ts'
import { userJson } from '../users/user-resource.ts'
import { isVisibleKey } from './api-key-queries.ts'

const { number, plain, timestamp } = columnsOf('api_keys')

/** A key without the secret, which the database does not have. */
export const apiKeyJson = object('ApiKey', {
  id: number('id'),
  hint: plain('hint'),
  owner: one(userJson, 'users WHERE users.id = api_keys.owner_id'),
  scopes: expression<string[]>('to_json(api_keys.scopes)::text'),
  created_at: timestamp('created_at'),
  expires_at: timestamp('expires_at'),
  last_used_at: timestamp('last_used_at'),
  replaced_by: number('replaced_by'),
})

export const apiKeys = {
  noun: 'API key',
  table: 'api_keys',
  json: apiKeyJson,
  isVisible: isVisibleKey,
} as const
