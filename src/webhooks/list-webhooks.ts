import type { Input, Reply } from '../contract/operation-types.ts'
import { LISTS } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { isVisibleWebhook } from './webhook-queries.ts'
import { webhookJson } from './webhook-resource.ts'

/** One page of the sender's webhooks, or of all webhooks for `admin`; the newest first. */
export async function listWebhooks(
  input: Input<'listWebhooks'>,
  context: ReadContext,
): Promise<Reply<'listWebhooks'>> {
  const where = isVisibleWebhook(input.principal)
  const ordering = { key: 'id', descending: true } as const
  const webhooks = { list: LISTS.webhooks, where, ordering, json: webhookJson }
  return { status: 200, body: await scannedPage(webhooks, input, context) }
}
