import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { lockVisibleWebhook } from './find-webhook.ts'
import { deleteWebhookRow } from './webhook-queries.ts'

/** Deletes a webhook and its log. */
export async function deleteWebhook(
  { path: { id }, principal, ...conditions }: Input<'deleteWebhook'>,
  { db }: Context,
): Promise<Reply<'deleteWebhook'>> {
  await lockVisibleWebhook(db, id, principal, conditions)
  await deleteWebhookRow(db, id)
  return { status: 204 }
}
