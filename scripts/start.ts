import { runProcess } from '../src/life-cycle.ts'
import { serve } from '../src/serve.ts'
import { loadFirstCatalogue } from './demo/first-catalogue.ts'

/** `npm start`: the service, and something to look at where the embedded database is empty. */
await runProcess((onClose) => serve(onClose, loadFirstCatalogue))
