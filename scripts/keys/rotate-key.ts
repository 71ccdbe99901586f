import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { issueKey } from './issue-key.ts'
import type { RotateCommand } from './key-arguments.ts'
import { KeyError } from './key-error.ts'
import { lockKey, retireKey } from './key-queries.ts'
import { printedKey, type Printed } from './printed.ts'
import { readableTime } from './readable-time.ts'

type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>

/**
 * Makes a key like another one, to live as long as that was made to; the other stays valid for the
 * overlap, and never longer than it would have.
 * @throws {KeyError} when there is no such key, or it is not active, or already replaced.
 */
export async function rotateKey(
  db: Kysely<Database>,
  { id, overlapSeconds }: RotateCommand,
  serviceUrl: string | undefined,
): Promise<Printed> {
  const { old, issued, until } = await db.transaction().execute(async (trx) => {
    const locked = await lockRotatable(trx, id)
    const fresh = await issueKey(trx, {
      ownerId: locked.owner_id,
      scopes: locked.scopes,
      lifetimeSeconds: locked.lifetime_seconds,
    })
    const { expires_at } = await retireKey(trx, id, fresh.id, overlapSeconds)
    return { old: locked, issued: fresh, until: expires_at }
  })
  const notes = [`Key ${id} (${old.hint}…) stays valid until ${readableTime(until ?? '')}.`]
  return printedKey(issued, { owner: old.username, scopes: old.scopes, notes }, serviceUrl)
}

/** Its expiry is that of the overlap once it is replaced: its lifetime can be read no more. */
async function lockRotatable(trx: Transaction<Database>, id: number): Promise<LockedKey> {
  const key = await lockKey(trx, id)
  if (key === undefined) throw new KeyError(`There is no key ${id}.`)
  if (key.state !== 'active') {
    throw new KeyError(`Key ${id} is ${key.state}: create a new one instead.`)
  }
  if (key.replaced_by === null) return key
  throw new KeyError(`Key ${id} has been replaced by key ${key.replaced_by}: rotate that one.`)
}
