import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { issueKey } from './issue-key.ts'
import type { CreateCommand } from './key-arguments.ts'
import { findOrMakeOwner } from './owner.ts'
import { printedKey, type Printed } from './printed.ts'

/**
 * Makes a key, and its owner where there is none: both or neither.
 * @throws {KeyError} when no user can have the owner's name.
 */
export async function createKey(
  db: Kysely<Database>,
  { owner: name, scopes, lifetimeSeconds }: CreateCommand,
  serviceUrl: string | undefined,
): Promise<Printed> {
  const { owner, issued } = await db.transaction().execute(async (trx) => {
    const found = await findOrMakeOwner(trx, name)
    const facts = { ownerId: found.id, scopes, lifetimeSeconds }
    return { owner: found, issued: await issueKey(trx, facts) }
  })
  // A name that is mistyped makes a user: that must not go unseen.
  const notes = owner.isNew
    ? [`There was no user "${name}", so it was made. If the name is mistyped, revoke this key.`]
    : []
  return printedKey(issued, { owner: name, scopes, notes }, serviceUrl)
}
