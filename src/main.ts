import { requireNode } from './server/require-node.ts'
import { runProcess } from './server/lifecycle.ts'

requireNode()

/** The production entry point; `npm start` adds a demo catalogue (scripts/start.ts). */
await runProcess(async (onClose) => {
  // Loading it takes most of the start; the signal handlers are installed before.
  const { serve } = await import('./server/serve.ts')
  return serve(onClose)
})
