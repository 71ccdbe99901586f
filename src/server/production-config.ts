import ipaddr from 'ipaddr.js'
import pg from 'pg'
import { NEEDS_DATABASE_URL, productionError, type Config } from '../config.ts'
import { hostUrls } from '../database-url.ts'

const VERBOSE_LOG_LEVELS = new Set(['debug', 'trace'])

/** Passwords of examples and of PostgreSQL images. */
const DEFAULT_PASSWORDS = new Set([
  'admin',
  'changeme',
  'example',
  'mysecretpassword',
  'password',
  'postgres',
  'root',
  'secret',
])

/** @throws when a production configuration is insecure; the message has a line for each error and its remedy. */
export function requireProductionConfig(config: Config): void {
  if (!config.isProduction) return
  const errors = configErrors(config)
  if (errors.length > 0) throw productionError(errors)
}

function configErrors(config: Config): string[] {
  const { adminHost, logLevel, databaseUrl, databaseReplicaUrls, passwordFile } = config
  const hasFile = passwordFile !== undefined
  const errors = [
    ...passwordErrors(
      'DATABASE_URL',
      databaseUrl === undefined ? [] : hostUrls(databaseUrl),
      hasFile,
    ),
    ...passwordErrors('DATABASE_REPLICA_URLS', databaseReplicaUrls, hasFile),
  ]
  if (databaseUrl === undefined) errors.push(NEEDS_DATABASE_URL)
  if (isWildcard(adminHost)) {
    errors.push(`ADMIN_HOST is "${adminHost}", which is every network; set one address.`)
  }
  if (VERBOSE_LOG_LEVELS.has(logLevel)) {
    errors.push(`LOG_LEVEL is "${logLevel}", which logs too much; leave it at info.`)
  }
  return errors
}

/** Whether an address, in any notation, means all interfaces of the machine. */
function isWildcard(host: string): boolean {
  const [address = ''] = host.split('%')
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unspecified'
}

/** The hosts of one URL have the same password. */
function passwordErrors(variable: string, urls: readonly string[], hasFile: boolean): string[] {
  const errors = urls.map((url) => passwordError(variable, url, hasFile))
  return [...new Set(errors)].filter((error) => error !== undefined)
}

/** The error of a database URL that reaches its server over a network with a weak password. */
function passwordError(
  variable: string,
  databaseUrl: string,
  hasFile: boolean,
): string | undefined {
  const { host, user, password, ssl } = clientOf(databaseUrl)
  // The permissions of the socket decide.
  if (host.startsWith('/')) return undefined
  if (!password) {
    // `pg` reads the password file at each connection, so its present content proves nothing.
    const hasOther = ssl?.cert !== undefined || hasFile
    return hasOther ? undefined : `${variable} has no password; set one in the database.`
  }
  const lower = password.toLowerCase()
  if (lower !== user?.toLowerCase() && !DEFAULT_PASSWORDS.has(lower)) return undefined
  return `${variable} has an easily guessed password; set another in the database.`
}

interface Client {
  readonly host: string
  readonly user: string | undefined
  readonly password: string | null
  readonly ssl: { readonly cert?: string } | undefined
}

/** The host and credentials that `pg` would use, from the URL and its other sources. It does not connect. */
function clientOf(connectionString: string): Client {
  const { host, user, password, ssl } = new pg.Client({ connectionString })
  const options = ssl as boolean | { readonly cert?: string } | undefined
  return {
    host,
    user,
    password: password ?? null,
    ssl: typeof options === 'object' ? options : undefined,
  }
}
