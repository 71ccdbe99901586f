import { runProcess } from '../src/process/life-cycle.ts'
import { serve } from '../src/process/serve.ts'
import { loadFirstCatalogue } from './demo/first-catalogue.ts'

/** `npm start`: the service, and something to look at where the embedded database is empty. */
await runProcess((onClose) => serve(onClose, loadFirstCatalogue))
