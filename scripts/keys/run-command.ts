import { apiRoot } from '../../src/contract/document.ts'
import type { Kysely, Transaction } from 'kysely'
import { allocateIds } from '../../src/database/ids.ts'
import { timestampText } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'
import { issueKey, issueSuccessor, type IssuedKey } from '../../src/api-keys/issue-key.ts'
import { findOrMakeOwner } from './make-key.ts'
import { type KeyCommand, type KeyCommandNamed, KeyError } from './key-arguments.ts'
import {
  selectKeys,
  type ListedKeyRow,
  lockKey,
  type LockedKey,
  secondsFromNow,
  revokeKey as revoke,
} from '../../src/api-keys/api-key-queries.ts'

/**
 * @param serviceUrl for the example of how to use a new key; undefined where it is not known.
 * @throws {KeyError} with the reason why the command cannot be executed.
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

/**
 * Creates a key and, if missing, its owner, in one transaction.
 * @throws {KeyError} when no user can have the owner's name.
 */
async function createKey(
  db: Kysely<Database>,
  { owner: name, scopes, lifetimeSeconds }: KeyCommandNamed<'create'>,
  serviceUrl: string | undefined,
): Promise<Printed> {
  const { owner, issued } = await db.transaction().execute(async (trx) => {
    const found = await findOrMakeOwner(trx, name)
    const facts = { ownerId: found.id, scopes, expiresAt: secondsFromNow(lifetimeSeconds) }
    return { owner: found, issued: await issueKey(trx, facts) }
  })
  // A mistyped name makes a user, so it is reported.
  const notes = owner.isNew
    ? [`There was no user "${name}", so it was made. If the name is mistyped, revoke this key.`]
    : []
  return printedKey(issued, { owner: name, scopes, notes }, serviceUrl)
}

/** A table of all keys, each with its hint: the database does not have the key itself. */
async function listKeys(db: Kysely<Database>): Promise<Printed> {
  const keys = await selectKeys(db)
  if (keys.length === 0) return { output: 'There are no keys.' }
  const active = keys.filter(({ state }) => state === 'active').length
  return {
    output: table([HEADINGS, ...keys.map(cells)]),
    notes: `${keys.length} keys, ${active} of them active`,
  }
}

const HEADINGS = ['ID', 'KEY', 'OWNER', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE']

function cells(row: ListedKeyRow): string[] {
  const { id, hint, username, scopes, created_at, expires_at, last_used_at, state } = row
  return [
    String(id),
    `${hint}…`,
    username,
    scopes.join(','),
    readableTime(created_at),
    expires_at === null ? 'never' : readableTime(expires_at),
    last_used_at === null ? 'never' : readableTime(last_used_at),
    state,
  ]
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/**
 * Creates a key with the owner, scopes and lifetime of another key. The other key stays valid for the overlap, but
 * not beyond its own expiry.
 * @throws {KeyError} when there is no such key, or it is not active, or already replaced.
 */
async function rotateKey(
  db: Kysely<Database>,
  { id, overlapSeconds }: KeyCommandNamed<'rotate'>,
  serviceUrl: string | undefined,
): Promise<Printed> {
  const { old, issued, until } = await db.transaction().execute(async (trx) => {
    const locked = await lockRotatable(trx, id)
    const [successor = 0] = await allocateIds(trx, 'api_keys', 1)
    return { old: locked, ...(await issueSuccessor(trx, successor, locked, overlapSeconds)) }
  })
  const notes = [`Key ${id} (${old.hint}…) stays valid until ${readableTime(until ?? '')}.`]
  return printedKey(issued, { owner: old.username, scopes: old.scopes, notes }, serviceUrl)
}

/** Rejects a replaced key: its expiry is the end of the overlap, so its original lifetime is unknown. */
async function lockRotatable(trx: Transaction<Database>, id: number): Promise<LockedKey> {
  const key = await lockKey(trx, id)
  if (key === undefined) throw new KeyError(`There is no key ${id}.`)
  if (key.state !== 'active') {
    throw new KeyError(`Key ${id} is ${key.state}: create a new one instead.`)
  }
  if (key.replaced_by === null) return key
  throw new KeyError(`Key ${id} has been replaced by key ${key.replaced_by}: rotate that one.`)
}

/**
 * Revokes a key at once; an already revoked key stays unchanged.
 * @throws {KeyError} when there is no such key.
 */
async function revokeKey(
  db: Kysely<Database>,
  { id }: KeyCommandNamed<'revoke'>,
): Promise<Printed> {
  const key = await revoke(db, id)
  if (key === undefined) throw new KeyError(`There is no key ${id}.`)
  return {
    output: `Key ${id} (${key.hint}…) is revoked since ${readableTime(key.revoked_at ?? '')}.`,
  }
}

/** The output of a command. */
export interface Printed {
  readonly output: string
  /** For standard error, so that standard output has nothing but the new key. */
  readonly notes?: string
}

/** A new key and its facts; `notes` come before its usage. */
function printedKey(
  { id, key, expires_at }: IssuedKey,
  { owner, scopes, notes = [] }: { owner: string; scopes: readonly string[]; notes?: string[] },
  serviceUrl: string | undefined,
): Printed {
  const lines = [
    `Key ${id}`,
    `  owner    ${owner}`,
    `  scopes   ${scopes.join(', ')}`,
    `  expires  ${expires_at === null ? 'never' : readableTime(expires_at)}`,
    ...notes,
    'The key is shown only now: the database has no more than its hash. To use it as $KEY' +
      (serviceUrl === undefined ? ', with the address of the API as $API:' : ':'),
    `  curl -H "Authorization: Bearer $KEY" ${serviceUrl === undefined ? '$API' : `${serviceUrl}${apiRoot}`}/events/`,
  ]
  return { output: key, notes: lines.join('\n') }
}

/** To the second, in UTC, from PostgreSQL's text. */
function readableTime(raw: string): string {
  return timestampText(raw).replace(/\.\d+/, '')
}
