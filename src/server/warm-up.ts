import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { apiRoot, contract, type Operation } from '../contract/document.ts'
import { parametersOf } from '../contract/parameter-errors.ts'
import { beginInternalRequests, endInternalRequests } from '../http/internal-requests.ts'
import { authorityOf } from './listen.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves once the process is warm, or cannot be made so. */
    warmedUp?: Promise<void>
  }
}

/** After so many, V8 has compiled most of the code that answers them. */
const REQUESTS = 8_000
const MAX_MS = 6_000
/** Few, because clients may be served meanwhile. */
const CONNECTIONS = 8
/** Lists with fewer records are left to their readers. */
const LEAST_COUNT = 1_000

const LISTS = ['/marketplace-artworks/', '/events/'] as const

/**
 * Has a process that has just started answer pages before it says that it is ready, so that V8 has compiled most
 * of the code of lists, and PostgreSQL has planned their statements. First it reads the parts that many records
 * embed. Then a thread asks for random pages of large lists, over the listener of the process.
 * @param settled resolves once the database is there and has its tables.
 * @returns a promise that resolves when it is done, or cannot be done.
 */
export function warmUpOnceListening(
  app: FastifyInstance,
  settled: Promise<unknown>,
): Promise<void> {
  const isListening = new Promise<void>((resolve) => app.server.once('listening', resolve))
  return Promise.all([isListening, settled])
    .then(() => warmUp(app))
    .catch((error: unknown) => {
      if (app.server.listening) app.log.info({ err: error }, 'The process could not be warmed up')
    })
    .finally(endInternalRequests)
}

async function warmUp(app: FastifyInstance): Promise<void> {
  await app.readModel?.preload()
  const headers = beginInternalRequests()
  const drawPath = await randomPages(app, headers)
  const address = app.server.address() as AddressInfo | null
  if (drawPath === undefined || address === null) return
  const client = new Worker(CLIENT, {
    eval: true,
    workerData: {
      root: `http://${ownAuthority(address)}`,
      headers,
      paths: Array.from({ length: REQUESTS }, drawPath),
      connections: CONNECTIONS,
    },
  })
  // It keeps no process that ends.
  client.unref()
  const timer = setTimeout(() => void client.terminate(), MAX_MS).unref()
  await once(client, 'exit').finally(() => clearTimeout(timer))
}

/** By address, as a name such as localhost may lead to another program. */
function ownAuthority({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `127.0.0.1:${port}`
  return address === '::' ? `[::1]:${port}` : authorityOf(address, port)
}

/**
 * The program of a thread that sends the requests, so that clients of the service have all the time of this
 * thread. It ends with the last answer, or when the service accepts no connection.
 */
const CLIENT = `
  const http = require('node:http')
  const { root, headers, paths, connections } = require('node:worker_threads').workerData
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const askForNext = () => {
    const path = paths.pop()
    if (path === undefined) return
    http.get(root + path, { agent, headers }, (response) => response.resume().on('end', askForNext))
  }
  for (let n = 0; n < connections; n += 1) askForNext()
`

/** @returns what draws a page of any list in any order; undefined where the lists are small. */
async function randomPages(
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<(() => string) | undefined> {
  const lists: { readonly url: string; readonly orderings: readonly string[]; count: number }[] = []
  for (const path of LISTS) {
    const url = apiRoot + path
    const answer = await app.inject({ url: `${url}?limit=1`, headers })
    if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`)
    const { count } = answer.json<{ count: number }>()
    lists.push({ url, orderings: orderingsOf(path), count })
  }
  if (!lists.some(({ count }) => count >= LEAST_COUNT)) return undefined
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
