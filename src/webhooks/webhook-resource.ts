import { isOwned, type Viewer } from '../database/visibility.ts'
import { columnsOf, expression, object, one, timestamp } from '../json-sql/json.ts'
import { userJson } from '../users/user-resource.ts'
import { COLLECTIONS } from './collections.ts'

const hooks = columnsOf('webhooks')
const deliveries = columnsOf('webhook_deliveries')

const names = Object.entries(COLLECTIONS).map(([name, list]) => `('${list}', '${name}')`)

/** SQL of the time, and NULL once it is over: a secret that is not valid any more is of no interest. */
const COMING_END = `CASE WHEN webhooks.previous_secret_ends_at > now() THEN webhooks.previous_secret_ends_at END`

/** A webhook without its secrets. */
const webhookJson = object('Webhook', {
  id: hooks.number('id'),
  owner: one(userJson, 'users WHERE users.id = webhooks.owner_id'),
  url: hooks.text('url'),
  collections: expression<string[]>(`(SELECT json_agg(name ORDER BY list)::text
    FROM webhook_positions JOIN (VALUES ${names.join()}) AS collection (list, name) USING (list)
    WHERE webhook_id = webhooks.id)`),
  operations: expression<string[]>('to_json(webhooks.operations)::text'),
  is_active: hooks.boolean('is_active'),
  disabled_at: hooks.timestamp('disabled_at'),
  disabled_reason: hooks.plain('disabled_reason'),
  previous_secret_ends_at: expression<string | null>(`coalesce(${timestamp(COMING_END)}, 'null')`),
  created_at: hooks.timestamp('created_at'),
  updated_at: hooks.timestamp('updated_at'),
})

/** Those of the viewer, or of all users for `admin`. */
export const webhooks = {
  noun: 'webhook',
  table: 'webhooks',
  json: webhookJson,
  isVisible: (viewer: Viewer) => isOwned('webhooks', viewer),
} as const

export const deliveryJson = object('WebhookDelivery', {
  id: deliveries.number('id'),
  message_id: expression<string>(`'"msg_' || webhook_deliveries.message_id || '"'`),
  type: deliveries.plain('type'),
  state: deliveries.plain('state'),
  attempts: deliveries.number('attempts'),
  created_at: deliveries.timestamp('created_at'),
  next_attempt_at: deliveries.timestamp('next_attempt_at'),
  last_attempt_at: deliveries.timestamp('last_attempt_at'),
  response_status: deliveries.number('response_status'),
  error: deliveries.plain('error'),
})
