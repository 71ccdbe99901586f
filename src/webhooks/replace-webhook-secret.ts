import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { findWebhook, lockVisibleWebhook } from './find-webhook.ts'
import { newSecret } from './signature.ts'
import { updateSecret } from './webhook-queries.ts'

/** Replaces the secret, which stays valid for a day. Only this response has the new one. */
export async function replaceWebhookSecret(
  { path: { id }, principal }: Input<'replaceWebhookSecret'>,
  context: Context,
): Promise<Reply<'replaceWebhookSecret'>> {
  const { db } = context
  await lockVisibleWebhook(db, id, principal)
  const secret = newSecret()
  const [, { body, version }] = await together([
    updateSecret(db, id, secret),
    findWebhook(context, id, principal),
  ])
  return { status: 200, body: { ...body, secret }, version }
}
