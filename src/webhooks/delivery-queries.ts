import { sql, type Kysely, type Transaction } from 'kysely'
import { readCommitted, selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { CURRENT_EPOCH } from '../feed/read-feed-queries.ts'
import type { ListName } from '../lists/list.ts'
import { changesType, COLLECTIONS } from './collections.ts'

/** Changes in one message. */
const MAX_CHANGES = 100

/** Entries that are read for one message: it may be of one operation only, and most entries of the other. */
const MAX_READ = 500

type Operation = components['schemas']['WebhookOperation']

/** SQL that says which operation an entry of a feed is. */
const IS_OPERATION: Readonly<Record<Operation, string>> = {
  upsert: 'digest IS NOT NULL',
  delete: 'digest IS NULL',
}

export const OPERATIONS = Object.keys(IS_OPERATION) as readonly Operation[]

const cases = OPERATIONS.map((name) => `WHEN ${IS_OPERATION[name]} THEN '${name}'`)
const OPERATION = sql.raw(`CASE ${cases.join(' ')} END`)

/** A webhook with a list, in the order in which webhooks are told of changes. */
export interface WebhookPlace {
  readonly webhookId: number
  readonly list: string
}

/** The changes of a list of which a webhook was not told. */
export interface NewChanges extends WebhookPlace {
  readonly list: ListName
  /** The position of the webhook in the feed, and the next one. */
  readonly no: number
  readonly through: number
  readonly epoch: string
  readonly changes: readonly {
    readonly id: number
    readonly op: Operation
    /** In PostgreSQL's text format. */
    readonly changed_at: string
  }[]
  readonly hasMore: boolean
}

const types = Object.values(COLLECTIONS).map((list) => sql`(${list}, ${changesType(list)})`)
// As parameters: a statement without any is not prepared, and so planned each time.
const TYPES = sql`(VALUES ${sql.join(types)}) AS message (list, type)`

/** SQL of the webhooks, each with a list, that may have to be told of changes. */
const BEHIND = sql`FROM webhooks JOIN webhook_positions AS position ON webhook_id = webhooks.id
  JOIN feeds USING (list) JOIN ${TYPES} USING (list)
  WHERE is_active AND feeds.last_no <> position.no AND NOT EXISTS (
    SELECT FROM webhook_deliveries AS waiting
    WHERE waiting.webhook_id = webhooks.id AND state = 'pending' AND NOT is_manual AND waiting.type = message.type)`

/** Whether a webhook may have to be told of changes, or a message is due. */
export async function hasWork(db: DatabaseReader): Promise<boolean> {
  const rows = await selectRows(db)<{ found: boolean }>`
    SELECT EXISTS (SELECT ${BEHIND})
      OR EXISTS (SELECT FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
        WHERE state = 'pending' AND next_attempt_at <= now() AND (is_manual OR is_active)
          AND (claimed_until IS NULL OR claimed_until <= now())) AS found`
  return rows[0]?.found === true
}

/**
 * The new changes of the next webhooks after a place, which stay locked until the end of the transaction. A webhook with a
 * waiting message of the list is left out: its next message begins with the changes since that one. A position beyond the
 * feed, as after the restoration of a dump without feeds, moves to its head.
 */
export async function lockNewChanges(
  trx: Transaction<Database>,
  after: WebhookPlace,
  limit: number,
): Promise<NewChanges[]> {
  const { rows } = await sql<
    Omit<NewChanges, 'through' | 'hasMore'> & { lastNo: number; readThrough: number | null }
  >`
    SELECT found.*, scan.*
    FROM (
      SELECT webhooks.id AS "webhookId", operations, position.list, position.no, feeds.last_no AS "lastNo",
        ${CURRENT_EPOCH} AS epoch
      ${BEHIND} AND (webhook_id, position.list) > (${after.webhookId}::integer, ${after.list}::text)
      ORDER BY webhook_id, position.list LIMIT ${limit}::integer FOR NO KEY UPDATE OF webhooks SKIP LOCKED
    ) AS found CROSS JOIN LATERAL (
      SELECT CASE WHEN count(*) = ${MAX_READ}::integer THEN nullif(max(no), found."lastNo") END AS "readThrough",
        coalesce(json_agg(json_build_object('id', id, 'op', op, 'changed_at', changed_at::text) ORDER BY no)
          FILTER (WHERE op = ANY (found.operations)), '[]') AS changes
      FROM (
        SELECT id, no, changed_at, ${OPERATION} AS op
        FROM feed_entries WHERE list = found.list AND no > found.no AND no <= found."lastNo"
        ORDER BY no LIMIT ${MAX_READ}::integer
      ) AS entry
    ) AS scan ORDER BY "webhookId", list`.execute(trx)
  return rows.map(({ changes, lastNo, readThrough, ...row }) => ({
    ...row,
    changes: changes.slice(0, MAX_CHANGES),
    // A message says that there are more, so its webhook is told of all. Without one, the next run reads on.
    through: changes.length === 0 ? (readThrough ?? lastNo) : lastNo,
    hasMore: changes.length > MAX_CHANGES || readThrough !== null,
  }))
}

interface NewDelivery {
  readonly webhookId: number
  readonly type: string
  readonly body: string
}

/** Adds messages, and moves the positions of their webhooks beyond the changes that were read. */
export async function insertMessages(
  trx: Transaction<Database>,
  read: readonly NewChanges[],
  messages: readonly NewDelivery[],
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual)
    SELECT "webhookId", type, body, false
    FROM json_to_recordset(${JSON.stringify(messages)})
      AS added ("webhookId" integer, type text, body text)`.execute(trx)
  const positions = read.map(({ webhookId, list, through }) => ({ webhookId, list, through }))
  await sql`
    UPDATE webhook_positions SET no = through
    FROM json_to_recordset(${JSON.stringify(positions)}) AS read ("webhookId" integer, list text, through bigint)
    WHERE webhook_id = "webhookId" AND webhook_positions.list = read.list`.execute(trx)
}

/** What a process has claimed. */
interface Claim {
  readonly id: number
  readonly webhookId: number
  readonly ownerId: string
  /** This attempt is the n-th. */
  readonly attempts: number
  /** The version of the webhook, in PostgreSQL's text format. */
  readonly version: string
}

/** A message that this process is to send. */
export interface ClaimedDelivery extends Claim {
  readonly messageId: string
  readonly body: string
  readonly url: string
  /** The secrets that are valid. */
  readonly secrets: readonly string[]
}

/**
 * Claims due messages for a minute, the oldest first: one of each webhook, and of each user only so many that at most
 * `maxOfUser` are under way. A message whose process has ended is due again after the minute. The lease of the caller keeps other
 * processes from claiming.
 * @param underWay the messages that this process is sending: the webhook of one may have been deleted.
 */
export async function claimDeliveries(
  trx: Transaction<Database>,
  underWay: Iterable<Claim>,
  { max, maxOfUser }: { readonly max: number; readonly maxOfUser: number },
): Promise<ClaimedDelivery[]> {
  const own = Array.from(underWay, ({ id, webhookId, ownerId }) => ({ id, webhookId, ownerId }))
  const { rows } = await sql<ClaimedDelivery>`
    WITH claimed AS (
      SELECT delivery.id, webhook_id, owner_id
      FROM webhook_deliveries AS delivery JOIN webhooks ON webhooks.id = webhook_id
      WHERE claimed_until > now()
      UNION
      SELECT * FROM json_to_recordset(${JSON.stringify(own)}) AS own (id integer, "webhookId" integer, "ownerId" uuid)
    ), due AS (
      SELECT DISTINCT ON (webhook_id) delivery.id, webhook_id, owner_id, next_attempt_at
      FROM webhook_deliveries AS delivery JOIN webhooks ON webhooks.id = webhook_id
      WHERE state = 'pending' AND next_attempt_at <= now() AND (is_manual OR is_active)
        AND webhook_id NOT IN (SELECT webhook_id FROM claimed)
      ORDER BY webhook_id, next_attempt_at, delivery.id
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY owner_id ORDER BY next_attempt_at, id)
        + (SELECT count(*) FROM claimed WHERE claimed.owner_id = due.owner_id) AS rank
      FROM due
    )
    UPDATE webhook_deliveries AS delivery
    SET attempts = attempts + 1, last_attempt_at = now(), claimed_until = now() + interval '1 minute'
    FROM webhooks
    WHERE webhooks.id = delivery.webhook_id AND state = 'pending' AND delivery.id IN (
      SELECT id FROM ranked WHERE rank <= ${maxOfUser}::integer ORDER BY next_attempt_at, id LIMIT ${max}::integer)
    RETURNING delivery.id, webhooks.id AS "webhookId", owner_id AS "ownerId", message_id AS "messageId", body, url, attempts,
      webhooks.updated_at::text AS version,
      array_remove(ARRAY[secret, CASE WHEN previous_secret_ends_at > now() THEN previous_secret END], NULL)
        AS secrets`.execute(trx)
  return rows
}

/** What became of a request. */
export interface Outcome {
  /** Null without a response. */
  readonly status: number | null
  readonly error: 'address_not_allowed' | 'timeout' | 'connection_failed' | null
}

const GONE = 410

/** A user could change a webhook during each attempt, and `attempts` is a smallint. */
const MAX_ATTEMPTS = 100

/**
 * Stores the outcome of an attempt: the message is delivered, due again after a delay, or failed. A webhook is disabled after
 * the last attempt, and when its receiver is gone. After a change of the webhook meanwhile, it is due again at once unless it
 * was delivered, or sent `MAX_ATTEMPTS` times: the outcome is that of the former URL. Nothing is stored if the webhook was
 * deleted, or if the claim has ended and another process has sent the message.
 * @param delaysSeconds between the attempts.
 */
export function storeOutcome(
  db: Kysely<Database>,
  { id, webhookId, attempts, version }: Omit<Claim, 'ownerId'>,
  { status, error }: Outcome,
  delaysSeconds: readonly number[],
): Promise<void> {
  const isDelivered = status !== null && status >= 200 && status < 300
  const isGone = status === GONE
  return readCommitted(db, async (trx) => {
    // Other transactions lock a webhook before its deliveries, too.
    const found = await sql<{ isSame: boolean }>`
      SELECT updated_at::text = ${version} AS "isSame" FROM webhooks
      WHERE id = ${webhookId} FOR NO KEY UPDATE`.execute(trx)
    const isOutdated = found.rows[0]?.isSame === false && !isDelivered && attempts < MAX_ATTEMPTS
    const { rows } = await sql<{ hasFailed: boolean }>`
      UPDATE webhook_deliveries SET claimed_until = NULL, response_status = ${status}, error = ${error}, state = next.state,
        next_attempt_at = CASE WHEN next.state = 'pending' THEN now() + make_interval(secs => next.delay) END
      FROM (
        SELECT id AS next_id, CASE WHEN ${isOutdated} THEN 0 ELSE delay END AS delay,
          CASE WHEN ${isDelivered} THEN 'delivered' WHEN ${isOutdated} THEN 'pending'
          WHEN ${isGone} OR is_manual OR delay IS NULL THEN 'failed' ELSE 'pending' END AS state
        FROM webhook_deliveries, LATERAL (SELECT (${delaysSeconds}::double precision[])[attempts] AS delay) AS after
        WHERE id = ${id} AND state = 'pending' AND attempts = ${attempts}
      ) AS next
      WHERE id = next_id
      RETURNING webhook_deliveries.state = 'failed'
        AND (${isGone} OR NOT is_manual) AS "hasFailed"`.execute(trx)
    if (rows[0]?.hasFailed !== true) return
    await sql`
      UPDATE webhooks SET is_active = false, disabled_at = now(), disabled_reason = ${isGone ? 'gone' : 'failed'},
        updated_at = clock_timestamp()
      WHERE id = ${webhookId} AND is_active`.execute(trx)
  })
}

/** What an operator watches of the webhooks. */
export interface WebhookState {
  /** For how long the message that waits longest has been due. */
  readonly delaySeconds: number
  /** Webhooks that the service has disabled. */
  readonly disabled: number
}

export async function selectWebhookState(db: DatabaseReader): Promise<WebhookState> {
  const rows = await selectRows(db)<WebhookState>`
    SELECT (SELECT coalesce(greatest(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8
        FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
        WHERE state = 'pending' AND claimed_until IS NULL AND (is_manual OR is_active)) AS "delaySeconds",
      (SELECT count(*)::integer FROM webhooks WHERE disabled_at IS NOT NULL) AS disabled`
  return rows[0] as WebhookState
}

const DELETED_AT_ONCE = 1_000

/** Deletes old rows of the log, and secrets that are not valid any more. @returns whether there may be more to delete. */
export async function deleteOldDeliveries(trx: Transaction<Database>): Promise<boolean> {
  await sql`UPDATE webhooks SET previous_secret = NULL
    WHERE previous_secret_ends_at <= now() AND previous_secret IS NOT NULL`.execute(trx)
  const { rows } = await sql<{ count: number }>`
    WITH deleted AS (
      DELETE FROM webhook_deliveries WHERE state <> 'pending' AND id IN (
        (SELECT id FROM webhook_deliveries
          WHERE state <> 'pending' AND created_at < now() - interval '30 days' LIMIT ${DELETED_AT_ONCE}::integer)
        UNION ALL
        (SELECT beyond.id FROM webhooks CROSS JOIN LATERAL (
          SELECT id FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state <> 'pending'
          ORDER BY id DESC OFFSET 1000) AS beyond LIMIT ${DELETED_AT_ONCE}::integer))
      RETURNING id
    )
    SELECT count(*)::integer AS count FROM deleted`.execute(trx)
  return (rows[0]?.count ?? 0) >= DELETED_AT_ONCE
}
