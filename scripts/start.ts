import { runProcess } from '../src/server/lifecycle.ts'
import { serve } from '../src/server/serve.ts'
import { loadFirstCatalogue, makeFirstKey } from './demo/first-start.ts'
import { serveDemoPictures } from './demo/serve-demo-pictures.ts'

/** `npm start`: the service, with a demo catalogue in an empty embedded database. */
await runProcess((onClose) =>
  serve(onClose, async (prepared) => {
    await loadFirstCatalogue(prepared)
    const key = await makeFirstKey(prepared)
    // The log goes to standard output.
    if (key !== undefined) console.error(key)
    return prepared.database.embedded ? serveDemoPictures : undefined
  }),
)
