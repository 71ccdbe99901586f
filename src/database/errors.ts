// The meaning of errors of PostgreSQL, `pg` and Kysely: by SQLSTATE, system error, message or constraint.

import { NAMED_TABLES } from './tables.ts'

/**
 * The meaning of a listed SQLSTATE. The service responds 503 to these, 422 to a violated constraint of RULES, and 500 to
 * any other, which is a bug.
 */
interface Meaning {
  /** The transaction was rolled back, and may well succeed when it is retried at once. */
  readonly isRetryable?: true
  /** The connection is unusable; a new one may reach a healthy server. */
  readonly isConnectionFatal?: true
}

const UNAVAILABLE: Meaning = {}
const RETRY: Meaning = { isRetryable: true }
const RECONNECT: Meaning = { isConnectionFatal: true }

/**
 * By SQLSTATE, or by its class, the first two characters (PostgreSQL, appendix A). Any other code means a
 * wrong statement, or a value that validation should have rejected.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['08', RECONNECT], // connection exception
  ['0A000', RETRY], // feature not supported: here, the plan of a table that has changed since
  ['25006', { ...RETRY, ...RECONNECT }], // read-only SQL transaction: a standby, or a former primary
  ['25P03', RECONNECT], // idle-in-transaction session timeout
  ['25P04', RECONNECT], // transaction timeout
  ['26000', RETRY], // invalid SQL statement name: a prepared statement that a pooler has dropped
  ['28', RECONNECT], // invalid authorization specification: a changed password
  ['3D000', RECONNECT], // invalid catalog name: the database does not exist, or not yet
  ['40', UNAVAILABLE], // transaction rollback
  ['40001', RETRY], // serialization failure
  ['40P01', RETRY], // deadlock detected
  ['42501', UNAVAILABLE], // insufficient privilege: the service had it when it started
  ['53', UNAVAILABLE], // insufficient resources: 53100 disk full, 53300 too many connections
  ['55000', RECONNECT], // object not in prerequisite state: a database that allows no connections
  ['55006', UNAVAILABLE], // object in use
  ['55P03', UNAVAILABLE], // lock not available
  ['57', RECONNECT], // operator intervention: 57P01 to 57P05 end the session
  ['57014', UNAVAILABLE], // query canceled, mostly by statement_timeout
  ['58', UNAVAILABLE], // system error: 58030 I/O error
])

/** System errors: of the socket, and of the limit of open files. */
const UNREACHABLE = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of `pg`, Kysely and the closed batch scheduler, whose errors have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed|The service is closing|[Rr]eceived (?:invalid response|unexpected \w+ message)|Unknown authenticationOk message type)/

/** The message of `pg` if a statement has no result in time. */
const READ_TIMEOUT = /^Query read timeout/

/** Messages after which other connections to the server may be dead, too (ServicePool.dropIdle). */
const RESPONSE_TIMEOUT = /^(timeout expired|Query read timeout)/

/** The message of a pool if a connection is not open in time. */
export const CONNECT_TIMEOUT = /^Connection terminated due to connection timeout/

/** The message of a pool whose connections have all been in use for too long. */
const WAIT_TIMEOUT = /^timeout exceeded when trying to connect/

/** No connection is free, and the queue for one is full. */
export class DatabaseBusy extends Error {
  constructor() {
    super('The queue for a database connection is full')
    this.name = 'DatabaseBusy'
  }
}

/** Whether `error` means that the database is down, busy, exhausted or shutting down. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (error instanceof DatabaseBusy) return true
  return isDatabaseDown(error) || meaningOf(codeOf(error)) !== undefined
}

/** None of the hosts of the database is a primary that can be reached. */
export class NoPrimary extends Error {
  constructor(reasons: readonly string[]) {
    super(`No host of the database accepts writes: ${reasons.join(', ')}`)
    this.name = 'NoPrimary'
  }
}

/** A pooler before PostgreSQL drops the settings that a connection asks for, and says nothing (PgBouncer, ignore_startup_parameters). */
export class SettingsDropped extends Error {
  /** SQLSTATE: the server rejects the connection. */
  readonly code = '08004'

  constructor() {
    super('A pooler before PostgreSQL drops the settings of the session (its options)')
    this.name = 'SettingsDropped'
  }
}

/**
 * What a pooler (PgBouncer, RDS Proxy), or the service behind it, says of settings that do not reach PostgreSQL. PgBouncer uses
 * one SQLSTATE for nearly all its errors.
 */
export const WITHOUT_SETTINGS =
  /^(unsupported startup parameter|Feature not supported: RDS Proxy|A pooler before PostgreSQL drops the settings)/

/** What PostgreSQL says of a role that may create nothing, and the remedy. */
export const NO_OWNER = [
  /^permission denied for schema/,
  'The role must own the database: ALTER DATABASE name OWNER TO role.',
] as const

/** The error of a role that does not own the tables of its database, as after `pg_restore --no-owner`, and the remedy. */
export const NO_OWNER_OF_TABLES = [
  /^(permission denied for|must be owner of) (?!schema|database)\w/,
  'Another role owns the tables of the database: let DATABASE_URL name that role, or restore the dump again with its owners (without --no-owner).',
] as const

/** SQLSTATE: an attempt to connect has failed, for a reason that has no code of its own below. */
const CANNOT_CONNECT = '08001'

/**
 * The error of an attempt to connect. Whatever it says, such as that a certificate has expired or that its file is missing,
 * the database cannot be reached.
 */
export function ofConnecting(error: Error): Error {
  if (isDatabaseUnavailable(error)) return error
  return Object.assign(error, { code: CANNOT_CONNECT })
}

/** Whether an attempt to connect has failed for a reason without a code of its own: mostly a setting, which no retry changes. */
export function isUnconnectable(error: unknown): boolean {
  return codeOf(error) === CANNOT_CONNECT
}

/** Whether the database could not be reached, or has ended the connection. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof NoPrimary) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === '') return CONNECTION_LOST.test(error.message)
  // A missing Unix socket; any other missing file is a bug.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return UNREACHABLE.has(code) || isConnectionFatal(error)
}

/**
 * SQLSTATEs of a missing right, password, database, disk space, memory or connection, of a failed device, of dropped settings,
 * and of TLS.
 */
const REFUSAL = /^(0800[14]$|28|3D|42501$|53|55000$|58)/

/** Whether the server was reached and refuses the statement: neither is it away, nor does it take too long. */
export function isDatabaseRefusal(error: unknown): boolean {
  return REFUSAL.test(codeOf(error))
}

/** SQLSTATEs of a table, column, function or other object that the database lacks. */
const UNDEFINED_OBJECT = new Set(['42P01', '42703', '42883', '42704'])

/** Whether the database lacks a part of the schema that a statement needs. */
export function isSchemaMismatch(error: unknown): boolean {
  return UNDEFINED_OBJECT.has(codeOf(error))
}

/** The context, in English, of an error of a statement that waits for another transaction's row. */
const ROW_WAIT = /^while (locking|updating|deleting|inserting|checking|rechecking) .*tuple /m

/**
 * Whether another transaction held a lock too long (SQLSTATE lock_not_available). Nothing was written. The lock timeout
 * begins anew for each lock: a statement that waits behind others for the same row can reach its own timeout first.
 */
export function isLockBusy(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== '57014') return code === '55P03'
  const { where } = error as { where?: unknown }
  return typeof where === 'string' && ROW_WAIT.test(where)
}

/** Whether the server has ended a statement that took too long, though it waited for nobody. Nothing was written. */
export function isTooMuchWork(error: unknown): boolean {
  return codeOf(error) === '57014' && !isLockBusy(error)
}

/** Whether no connection of a pool has become free in time. The server may well be there. */
export function isWaitTimeout(error: unknown): boolean {
  return error instanceof Error && WAIT_TIMEOUT.test(error.message)
}

/** Whether a server, or the way to it, was silent when a connection was opened. */
export function isConnectTimeout(error: unknown): error is Error {
  return error instanceof Error && CONNECT_TIMEOUT.test(error.message)
}

/** Whether a statement has taken too long. A connection that takes too long tells nothing about a statement. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === '57014' || (error instanceof Error && READ_TIMEOUT.test(error.message))
}

/** Whether the server sent nothing in time. */
function isResponseTimeout(error: unknown): boolean {
  return error instanceof Error && RESPONSE_TIMEOUT.test(error.message)
}

/** Whether other connections to the same server are of no more use: it is silent, or not the primary any more. */
export function isServerLost(error: unknown): boolean {
  return isResponseTimeout(error) || codeOf(error) === '25006'
}

/** Whether the transaction had no effect and is worth retrying at once. */
export function isRetryable(error: unknown): boolean {
  return meaningOf(codeOf(error))?.isRetryable === true
}

/** Whether the connection on which PostgreSQL reported `error` is unusable. */
export function isConnectionFatal(error: unknown): boolean {
  return meaningOf(codeOf(error))?.isConnectionFatal === true
}

/** Whether the user of the transaction has no room for its records (src/database/schema/9-storage.sql). */
export function isStorageFull(error: unknown): boolean {
  return codeOf(error) === 'SB001'
}

/** The SQLSTATE or system error code of `error`; empty without one. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function meaningOf(code: string): Meaning | undefined {
  if (!/^[0-9A-Z]{5}$/.test(code)) return undefined
  return MEANINGS.get(code) ?? MEANINGS.get(code.slice(0, 2))
}

/** A place in a request body, as a JSON Pointer, and the rule that it violates. */
export interface RuleViolation {
  readonly pointer: string
  readonly detail: string
}

/** Rules on several values at once, by the constraint that enforces them. */
const RULES = {
  events_end_not_before_start: rule('/end_time', 'It must not be before start_time.'),
  events_venue_id_fkey: rule('/venue', 'No venue has this id.'),
  events_category_id_fkey: rule('/category', 'No event category has this id.'),
  artworks_external_id: rule(
    '/gallery',
    'It has another artwork with the external id of this one.',
  ),
  artworks_gallery_id_fkey: rule('/gallery', 'No gallery has this id.'),
  artworks_category_id_fkey: rule('/category', 'No artwork category has this id.'),
  artwork_artists_artist_id_fkey: rule('/artists', 'One of them is the id of no artist.'),
  artwork_tags_tag_id_fkey: rule('/tags', 'One of them is the id of no tag.'),
  artworks_price_when_shown: rule(
    '/price',
    'It must be given exactly when price_display is "show price".',
  ),
  artworks_min_price_in_range: rule(
    '/min_price',
    'It must be given exactly when price_display is "price range".',
  ),
  artworks_max_price_in_range: rule(
    '/max_price',
    'It must be given exactly when price_display is "price range".',
  ),
  artworks_range_in_order: rule('/max_price', 'It must not be less than min_price.'),
  artworks_discount_when_automated: rule(
    '/automated_offers_discount_rate',
    'It must be given exactly when automated_offers is true.',
  ),
  artworks_days_when_automated: rule(
    '/automated_offer_days_valid',
    'It must be given exactly when automated_offers is true.',
  ),
} satisfies Record<string, RuleViolation>

/** The name of a constraint. */
type Rule = keyof typeof RULES

function rule(pointer: string, detail: string): RuleViolation {
  return { pointer, detail }
}

/** The unique indexes of the ids that partners use for their records. */
const EXTERNAL_IDS = new Set(['artworks_external_id', 'events_external_id'])

/** Whether another transaction has just given a record the same external id. */
export function isExternalIdTaken(error: unknown): boolean {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  return typeof constraint === 'string' && EXTERNAL_IDS.has(constraint)
}

/** The rules of unique names, by the index that enforces them. */
const NAME_RULES = new Map(
  Object.entries(NAMED_TABLES).map(([table, noun]) => [
    `${table}_name_key`,
    rule('/name', `Another ${noun} has this name.`),
  ]),
)

/** The rule whose violation PostgreSQL reports with `error`; undefined for any other error. */
export function ruleViolation(error: unknown): RuleViolation | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  if (typeof constraint !== 'string') return undefined
  return isRule(constraint) ? RULES[constraint] : NAME_RULES.get(constraint)
}

function isRule(constraint: string): constraint is Rule {
  return Object.hasOwn(RULES, constraint)
}

/**
 * The violations of rules that the service has checked itself. It checks the rules of each record before PostgreSQL does:
 * a group in which PostgreSQL finds a violation is written again in smaller parts, until that record is alone.
 * @param holds whether each rule holds.
 */
export function brokenRules(holds: Partial<Record<Rule, boolean>>): RuleViolation[] {
  return (Object.keys(holds) as Rule[]).flatMap((name) => (holds[name] ? [] : [RULES[name]]))
}
