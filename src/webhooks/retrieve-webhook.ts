import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { webhooks } from './webhook-resource.ts'

export async function retrieveWebhook(
  { path, principal }: Input<'retrieveWebhook'>,
  context: ReadContext,
): Promise<Reply<'retrieveWebhook'>> {
  return { status: 200, ...(await findRecord(webhooks, path.id, context, principal)) }
}
