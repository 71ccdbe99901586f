/** Rules on several values at once, which the database keeps, by the constraint that keeps them. */
const RULES: Readonly<Record<string, RuleViolation>> = {
  events_end_not_before_start: rule('/end_time', 'It must not be before start_time.'),
  // Of what was stored before there was a limit; the contract's own are narrower.
  events_text_lengths: rule('/content', 'What is stored is too long. Give a shorter content.'),
  events_venue_id_fkey: rule('/venue', 'No venue has this id.'),
  events_category_id_fkey: rule('/category', 'No event category has this id.'),
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
}

/** What an error of PostgreSQL means to the request that meets it. */
interface Meaning {
  /** The database could not do now what it can do: the answer is 503. Otherwise the fault is ours: 500. */
  readonly isUnavailable: true
  /** The transaction was undone, and may well succeed when it is run again at once. */
  readonly isRepeatable?: true
  /** This connection is of no more use; a new one may reach a server that is. */
  readonly isLastOfConnection?: true
}

const NOT_NOW: Meaning = { isUnavailable: true }

const AGAIN: Meaning = { isUnavailable: true, isRepeatable: true }

const NOT_HERE: Meaning = { isUnavailable: true, isLastOfConnection: true }

/**
 * By SQLSTATE, or by its class, which is its first two characters (PostgreSQL, appendix A). What is not
 * here is the fault of a statement, and what was sent with it should have been refused before.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['08', NOT_HERE], // connection exception
  ['0A000', AGAIN], // feature not supported: here, a plan that was prepared for a table as it was
  ['25006', NOT_HERE], // read-only SQL transaction: a standby, or a primary that is no longer one
  ['25P03', NOT_HERE], // idle-in-transaction session timeout
  ['25P04', NOT_HERE], // transaction timeout
  ['26000', AGAIN], // invalid SQL statement name: a prepared statement that a pooler has lost
  ['28', NOT_HERE], // invalid authorization specification: a password that was changed
  ['3D000', NOT_HERE], // invalid catalog name: the database is not there, or not yet
  ['40', NOT_NOW], // transaction rollback
  ['40001', AGAIN], // serialization failure
  ['40P01', AGAIN], // deadlock detected
  ['42501', NOT_NOW], // insufficient privilege: it was there when the service started
  ['42P01', NOT_NOW], // undefined table: it was there as well
  ['53', NOT_NOW], // insufficient resources: 53100 disk full, 53300 too many connections
  ['55000', NOT_HERE], // object not in prerequisite state: a database that allows no connections; no statement here meets it
  ['55006', NOT_NOW], // object in use
  ['55P03', NOT_NOW], // lock not available
  ['57', NOT_HERE], // operator intervention: 57P01 to 57P05 end the session
  ['57014', NOT_NOW], // query canceled, by statement_timeout above all
  ['58', NOT_NOW], // system error: 58030 I/O error
])

/** Errors of the socket, before PostgreSQL could say anything, and of what this process may open. */
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

/** What `pg`, Kysely and rounds that have been closed say in words only. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed|The service is closing)/

/** Of these, those that say that the server has not been heard of for all the time it was given. */
const SILENCE = /^(timeout expired|Query read timeout)/

/** No connection is free, and enough others wait for one already. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too many wait for a connection to the database')
    this.name = 'DatabaseBusy'
  }
}

/** Whether the cause of `error` is the database's absence, exhaustion or shutdown. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (error instanceof DatabaseBusy) return true
  return isDatabaseDown(error) || meaningOf(codeOf(error)) !== undefined
}

/** Whether the database could not be reached at all, or has ended the connection. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === '') return CONNECTION_LOST.test(error.message)
  // A Unix socket that is not there; any other missing file is a fault of ours.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return UNREACHABLE.has(code) || isConnectionFatal(error)
}

/** Whether `error` is that nothing came from the server, which may have forgotten its connections. */
export function isResponseTimeout(error: unknown): boolean {
  return error instanceof Error && SILENCE.test(error.message)
}

/** Whether a transaction that ended so has done nothing, and is worth running again at once. */
export function isRepeatable(error: unknown): boolean {
  return meaningOf(codeOf(error))?.isRepeatable === true
}

/** Whether the connection on which PostgreSQL reports `error` is of no more use. */
export function isConnectionFatal(error: unknown): boolean {
  return meaningOf(codeOf(error))?.isLastOfConnection === true
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function meaningOf(code: string): Meaning | undefined {
  if (!/^[0-9A-Z]{5}$/.test(code)) return undefined
  return MEANINGS.get(code) ?? MEANINGS.get(code.slice(0, 2))
}

/** A place in a request body, as a JSON Pointer, and the rule that it breaks. */
export interface RuleViolation {
  readonly pointer: string
  readonly detail: string
}

function rule(pointer: string, detail: string): RuleViolation {
  return { pointer, detail }
}

/** The rule whose breaking PostgreSQL reports with `error`; undefined for any other error. */
export function ruleViolation(error: unknown): RuleViolation | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  if (typeof constraint !== 'string' || !Object.hasOwn(RULES, constraint)) return undefined
  return RULES[constraint]
}
