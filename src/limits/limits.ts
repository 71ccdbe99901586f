import type { FastifyInstance } from 'fastify'
import type { OperationExecutor } from '../contract/request-context.ts'
import { knownCredentials } from './known-credentials.ts'
import { createLoadShedder, limitedExecutor, shedRequests } from './load-shedding.ts'
import { rateLimit, type RateLimit } from './rate-limit.ts'

export interface LimitOptions extends RateLimit {
  /** The maximum number of database connections. */
  readonly poolSize: number
}

/**
 * Overload protection, in three layers: a rate limit for each client (rate-limit.ts), a waiting queue for each
 * kind of database work (waiting-queue.ts), and load shedding, which lets
 * further requests wait before they cost anything (load-shedding.ts).
 */
export interface Limits {
  limit<Dependencies>(executor: OperationExecutor<Dependencies>): OperationExecutor<Dependencies>
  /** Adds load shedding and, as `app.requestCounter`, the rate limit. */
  attach(app: FastifyInstance, publicUrl: string): Promise<void>
}

export function startLimits(options: LimitOptions): Limits {
  const known = knownCredentials()
  const shedder = createLoadShedder(options.poolSize)
  return {
    limit: (executor) => limitedExecutor(executor, shedder, known),
    async attach(app, publicUrl) {
      shedder.report((rejected) => {
        app.log.warn({ rejected }, 'Overloaded: requests were rejected')
      })
      app.addHook('onClose', async () => shedder.stop())
      shedRequests(app.server, shedder, publicUrl)
      const counter = await rateLimit(app, options, known)
      if (counter !== undefined) app.decorate('requestCounter', counter)
    },
  }
}
