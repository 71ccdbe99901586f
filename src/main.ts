import { runProcess } from './process/life-cycle.ts'
import { serve } from './process/serve.ts'

/** The service as it runs in production; `npm start` adds a demo catalogue (scripts/start.ts). */
await runProcess((onClose) => serve(onClose))
