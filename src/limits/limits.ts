import type { FastifyInstance } from 'fastify'
import type { OperationExecutor } from '../contract/request-context.ts'
import { limitedExecutor } from './load-shedding.ts'
import { knownCredentials } from './known-credentials.ts'
import { createLoadShedder } from './load-shedding.ts'
import { rateLimit, type RateLimit, type RequestCounter } from './rate-limit.ts'
import { shedRequests } from './load-shedding.ts'

/** What is set from outside. */
export interface LimitOptions extends RateLimit {
  /** Connections to the database at most. */
  readonly poolSize: number
}

/**
 * What keeps the service answering when more is asked of it than it can do: each client gets its share
 * (rate-limit.ts), what needs the database is bounded (gate.ts, gated-backing.ts), and what will be
 * refused is refused before it costs anything (shed-early.ts).
 */
export interface Limits {
  limit<Given>(executor: OperationExecutor<Given>): OperationExecutor<Given>
  /** @returns what counts requests, where those of a client are limited. */
  attach(app: FastifyInstance, publicUrl: string): Promise<RequestCounter | undefined>
}

export function startLimits(options: LimitOptions): Limits {
  const known = knownCredentials()
  const overload = createLoadShedder(options.poolSize)
  return {
    limit: (backing) => limitedExecutor(backing, overload, known),
    attach(app, publicUrl) {
      overload.report((refused) => {
        app.log.warn({ refused }, 'More is asked for than can be done')
      })
      app.addHook('onClose', async () => overload.stop())
      shedRequests(app.server, overload, publicUrl)
      return rateLimit(app, options, known)
    },
  }
}
