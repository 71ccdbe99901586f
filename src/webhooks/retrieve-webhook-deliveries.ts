import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { findDeliveries } from './find-webhook.ts'
import { webhooks } from './webhook-resource.ts'
import { selectDeliveryIds } from './webhook-queries.ts'

const LIMIT = 100

const MAX_ID = 2_147_483_647

/** The last deliveries of a webhook, or those before one. */
export async function retrieveWebhookDeliveries(
  { path: { id }, query: { before = MAX_ID }, principal }: Input<'retrieveWebhookDeliveries'>,
  context: ReadContext,
): Promise<Reply<'retrieveWebhookDeliveries'>> {
  await findRecord(webhooks, id, context, principal)
  const ids = await selectDeliveryIds(context.db, id, before, LIMIT + 1)
  const deliveries = await findDeliveries(context, ids.slice(0, LIMIT))
  return { status: 200, body: { deliveries, has_more: ids.length > LIMIT } }
}
