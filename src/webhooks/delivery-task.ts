import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/tables.ts'
import { withLease } from '../work/lease.ts'
import type { Task } from '../work/worker.ts'
import {
  claimDeliveries,
  hasWork,
  insertMessages,
  lockNewChanges,
  storeOutcome,
  type ClaimedDelivery,
  type Outcome,
  type WebhookPlace,
} from './delivery-queries.ts'
import { changesMessage } from './message.ts'
import { NO_CONNECTION, createSender, type ReceiverOptions } from './receiver.ts'
import { signedHeaders } from './signature.ts'

const NAME = 'webhooks'

const EVERY_MS = 200

/** Webhooks that a step makes messages for, and outcomes that it stores. */
const BATCH = 50

/** Requests of a process that wait for a response, each for 10 seconds at most: so slow receivers of some users delay no others. */
const MAX_IN_FLIGHT = 256

/** Requests of a user that wait for a response, in all processes. */
const MAX_OF_USER = 4

const FIRST_PLACE: WebhookPlace = { webhookId: 0, list: '' }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Between the attempts: those that Standard Webhooks 1.0 recommends. */
const DELAYS_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]

/**
 * The task that tells webhooks of changes. It makes messages from the new entries of the feeds, and sends them. A step only
 * starts requests: a later one stores their outcomes. A process that ends has stored none of those under way, so another one
 * sends their messages again. A run sends messages between the parts that make them: the first webhooks of a busy list are behind
 * again before the last one is read, so it could make messages for ever.
 */
export function deliveryTask(options: ReceiverOptions): Task {
  const send = createSender(options)
  const ended: { readonly delivery: ClaimedDelivery; readonly outcome: Outcome }[] = []
  const underWay = new Set<ClaimedDelivery>()

  /** Why this process could not send a message. The next run fails with it, so the log has it. */
  let failure: unknown

  /** Where the next step goes on: webhooks that are always behind do not keep those after them waiting. */
  let place = FIRST_PLACE

  /** @returns whether there may be more to make. */
  const makeMessages = async (trx: Transaction<Database>): Promise<boolean> => {
    const read = await lockNewChanges(trx, place, BATCH)
    const last = read[BATCH - 1]
    place = last ?? FIRST_PLACE
    if (read.length === 0) return false
    const messages = read
      .filter(({ changes }) => changes.length > 0)
      .map((changes) => ({ webhookId: changes.webhookId, ...changesMessage(changes) }))
    await insertMessages(trx, read, messages)
    return last !== undefined
  }

  const start = async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> => {
    const { messageId, url, body, secrets } = delivery
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      ...signedHeaders(messageId, seconds, body, secrets),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'art-marketplace-webhooks/1',
    }
    underWay.add(delivery)
    const outcome = await send({ url, headers, body }, signal).catch((error: unknown) => {
      failure = error
      return NO_CONNECTION
    })
    underWay.delete(delivery)
    ended.push({ delivery, outcome })
  }

  const throwFailure = (): void => {
    const thrown = failure
    failure = undefined
    if (thrown !== undefined) throw thrown
  }

  return {
    name: NAME,
    everyMs: EVERY_MS,
    async *run(db, signal) {
      for (let hasMore = true; hasMore;) {
        yield* storeOutcomes(db, ended)
        throwFailure()
        if (!(await hasWork(db))) return
        hasMore = await withLease(db, NAME, makeMessages)
        yield
        const claimed: ClaimedDelivery[] = []
        await withLease(db, NAME, async (trx) => {
          const max = MAX_IN_FLIGHT - underWay.size
          claimed.push(...(await claimDeliveries(trx, underWay, { max, maxOfUser: MAX_OF_USER })))
          return true
        })
        for (const delivery of claimed) void start(delivery, signal)
        yield
      }
    },
  }
}

async function* storeOutcomes(
  db: Kysely<Database>,
  ended: { readonly delivery: ClaimedDelivery; readonly outcome: Outcome }[],
): AsyncGenerator<void, void> {
  for (let stored = 1; ended[0] !== undefined; stored += 1) {
    const { delivery, outcome } = ended[0]
    // At random times, so that webhooks that failed together are not repeated together.
    const delays = DELAYS_SECONDS.map((seconds) => seconds * (0.8 + 0.4 * Math.random()))
    await storeOutcome(db, delivery, outcome, delays)
    ended.shift()
    if (stored % BATCH === 0) yield
  }
}
