import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { readConfig } from '../../../src/config.ts'
import { forkBeside, nextMessage, stopChild } from '../forked.ts'
import { nodeFlags } from './node-flags.ts'
import { productionEnvironment } from './service.ts'

interface PlainAddress {
  /** Of the root, without a slash at the end. */
  readonly url: string
}

/** Runs `use` with the URL of a process that runs `name`, a program beside this one. */
export async function withPlainServer<Result>(
  name: 'insert-server' | 'query-server',
  databaseUrl: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const environment = productionEnvironment(databaseUrl)
  const child = forkBeside(import.meta.url, name, environment, nodeFlags())
  try {
    const { url } = await nextMessage<PlainAddress>(child)
    return await use(url)
  } finally {
    await stopChild(child)
  }
}

/** The process: a Fastify without hooks and log, with as many connections as the service has. */
export async function servePlainly(
  addRoutes: (app: FastifyInstance, pool: pg.Pool) => Promise<void> | void,
): Promise<void> {
  const { databaseUrl, databasePoolSize } = readConfig()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: databasePoolSize })
  pool.on('error', () => {})
  const app = fastify({ logger: false })
  await addRoutes(app, pool)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` } satisfies PlainAddress)
  // It must not outlive the bench.
  process.once('disconnect', () => process.exit())
}
