import { ask, forkBeside, nextMessage, stopChild } from '../forked.ts'
import { nodeFlags } from './node-flags.ts'
import { readyPath, type ReadyMade } from './ready-routes.ts'
import type { Addresses, Memory, ToServer } from './server.ts'

export interface Service extends Addresses {
  /** Has the service hold these answers ready. @returns their paths. */
  holdReady(answers: readonly ReadyMade[]): Promise<string[]>
  /** Waits until it says that it is ready. */
  untilReady(): Promise<void>
  /** @returns the most that it has had resident. */
  peakRssBytes(): Promise<number>
  stop(): Promise<void>
}

const PUBLIC_URL = 'https://art.example'

/** Records are made ready for one media host. */
export const MEDIA_URL = `${PUBLIC_URL}/media`

/**
 * Starts the service on `databaseUrl` in a process of its own. Its log goes the way it goes in
 * production, and from there to nowhere.
 */
export async function startService(databaseUrl: string): Promise<Service> {
  const child = forkBeside(
    import.meta.url,
    'server',
    productionEnvironment(databaseUrl),
    nodeFlags(),
  )
  const request = (message: ToServer): Promise<Memory> => ask<Memory>(child, message)
  const addresses = await nextMessage<Addresses>(child)
  return {
    ...addresses,
    async holdReady(answers) {
      await request({ ready: answers })
      return answers.map((_, place) => readyPath(place))
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
    MEDIA_URL,
    // Counted as ever, and never refused.
    RATE_LIMIT_PER_MINUTE: '1000000000',
  }
}
