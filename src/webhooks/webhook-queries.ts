import { sql, type Kysely, type RawBuilder } from 'kysely'
import { selectRows, together, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { ListName } from '../lists/list.ts'
import { changesType } from './collections.ts'

/** What a client can set of a webhook. */
interface WebhookValues {
  readonly url: string
  readonly operations: readonly string[]
  readonly lists: readonly ListName[]
  readonly isActive: boolean
}

/** Locks the user, so that no other webhook of the user is created until the end of the transaction. */
export async function lockOwner(trx: Kysely<Database>, id: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function countWebhooks(db: DatabaseReader, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a webhook under an allocated id. */
export async function insertWebhook(
  trx: Kysely<Database>,
  {
    id,
    ownerId,
    secret,
  }: { readonly id: number; readonly ownerId: string; readonly secret: string },
  { url, operations, lists, isActive }: WebhookValues,
): Promise<void> {
  const row = {
    id,
    owner_id: ownerId,
    url,
    operations: [...operations],
    is_active: isActive,
    secret,
  }
  await together([
    trx.insertInto('webhooks').values(row).execute(),
    insertPositions(trx, id, lists),
  ])
}

/** New ones are at the head of their feeds. */
async function insertPositions(
  trx: Kysely<Database>,
  id: number,
  lists: readonly ListName[],
): Promise<void> {
  await sql`
    INSERT INTO webhook_positions (webhook_id, list, no)
    SELECT ${id}, list, last_no FROM feeds WHERE list = ANY (${lists}::text[])
    ON CONFLICT DO NOTHING`.execute(trx)
}

/** One webhook, locked until the transaction ends. */
export function lockWebhook(trx: Kysely<Database>, id: number, isVisible: RawBuilder<boolean>) {
  return trx
    .selectFrom('webhooks')
    .select(['id', 'updated_at'])
    .where('id', '=', id)
    .where(isVisible)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes a locked webhook, which gets a new version. A waiting message is then due. */
export async function updateWebhook(
  trx: Kysely<Database>,
  id: number,
  { url, operations, lists, isActive }: Partial<WebhookValues>,
): Promise<void> {
  const updated = sql`
    UPDATE webhooks SET updated_at = clock_timestamp(),
      url = coalesce(${url ?? null}::text, url),
      operations = coalesce(${operations ?? null}::text[], operations),
      is_active = coalesce(${isActive ?? null}::boolean, is_active),
      disabled_at = CASE WHEN ${isActive ?? null}::boolean THEN NULL ELSE disabled_at END,
      disabled_reason = CASE WHEN ${isActive ?? null}::boolean THEN NULL ELSE disabled_reason END
    WHERE id = ${id}`.execute(trx)
  const due = sql`UPDATE webhook_deliveries SET next_attempt_at = now()
    WHERE webhook_id = ${id} AND state = 'pending'`.execute(trx)
  await together([updated, due, ...(lists === undefined ? [] : replacePositions(trx, id, lists))])
}

/** A waiting message of a list that is removed is not sent. */
function replacePositions(
  trx: Kysely<Database>,
  id: number,
  lists: readonly ListName[],
): Promise<unknown>[] {
  const deleted = sql`DELETE FROM webhook_positions
    WHERE webhook_id = ${id} AND list <> ALL (${lists}::text[])`.execute(trx)
  const ended =
    sql`UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL, claimed_until = NULL
    WHERE webhook_id = ${id} AND state = 'pending' AND NOT is_manual
      AND type <> ALL (${lists.map(changesType)}::text[])`.execute(trx)
  return [deleted, ended, insertPositions(trx, id, lists)]
}

/** The secret before stays valid for a day. */
export async function updateSecret(
  trx: Kysely<Database>,
  id: number,
  secret: string,
): Promise<void> {
  await sql`
    UPDATE webhooks SET updated_at = clock_timestamp(), secret = ${secret}, previous_secret = secret,
      previous_secret_ends_at = now() + interval '24 hours'
    WHERE id = ${id}`.execute(trx)
}

export async function deleteWebhookRow(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** The ids of a page of the log, newest first. */
export async function selectDeliveryIds(
  db: DatabaseReader,
  webhookId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The number of messages that are not delivered and have not failed. */
export async function countPending(db: DatabaseReader, id: number): Promise<number> {
  const rows = await selectRows(db)<{ id: number }>`
    SELECT id FROM webhook_deliveries WHERE webhook_id = ${id} AND state = 'pending'`
  return rows.length
}

/** The number of waiting messages that a client has asked for, counted up to `max`. */
export async function countWaiting(db: DatabaseReader, id: number, max: number): Promise<number> {
  const rows = await selectRows(db)<{ id: number }>`
    SELECT id FROM webhook_deliveries
    WHERE webhook_id = ${id} AND state = 'pending' AND is_manual LIMIT ${max}::integer`
  return rows.length
}

export interface DeliveryIds {
  readonly webhookId: number
  readonly deliveryId: number
}

interface NewMessage {
  readonly type: string
  readonly body: string
}

/** Adds a message that is sent once, under an allocated id. @returns its body. */
export async function insertMessage(
  trx: Kysely<Database>,
  { webhookId, deliveryId: id }: DeliveryIds,
  { type, body }: NewMessage,
): Promise<string> {
  await trx
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id: webhookId, type, body, is_manual: true })
    .execute()
  return body
}

/**
 * Adds a delivery under an allocated id, with the message of an earlier one: of the delivery `repeatedId`, or, if that is
 * undefined, of the last one that has ended.
 * @returns its body; undefined when there is no such delivery.
 */
export async function repeatMessage(
  trx: Kysely<Database>,
  { webhookId, deliveryId }: DeliveryIds,
  repeatedId: number | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ body: string }>`
    INSERT INTO webhook_deliveries (id, webhook_id, message_id, type, body, is_manual)
    SELECT ${deliveryId}::integer, webhook_id, message_id, type, body, true FROM webhook_deliveries
    WHERE webhook_id = ${webhookId}
      AND CASE WHEN ${repeatedId ?? null}::integer IS NULL THEN state <> 'pending' ELSE id = ${repeatedId ?? null}::integer END
    ORDER BY id DESC LIMIT 1
    RETURNING body`.execute(trx)
  return rows[0]?.body
}
