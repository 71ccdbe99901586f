import { runProcess } from './server/lifecycle.ts'

/** The service as it runs in production; `npm start` adds a demo catalogue (scripts/start.ts). */
await runProcess(async (onClose) => {
  // Loading it takes most of the start, and a signal may come meanwhile.
  const { serve } = await import('./server/serve.ts')
  return serve(onClose)
})
