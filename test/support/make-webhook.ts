import { sql } from 'kysely'
import { pingMessage } from '../../src/webhooks/message.ts'
import { newSecret } from '../../src/webhooks/signature.ts'
import { makeUser } from './make-user.ts'
import { rowMaker } from './make-row.ts'

const makeRow = rowMaker('webhooks', async (db, { owner_id }) => ({
  owner_id: owner_id ?? (await makeUser(db)).id,
  url: 'https://hooks.quayside.example/art',
  operations: ['upsert', 'delete'],
  secret: newSecret(),
}))

/** A webhook for both lists, with a delivery that has failed. */
export const makeWebhook: typeof makeRow = async (db, values) => {
  const webhook = await makeRow(db, values)
  await sql`INSERT INTO webhook_positions (webhook_id, list, no)
    SELECT ${webhook.id}, list, last_no FROM feeds`.execute(db)
  await sql`INSERT INTO webhook_deliveries (webhook_id, type, body, is_manual, state, next_attempt_at)
    VALUES (${webhook.id}, 'ping', ${pingMessage().body}, true, 'failed', NULL)`.execute(db)
  return webhook
}
