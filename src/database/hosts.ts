import pg, { type ClientBase } from 'pg'
import { ClosingClient } from './client.ts'
import { hostUrls } from '../database-url.ts'
import { codeOf, isDatabaseDown, isWaitTimeout, NoPrimary } from './errors.ts'
import type { TimedQuery } from './statement.ts'

/** The hosts of a database that fails over: one is the primary, and the others are its standbys. */
export interface Hosts {
  /** The URL of the primary as it was found last; of the first host before. */
  readonly current: string
  /** Finds the primary unless it is known, and connects. If it is another one by now, finds that, and connects again. */
  withPrimary<Result>(connect: () => Promise<Result>): Promise<Result>
  /** @throws {NoPrimary} when the client has connected to a standby. @param timeoutMs undefined means no limit. */
  requirePrimary(client: ClientBase, timeoutMs: number | undefined): Promise<void>
  /** The next connection looks for the primary again. */
  forget(): void
}

/** The connections of a process share their knowledge of the hosts of a URL. */
const known = new Map<string, Hosts>()

/** @returns undefined for a URL with one host. */
export function hostsOf(databaseUrl: string): Hosts | undefined {
  const urls = hostUrls(databaseUrl)
  if (urls.length === 1) return undefined
  const hosts = known.get(databaseUrl) ?? createHosts(urls)
  known.set(databaseUrl, hosts)
  return hosts
}

function createHosts(urls: readonly string[]): Hosts {
  let current = urls[0] ?? ''
  let search: Promise<string> | undefined
  const attempt = async <Result>(connect: () => Promise<Result>): Promise<Result> => {
    const own = (search ??= findPrimary(urls))
    const forgetOwn = (): void => {
      if (search === own) search = undefined
    }
    // A failed search is never kept, whatever its error.
    current = await own.catch((error: unknown) => {
      forgetOwn()
      throw error
    })
    return connect().catch((error: unknown) => {
      // A wait for the pool, and a server without a free connection, say nothing of where the primary is.
      if (isDatabaseDown(error) && !isWaitTimeout(error)) forgetOwn()
      throw error
    })
  }
  return {
    get current() {
      return current
    },
    async withPrimary(connect) {
      const wasKnown = search !== undefined
      try {
        return await attempt(connect)
      } catch (error) {
        if (!wasKnown || !isElsewhere(error)) throw error
        return attempt(connect)
      }
    },
    async requirePrimary(client, timeoutMs) {
      if ((await timelineOf(client, timeoutMs)) === undefined) throw new NoPrimary([IS_STANDBY])
    },
    forget() {
      search = undefined
    },
  }
}

/** Whether another host is worth a try at once: this one rejects connections, or is a standby. */
function isElsewhere(error: unknown): boolean {
  return error instanceof NoPrimary || (isDatabaseDown(error) && codeOf(error) !== '')
}

/** Of one host. The others can be found meanwhile. */
const PROBE_TIMEOUT_MS = 800

const IS_STANDBY = 'the server is a standby'

/**
 * Asks all hosts at once. A former primary that has lost its connection to the others still accepts connections, so the one
 * on the newest timeline counts (PostgreSQL, "Continuous Archiving and Point-in-Time Recovery", section "Timelines").
 */
async function findPrimary(urls: readonly string[]): Promise<string> {
  const probes = await Promise.allSettled(urls.map(probe))
  const primaries = probes.flatMap((each, at) =>
    each.status === 'fulfilled' && each.value !== undefined
      ? [{ url: urls[at] ?? '', timeline: each.value }]
      : [],
  )
  const [newest] = primaries.toSorted((one, other) => (one.timeline < other.timeline ? 1 : -1))
  if (newest !== undefined) return newest.url
  const errors = probes.map((each): unknown =>
    each.status === 'rejected' ? each.reason : undefined,
  )
  // A later attempt does not cure a wrong password. The hosts have the same passwords and databases.
  const permanent = errors.find((error) => ['28P01', '3D000'].includes(codeOf(error)))
  if (permanent !== undefined) throw permanent
  if (errors.every((error) => error instanceof pg.DatabaseError)) throw errors[0]
  throw new NoPrimary(errors.map((error) => (error instanceof Error ? error.message : IS_STANDBY)))
}

async function probe(connectionString: string): Promise<string | undefined> {
  const client = new ClosingClient({
    connectionString,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await timelineOf(client, PROBE_TIMEOUT_MS)
  } finally {
    client.end().catch(() => {})
  }
}

/** The timeline of a primary; undefined for a standby. */
async function timelineOf(
  client: ClientBase,
  timeoutMs: number | undefined,
): Promise<string | undefined> {
  const query: TimedQuery = {
    text: `SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`,
    query_timeout: timeoutMs,
  }
  const { rows } = await client.query<{ timeline: string | null }>(query)
  return rows[0]?.timeline ?? undefined
}
