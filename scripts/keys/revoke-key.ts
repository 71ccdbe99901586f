import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { RevokeCommand } from './key-arguments.ts'
import { KeyError } from './key-error.ts'
import { revokeKey as revoke } from './key-queries.ts'
import type { Printed } from './printed.ts'
import { readableTime } from './readable-time.ts'

/**
 * Ends a key at once; one that is revoked already is left as it is.
 * @throws {KeyError} when there is no such key.
 */
export async function revokeKey(db: Kysely<Database>, { id }: RevokeCommand): Promise<Printed> {
  const key = await revoke(db, id)
  if (key === undefined) throw new KeyError(`There is no key ${id}.`)
  return {
    output: `Key ${id} (${key.hint}…) is revoked since ${readableTime(key.revoked_at ?? '')}.`,
  }
}
