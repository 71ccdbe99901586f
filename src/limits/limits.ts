import type { FastifyInstance } from 'fastify'
import type { Backing } from '../contract/backing.ts'
import { gatedBacking } from './gated-backing.ts'
import { knownCredentials } from './known-credentials.ts'
import { watchOverload } from './overload.ts'
import { rateLimit, type RateLimit, type RequestCounter } from './rate-limit.ts'
import { shedEarly } from './shed-early.ts'

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
  gated(backing: Backing): Backing
  /** @returns what counts requests, where those of a client are limited. */
  attach(app: FastifyInstance, publicUrl: string): Promise<RequestCounter | undefined>
}

export function startLimits(options: LimitOptions): Limits {
  const known = knownCredentials()
  const overload = watchOverload(options.poolSize)
  return {
    gated: (backing) => gatedBacking(backing, overload, known),
    attach(app, publicUrl) {
      overload.tell((refused) => {
        app.log.warn({ refused }, 'More is asked for than can be done')
      })
      app.addHook('onClose', async () => overload.stop())
      shedEarly(app.server, overload, publicUrl)
      return rateLimit(app, options, known)
    },
  }
}
