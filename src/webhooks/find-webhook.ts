import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import { timestampText, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import type { ReadContext } from '../operation-context.ts'
import { noSuchRecord } from '../records/write-record.ts'
import { lockWebhook } from './webhook-queries.ts'
import { deliveryJson, webhooks } from './webhook-resource.ts'

type Schemas = components['schemas']

interface Conditions {
  readonly header: { readonly 'If-Match': string }
  readonly ifNoneMatch: string | undefined
}

/**
 * Locks a webhook of the sender until the end of the transaction.
 * @throws 404 for a webhook that the sender may not see, 412 when a condition does not hold.
 */
export async function lockVisibleWebhook(
  db: Kysely<Database>,
  id: number,
  principal: Principal,
  conditions?: Conditions,
): Promise<void> {
  const webhook = await lockWebhook(db, id, webhooks.isVisible(principal))
  if (webhook === undefined) throw noSuchRecord(webhooks, id)
  if (conditions === undefined) return
  const { header, ifNoneMatch } = conditions
  const version = { id, updated_at: timestampText(webhook.updated_at) }
  requireConditions({ ifMatch: header['If-Match'], ifNoneMatch }, version)
}

/** The deliveries with these ids, in their order. */
export async function findDeliveries(
  { db, urls }: { readonly db: DatabaseReader; readonly urls: ReadContext['urls'] },
  ids: readonly number[],
): Promise<Schemas['WebhookDelivery'][]> {
  const deliveries = { table: 'webhook_deliveries', json: deliveryJson } as const
  return (await selectRecords(db, deliveries, ids, urls)).records
}
