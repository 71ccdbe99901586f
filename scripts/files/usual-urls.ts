import type { Config } from '../../src/config.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import { urlsOf } from '../../src/server/listen.ts'

/** The first port on which a service without a chosen one listens. */
const USUAL_PORT = 3000

/** The URLs of the service with these settings, which need not run. */
export function usualUrls(config: Config): Urls {
  return urlsOf(config, config.port ?? USUAL_PORT)
}
