import type { FastifyInstance } from 'fastify'
import type { OperationExecutor } from '../contract/request-context.ts'
import type { Context } from '../operation-context.ts'
import { createBodyTurns } from './body-turns.ts'
import { clientFinder } from './client-key.ts'
import { knownCredentials } from './known-credentials.ts'
import { limitConnectionsOfClients } from './connections.ts'
import { limitedExecutor } from './limited-executor.ts'
import { createLoadShedder, shedRequests } from './load-shedding.ts'
import { rateLimit, type RateLimit } from './rate-limit.ts'
import { overloaded } from './waiting-queue.ts'

export interface LimitOptions extends RateLimit {
  /** The maximum number of database connections. */
  readonly poolSize: number
}

/**
 * Overload protection, in four layers: a rate limit for each client (rate-limit.ts), a waiting queue for each
 * kind of database work (waiting-queue.ts), load shedding, which lets
 * further requests wait before they cost anything (load-shedding.ts), and turns for long bodies (body-turns.ts).
 */
export interface Limits {
  limit(executor: OperationExecutor<Context>): OperationExecutor<Context>
  /**
   * Adds load shedding and, as `app.requestCounter`, the rate limit.
   * @param trustedProxies as those of the server.
   */
  attach(app: FastifyInstance, publicUrl: string, trustedProxies?: readonly string[]): Promise<void>
}

export function startLimits(options: LimitOptions): Limits {
  const known = knownCredentials()
  const shedder = createLoadShedder(options.poolSize)
  const turns = createBodyTurns()
  return {
    limit: (executor) => limitedExecutor(executor, shedder, known, turns),
    async attach(app, publicUrl, trustedProxies = []) {
      shedder.report((rejected) => {
        app.log.warn({ rejected }, 'Overloaded: requests were rejected')
      })
      app.addHook('onClose', async () => shedder.stop())
      const clients = clientFinder(known, trustedProxies)
      limitConnectionsOfClients(app.server, clients)
      turns.readOf(app.server, clients.inTurn)
      const isOverdue = shedRequests(app.server, shedder, { publicUrl, clientOf: clients.inTurn })
      app.addHook('onRequest', ({ raw }, _reply, done) =>
        isOverdue(raw) ? done(overloaded()) : done(),
      )
      const counter = await rateLimit(app, options, clients.ofRequest)
      if (counter !== undefined) app.decorate('requestCounter', counter)
    },
  }
}
