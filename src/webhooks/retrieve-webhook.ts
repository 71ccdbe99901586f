import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findWebhook } from './find-webhook.ts'

/** One webhook, as the list shows it. */
export async function retrieveWebhook(
  { path, principal }: Input<'retrieveWebhook'>,
  context: ReadContext,
): Promise<Reply<'retrieveWebhook'>> {
  return { status: 200, ...(await findWebhook(context, path.id, principal)) }
}
