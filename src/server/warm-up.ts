import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { apiRoot, contract, type Operation } from '../contract/document.ts'
import { parametersOf } from '../contract/parameters.ts'
import { INTERNAL_HEADERS } from '../http/logging.ts'
import { authorityOf } from './listen.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves once the warm-up has ended, even if it failed. */
    warmedUp?: Promise<void>
  }
}

/** After these, V8 has compiled most of the code on their path. */
const REQUESTS = 8_000
const MAX_MS = 6_000
/** Few, because the service already has clients. */
const CONNECTIONS = 8
/** Shorter lists need no warm-up. */
const MIN_COUNT = 1_000

const LISTS = ['/marketplace-artworks/', '/events/'] as const

/**
 * Warms up a process before it reports that it is ready: V8 compiles most of the code of lists, and PostgreSQL
 * plans their statements. First the read model preloads fragments. Then a worker thread requests random pages
 * of large lists over the listener of the process.
 * @param settled resolves once the database is migrated.
 * @returns a promise that resolves when the warm-up has ended, even if it failed.
 */
export function warmUpOnceListening(
  app: FastifyInstance,
  settled: Promise<unknown>,
): Promise<void> {
  const isListening = new Promise<void>((resolve) => app.server.once('listening', resolve))
  return Promise.all([isListening, settled])
    .then(() => warmUp(app))
    .catch((error: unknown) => {
      if (app.server.listening) app.log.info({ err: error }, 'The warm-up failed')
    })
}

async function warmUp(app: FastifyInstance): Promise<void> {
  await app.readModel?.preload()
  const randomPath = await randomPages(app)
  const address = app.server.address() as AddressInfo | null
  if (randomPath === undefined || address === null) return
  const client = new Worker(CLIENT, {
    eval: true,
    workerData: {
      root: `http://${ownAuthority(address)}`,
      headers: INTERNAL_HEADERS,
      paths: Array.from({ length: REQUESTS }, randomPath),
      connections: CONNECTIONS,
    },
  })
  // It must not keep the process.
  client.unref()
  const timer = setTimeout(() => void client.terminate(), MAX_MS).unref()
  await once(client, 'exit').finally(() => clearTimeout(timer))
}

/** By address, because a name such as localhost may lead to another program. */
function ownAuthority({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `127.0.0.1:${port}`
  return address === '::' ? `[::1]:${port}` : authorityOf(address, port)
}

/**
 * The program of the worker thread, which leaves the main thread to the service. It ends after the last
 * response, or when the service accepts no connection.
 */
const CLIENT = `
  const http = require('node:http')
  const { root, headers, paths, connections } = require('node:worker_threads').workerData
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const requestNext = () => {
    const path = paths.pop()
    if (path === undefined) return
    http.get(root + path, { agent, headers }, (response) => response.resume().on('end', requestNext))
  }
  for (let n = 0; n < connections; n += 1) requestNext()
`

/** @returns a function that returns the path of a random page; undefined when all lists are short. */
async function randomPages(app: FastifyInstance): Promise<(() => string) | undefined> {
  const lists: { readonly url: string; readonly orderings: readonly string[]; count: number }[] = []
  for (const path of LISTS) {
    const url = apiRoot + path
    const response = await app.inject({ url: `${url}?limit=1`, headers: INTERNAL_HEADERS })
    if (response.statusCode !== 200) throw new Error(`${url}: status ${response.statusCode}`)
    const { count } = response.json<{ count: number }>()
    lists.push({ url, orderings: orderingsOf(path), count })
  }
  if (!lists.some(({ count }) => count >= MIN_COUNT)) return undefined
  let turn = 0
  return () => {
    turn += 1
    const { url, orderings, count } = lists[turn % lists.length] as (typeof lists)[number]
    const ordering = orderings[Math.floor(turn / lists.length) % orderings.length]
    return `${url}?ordering=${ordering}&offset=${Math.floor(Math.random() * count)}`
  }
}

function orderingsOf(path: (typeof LISTS)[number]): readonly string[] {
  const list: Operation | undefined = contract.paths[path]?.['get']
  return (list && parametersOf(list, 'query').get('ordering')?.schema.enum) ?? []
}
