import type { Input, Reply } from '../contract/operation-types.ts'
import { allocateIds } from '../database/ids.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { unprocessable } from '../problems/problem.ts'
import { chargeMessages } from './add-delivery.ts'
import { listsOf } from './collections.ts'
import { OPERATIONS } from './delivery-queries.ts'
import { webhooks } from './webhook-resource.ts'
import { newSecret } from './signature.ts'
import { requireReceiverUrl } from './receiver-url.ts'
import { countWebhooks, insertWebhook, lockOwner } from './webhook-queries.ts'

const MAX_WEBHOOKS = 20

/**
 * Creates a webhook, which begins at the head of the feeds. Only this response has the secret. It counts as a message: the next
 * change causes one, which would otherwise be free after a deletion.
 */
export async function createWebhook(
  { body, principal }: Input<'createWebhook'>,
  context: Context,
): Promise<Reply<'createWebhook'>> {
  const { db, receiverRanges } = context
  const { url, collections, operations = OPERATIONS, is_active: isActive = true } = body
  requireReceiverUrl(url, receiverRanges)
  const [, count, [id = 0]] = await together([
    lockOwner(db, principal.userId),
    countWebhooks(db, principal.userId),
    allocateIds(db, 'webhooks', 1),
  ])
  if (count >= MAX_WEBHOOKS) {
    const detail = `A user has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`
    throw unprocessable([{ pointer: '', detail }])
  }
  chargeMessages(context, 1)
  const secret = newSecret()
  const values = { url, operations, lists: listsOf(collections), isActive }
  const [, { body: webhook, version }] = await together([
    insertWebhook(db, { id, ownerId: principal.userId, secret }, values),
    findRecord(webhooks, id, context, principal),
  ])
  return { status: 201, body: { ...webhook, secret }, version }
}
