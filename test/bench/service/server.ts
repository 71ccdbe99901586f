import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { runProcess } from '../../../src/server/lifecycle.ts'
import { serve } from '../../../src/server/serve.ts'
import { addStaticRoutes, type StaticResponse } from './static-routes.ts'

/** A request of the bench: serve static responses, report memory, or report memory once warm. */
export type ToServer = { readonly ready: readonly StaticResponse[] } | 'memory' | 'warm'

export interface Addresses {
  /** Of the service's root, without a slash at the end. */
  readonly url: string
  /** The URL of a Fastify without hooks and log, which serves only the static responses. */
  readonly bareUrl: string
}

export interface Memory {
  readonly peakRssBytes: number
}

const SAMPLE_MS = 50

/**
 * The process under load: the service as in production, and static routes. Its environment configures it.
 */
await runProcess((onClose) => {
  // It must not outlive the bench.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const replaced = process.env['WITHOUT_LIMITS'] === undefined ? {} : { limits: undefined }
  return serve(onClose, () => Promise.resolve(addTo), replaced)
})

async function addTo(app: FastifyInstance): Promise<void> {
  const bare = fastify({ logger: false })
  const holders = [addStaticRoutes(app), addStaticRoutes(bare)]
  app.addHook('onListen', async () => {
    const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const memory = watchMemory()
    process.on('message', (message: ToServer) => {
      if (typeof message === 'object') for (const hold of holders) hold(message.ready)
      const event = message === 'warm' ? app.warmedUp : undefined
      void Promise.resolve(event).then(() =>
        process.send?.({ peakRssBytes: memory.peak() } satisfies Memory),
      )
    })
    process.send?.({ url: `http://127.0.0.1:${port}`, bareUrl } satisfies Addresses)
  })
  app.addHook('onClose', () => bare.close())
}

/** Sampled, because the peak of the operating system may be that of the parent process. */
function watchMemory(): { peak(): number } {
  let peak = 0
  const sample = (): number => (peak = Math.max(peak, process.memoryUsage.rss()))
  setInterval(sample, SAMPLE_MS).unref()
  return { peak: sample }
}
