import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { createKey } from './create-key.ts'
import type { KeyCommand } from './key-arguments.ts'
import { listKeys } from './list-keys.ts'
import type { Printed } from './printed.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

/**
 * @param serviceUrl for the example of how to use a new key; undefined where it is not known.
 * @throws {KeyError} saying why it cannot be done.
 */
export function runCommand(
  db: Kysely<Database>,
  command: KeyCommand,
  serviceUrl: string | undefined,
): Promise<Printed> {
  if (command.name === 'create') return createKey(db, command, serviceUrl)
  if (command.name === 'revoke') return revokeKey(db, command)
  if (command.name === 'rotate') return rotateKey(db, command, serviceUrl)
  return listKeys(db)
}
