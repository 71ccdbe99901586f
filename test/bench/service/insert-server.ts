import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { readConfig } from '../../../src/config.ts'
import { addInsertRoutes } from './insert-routes.ts'

export interface InsertAddress {
  /** Of the root, without a slash at the end. */
  readonly url: string
}

/** A process that only inserts bodies as rows, with as many connections as the service has. */
const { databaseUrl, databasePoolSize } = readConfig()
const pool = new pg.Pool({ connectionString: databaseUrl, max: databasePoolSize })
pool.on('error', () => {})
const app = fastify({ logger: false })
await addInsertRoutes(app, pool, ['ArtworkInput', 'EventInput'])
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
process.send?.({ url: `http://127.0.0.1:${port}` } satisfies InsertAddress)
// It must not outlive the bench.
process.once('disconnect', () => process.exit())
