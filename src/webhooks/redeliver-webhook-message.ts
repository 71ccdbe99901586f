import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { addDelivery } from './add-delivery.ts'
import { repeatMessage } from './webhook-queries.ts'

/** Adds the message of a delivery again. The task of deliveries sends it. */
export async function redeliverWebhookMessage(
  { path: { id }, query: { delivery }, principal }: Input<'redeliverWebhookMessage'>,
  context: Context,
): Promise<Reply<'redeliverWebhookMessage'>> {
  return addDelivery(context, id, principal, async (ids) => {
    const body = await repeatMessage(context.db, ids, delivery)
    if (body !== undefined) return body
    const detail =
      delivery === undefined
        ? `The log of the webhook ${id} has no delivery that has ended.`
        : `The log of the webhook ${id} has no delivery with the id ${delivery}.`
    throw new Problem('not_found', detail)
  })
}
