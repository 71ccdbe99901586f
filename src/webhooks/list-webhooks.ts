import type { Input, Reply } from '../contract/operation-types.ts'
import { LISTS } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { webhooks } from './webhook-resource.ts'

/** One page of the sender's webhooks, or of all webhooks for `admin`; the newest first. */
export async function listWebhooks(
  input: Input<'listWebhooks'>,
  context: ReadContext,
): Promise<Reply<'listWebhooks'>> {
  const where = webhooks.isVisible(input.principal)
  const ordering = { key: 'id', descending: true } as const
  const list = { list: LISTS.webhooks, where, ordering, json: webhooks.json }
  return { status: 200, body: await scannedPage(list, input, context) }
}
