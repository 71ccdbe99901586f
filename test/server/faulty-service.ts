import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { runProcess } from '../../src/server/lifecycle.ts'
import { serve } from '../../src/server/serve.ts'

// The production service with additional paths that fail.

await runProcess((onClose) => serve(onClose, () => Promise.resolve(addFaults)))

async function addFaults(app: FastifyInstance): Promise<void> {
  app.get('/faults/slow', async (_request, reply) => {
    await sleep(1_000)
    return reply.send('late')
  })
  app.get('/faults/throw', (_request, reply) => {
    setTimeout(() => {
      throw new Error('a fault of ours')
    })
    return reply.send('soon')
  })
  app.get('/faults/block', (_request, reply) => {
    const until = performance.now() + 2_000
    while (performance.now() < until);
    return reply.send('at last')
  })
}
