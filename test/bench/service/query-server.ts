import { servePlainly } from './plain-server.ts'
import { addRowsRoute } from './rows-route.ts'
import { MEDIA_URL } from './service.ts'

/** A process that only reads rows. */
await servePlainly((app, pool) => addRowsRoute(app, pool, MEDIA_URL))
