import ipaddr from 'ipaddr.js'
import pg from 'pg'
import type { Config } from '../config.ts'

const TALKATIVE = new Set(['debug', 'trace'])

/** What examples and images of PostgreSQL set. */
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

/**
 * @throws when the service is to serve strangers with a configuration that is only good among friends;
 *   the message has a line for each fault, which says what to do.
 */
export function requireProductionConfig(config: Config): void {
  if (!config.isProduction) return
  const faults = productionFaults(config)
  if (faults.length > 0) {
    throw new Error(
      `NODE_ENV is production, so:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
}

function productionFaults(config: Config): string[] {
  const { adminHost, logLevel, databaseUrl, databaseReplicaUrls, passwordFile } = config
  const hasFile = passwordFile !== undefined
  const faults = [
    ...(databaseUrl === undefined ? [] : [passwordFault('DATABASE_URL', databaseUrl, hasFile)]),
    ...databaseReplicaUrls.map((url) => passwordFault('DATABASE_REPLICA_URLS', url, hasFile)),
  ].filter((fault) => fault !== undefined)
  if (databaseUrl === undefined) {
    faults.push('DATABASE_URL must name a database: the embedded one is for development.')
  }
  if (isWildcard(adminHost)) {
    faults.push(`ADMIN_HOST is "${adminHost}", which is every network; name one address.`)
  }
  if (TALKATIVE.has(logLevel)) {
    faults.push(`LOG_LEVEL is "${logLevel}", which tells too much; leave it at info.`)
  }
  return faults
}

/** Whether an address, however it is written, stands for all of a machine's. */
function isWildcard(host: string): boolean {
  const [address = ''] = host.split('%')
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unspecified'
}

/** What is wrong with the password of a database that is reached over a network. */
function passwordFault(
  variable: string,
  databaseUrl: string,
  hasFile: boolean,
): string | undefined {
  const { host, user, password, ssl } = clientOf(databaseUrl)
  // A socket's file says who may open it.
  if (host.startsWith('/')) return undefined
  if (!password) {
    // `pg` reads the file at each connection, so what is in it now says nothing of later.
    const isElsewhere = ssl?.cert !== undefined || hasFile
    return isElsewhere ? undefined : `${variable} has no password; set one in the database.`
  }
  const lower = password.toLowerCase()
  if (lower !== user?.toLowerCase() && !DEFAULT_PASSWORDS.has(lower)) return undefined
  return `${variable} has a password that anybody would try first; set another in the database.`
}

interface Client {
  readonly host: string
  readonly user: string | undefined
  readonly password: string | null
  readonly ssl: { readonly cert?: string } | undefined
}

/** It does not connect; but it knows where it would, and as whom, from wherever `pg` has that. */
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
