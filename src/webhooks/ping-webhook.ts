import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { addDelivery } from './add-delivery.ts'
import { pingMessage } from './message.ts'
import { insertMessage } from './webhook-queries.ts'

/** Adds a test message. The task of deliveries sends it. */
export async function pingWebhook(
  { path: { id }, principal }: Input<'pingWebhook'>,
  context: Context,
): Promise<Reply<'pingWebhook'>> {
  return addDelivery(context, id, principal, (ids) => insertMessage(context.db, ids, pingMessage()))
}
