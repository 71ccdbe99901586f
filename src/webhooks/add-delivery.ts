import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import { allocateIds } from '../database/ids.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { findDeliveries, lockVisibleWebhook } from './find-webhook.ts'
import { countWaiting, type DeliveryIds } from './webhook-queries.ts'

type WebhookMessage = components['schemas']['WebhookMessage']

/** Of one webhook. */
const MAX_WAITING = 10

/** A message goes to an address that the client chooses, so a client causes 300 a minute at most where it may send 6,000 requests. */
const REQUESTS_PER_MESSAGE = 20

/** Counts a request that causes messages as `REQUESTS_PER_MESSAGE` for each of them, and one that causes none as one. */
export function chargeMessages({ charge }: Pick<Context, 'charge'>, messages: number): void {
  charge?.(messages * REQUESTS_PER_MESSAGE - 1)
}

/**
 * Adds a delivery that a client asks for.
 * @param add adds the delivery, and returns the body of its message.
 * The request counts as `REQUESTS_PER_MESSAGE`.
 * @throws 404 for a webhook that the sender may not see, 409 while too many wait.
 */
export async function addDelivery(
  context: Context,
  id: number,
  principal: Principal,
  add: (ids: DeliveryIds) => Promise<string>,
): Promise<{ status: 200; body: components['schemas']['RequestedDelivery'] }> {
  const { db } = context
  const [, waiting, [deliveryId = 0]] = await together([
    lockVisibleWebhook(db, id, principal),
    countWaiting(db, id, MAX_WAITING),
    allocateIds(db, 'webhook_deliveries', 1),
  ])
  if (waiting === MAX_WAITING) {
    const detail = `${MAX_WAITING} messages of this webhook wait to be sent. Read the log for their results.`
    throw new Problem('deliveries_waiting', detail)
  }
  const [body, [delivery]] = await together([
    add({ webhookId: id, deliveryId }),
    findDeliveries(context, [deliveryId]),
  ])
  if (delivery === undefined) throw new Error(`A new delivery of the webhook ${id} is gone`)
  chargeMessages(context, 1)
  return { status: 200, body: { delivery, message: JSON.parse(body) as WebhookMessage } }
}
