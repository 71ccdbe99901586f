import { addInsertRoutes } from './insert-routes.ts'
import { servePlainly } from './plain-server.ts'

/** A process that only inserts bodies as rows. */
await servePlainly((app, pool) => addInsertRoutes(app, pool, ['ArtworkInput', 'EventInput']))
