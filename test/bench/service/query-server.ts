import { servePlainly } from './plain-server.ts'
import { addRowsRoute } from './rows-route.ts'

/** A process that only reads rows. */
await servePlainly(addRowsRoute)
