import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { chargeMessages } from './add-delivery.ts'
import { listsOf } from './collections.ts'
import { lockVisibleWebhook } from './find-webhook.ts'
import { webhooks } from './webhook-resource.ts'
import { requireReceiverUrl } from './receiver-url.ts'
import { countPending, updateWebhook } from './webhook-queries.ts'

/** Changes a webhook, and sends waiting messages at once. */
export async function partialUpdateWebhook(
  { path: { id }, body, principal, ...conditions }: Input<'partialUpdateWebhook'>,
  context: Context,
): Promise<Reply<'partialUpdateWebhook'>> {
  const { db, receiverRanges } = context
  const { url, collections, operations, is_active: isActive } = body
  await lockVisibleWebhook(db, id, principal, conditions)
  if (url !== undefined) requireReceiverUrl(url, receiverRanges)
  const values = {
    ...(url !== undefined && { url }),
    ...(operations !== undefined && { operations }),
    ...(collections !== undefined && { lists: listsOf(collections) }),
    ...(isActive !== undefined && { isActive }),
  }
  const [waiting, , found] = await together([
    countPending(db, id),
    updateWebhook(db, id, values),
    findRecord(webhooks, id, context, principal),
  ])
  chargeMessages(context, waiting)
  return { status: 200, ...found }
}
