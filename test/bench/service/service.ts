import { call, forkBeside, nextMessage, stopChild } from '../forked.ts'
import { nodeFlags } from './node-flags.ts'
import { staticPath, type StaticResponse } from './static-routes.ts'
import type { Addresses, Memory, ToServer } from './server.ts'

export interface Service extends Addresses {
  readonly pid: number
  /** Adds static routes for these responses. @returns their paths. */
  serveStatic(responses: readonly StaticResponse[]): Promise<string[]>
  /** Resolves when the service is ready. */
  untilReady(): Promise<void>
  /** @returns its maximum resident memory. */
  peakRssBytes(): Promise<number>
  stop(): Promise<void>
}

const PUBLIC_URL = 'https://art.example'

/** Prepared documents contain them. */
export const URLS = { public: PUBLIC_URL, media: `${PUBLIC_URL}/media` }

/**
 * Starts the service on `databaseUrl` in its own process. Its log is written as in production, and discarded.
 */
export async function startService(
  databaseUrl: string,
  { isLimited = true } = {},
): Promise<Service> {
  const child = forkBeside(
    import.meta.url,
    'server',
    { ...productionEnvironment(databaseUrl), ...(!isLimited && { WITHOUT_LIMITS: '1' }) },
    nodeFlags(),
  )
  const request = (message: ToServer): Promise<Memory> => call<Memory>(child, message)
  const addresses = await nextMessage<Addresses>(child)
  return {
    ...addresses,
    pid: child.pid ?? 0,
    async serveStatic(responses) {
      await request({ ready: responses })
      return responses.map((_, place) => staticPath(place))
    },
    untilReady: async () => void (await request('warm')),
    peakRssBytes: async () => (await request('memory')).peakRssBytes,
    stop: () => stopChild(child),
  }
}

export function productionEnvironment(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    MEDIA_URL: URLS.media,
    // Requests are counted, and never rejected.
    RATE_LIMIT_PER_MINUTE: '1000000000',
  }
}
