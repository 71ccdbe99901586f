import type { FastifyInstance } from 'fastify'
import { createAdminServer } from '../admin/admin-server.ts'
import type { Metrics, PoolCounts } from '../admin/metrics.ts'
import type { Readiness } from '../admin/readiness.ts'
import type { RequestCounts } from '../admin/request-counts.ts'
import { readBuildInfo } from '../build-info.ts'
import type { Config } from '../config.ts'
import { rejections } from '../limits/counts.ts'
import { toProblem } from '../problem.ts'
import type { OnClose } from './life-cycle.ts'
import { atFreePort, listenWith } from './listen.ts'
import type { SchemaMigration } from './schema.ts'
import { authorityOf } from './urls.ts'

const FIRST_ADMIN_PORT = 9_400

/** What there is of a service so far, for those who look at it from outside. */
export interface RunningParts {
  schema?: SchemaMigration
  pool?: PoolCounts
  app?: FastifyInstance
}

const NO_POOL: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 }

/**
 * Opens the listener for operators, from the very beginning: that a process lives can be asked while it
 * waits for its database.
 * @returns its address.
 */
export async function startAdminListener(
  { adminHost: host, adminPort }: Pick<Config, 'adminHost' | 'adminPort'>,
  readiness: Readiness,
  loadMetrics: () => Promise<Metrics>,
  onClose: OnClose,
): Promise<string> {
  const listenAt = async (port: number): Promise<string> => {
    const server = createAdminServer({ host, readiness, loadMetrics })
    await listenWith(server, host, port)
    onClose(async () => {
      server.close()
      server.closeAllConnections()
    })
    return `http://${authorityOf(host, port)}`
  }
  return adminPort === undefined
    ? atFreePort(host, listenAt, FIRST_ADMIN_PORT)
    : listenAt(adminPort)
}

/** Loaded when somebody asks for them: most of what it takes to start would be for them. */
export async function metricsOf(
  parts: RunningParts,
  requests: RequestCounts,
  { revision }: Pick<Config, 'revision'>,
): Promise<Metrics> {
  const { createMetrics } = await import('../admin/metrics.ts')
  return createMetrics({
    build: readBuildInfo(revision),
    requests,
    pool: () => parts.pool ?? NO_POOL,
    refused: () => rejections,
    roundsWaiting: () => parts.app?.reading?.waiting() ?? 0,
  })
}

/**
 * Reads the first record of each list, as whoever asks for the list would.
 * @throws when that cannot be done just now. A record that must not be told is no reason to send clients
 *   elsewhere: it is the same there.
 */
export function probe({ app }: Pick<RunningParts, 'app'>): Promise<unknown> | undefined {
  const reading = app?.reading
  if (reading === undefined) return undefined
  // While the primary is away, replicas may answer.
  const { page } = reading.anonymous
  const first = { limit: 1, offset: 0 }
  const pages = [
    page('artworks', { ...first, ordering: { key: 'order_date', descending: true } }),
    page('events', { ...first, ordering: { key: 'start_time', descending: true } }),
  ]
  return Promise.all(pages.map((read) => read.catch(throwIfUnavailable)))
}

function throwIfUnavailable(error: unknown): void {
  if (toProblem(error).code === 'service_unavailable') throw error
}
