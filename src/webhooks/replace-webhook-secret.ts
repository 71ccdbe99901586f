import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { chargeMessages } from './add-delivery.ts'
import { lockVisibleWebhook } from './find-webhook.ts'
import { webhooks } from './webhook-resource.ts'
import { newSecret } from './signature.ts'
import { countPending, updateSecret } from './webhook-queries.ts'

/**
 * Replaces the secret, which stays valid for a day. Only this response has the new one. A message that is under way is sent
 * again, as after every change.
 */
export async function replaceWebhookSecret(
  { path: { id }, principal }: Input<'replaceWebhookSecret'>,
  context: Context,
): Promise<Reply<'replaceWebhookSecret'>> {
  const { db } = context
  await lockVisibleWebhook(db, id, principal)
  const secret = newSecret()
  const [waiting, , { body, version }] = await together([
    countPending(db, id),
    updateSecret(db, id, secret),
    findRecord(webhooks, id, context, principal),
  ])
  chargeMessages(context, waiting)
  return { status: 200, body: { ...body, secret }, version }
}
