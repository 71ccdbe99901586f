import { runProcess } from '../src/server/lifecycle.ts'
import { serve } from '../src/server/serve.ts'
import { readFlags } from './command-line.ts'
import { loadFirstCatalogue, makeFirstKey } from './demo/first-start.ts'
import { serveDemoPictures } from './demo/serve-demo-pictures.ts'

/** `npm start`: the service, with a demo catalogue in an empty embedded database. */
readFlags(`Usage: npm start

Installs and builds what is missing, starts the service, and prints its addresses. Without DATABASE_URL it uses a
PostgreSQL of its own in .data/, which it fills with demo data. Environment variables configure it, such as PORT and
PUBLIC_URL: see src/docs/configure.md. Ctrl-C or SIGTERM ends it.`)

await runProcess((onClose) => {
  onClose(async ({ reason }) => console.error(`start: ended by ${reason}`))
  return serve(onClose, async (prepared) => {
    await loadFirstCatalogue(prepared)
    const key = await makeFirstKey(prepared)
    // The log goes to standard output.
    if (key !== undefined) console.error(key)
    return prepared.database.embedded ? serveDemoPictures : undefined
  })
})
