import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { apiRoot, contract, type Operation } from '../contract/document.ts'
import { parametersOf } from '../contract/parameter-faults.ts'
import { OWN_HEADERS } from '../http/own-requests.ts'
import { authorityOf } from './urls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves once the process is as fast as it gets, or cannot be made so. */
    warmedUp?: Promise<void>
  }
}

/** After so many, V8 has compiled most of what answers them. */
const REQUESTS = 4_000
const MAX_MS = 6_000
/** Fewer than clients, who may be there already. */
const AT_ONCE = 6
/** A smaller list is read soon enough by its readers. */
const LEAST_COUNT = 1_000

const LISTS = ['/marketplace-artworks/', '/events/'] as const

/**
 * Makes a process that has just started as fast as it gets, before it says that it is ready: shared parts are
 * read, and then it asks itself for random pages, over its own listener, so that all that answers a request is
 * compiled, and PostgreSQL has planned all statements. A small catalogue needs none of it.
 */
export function warmUpOnceListening(app: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    app.server.once('listening', () => {
      warmUp(app).then(resolve, (error: unknown) => {
        app.log.info({ err: error }, 'The process could not be warmed up')
        resolve()
      })
    })
  })
}

async function warmUp(app: FastifyInstance): Promise<void> {
  await app.reading?.preloaded
  const { address, port } = app.server.address() as AddressInfo
  const ask = asker(`http://${authorityOf(address, port)}${apiRoot}`)
  const end = performance.now() + MAX_MS
  let left = REQUESTS
  const askOn = async (drawPath: () => string): Promise<void> => {
    while (left > 0 && performance.now() < end && app.server.listening) {
      left -= 1
      await ask(drawPath())
    }
  }
  const drawPath = await randomPages(ask)
  if (drawPath !== undefined) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => askOn(drawPath)))
  }
}

type Ask = (path: string) => Promise<ArrayBuffer>

/**
 * By `fetch`: a client of `node:http` would share code with the server, which V8 would then compile for both.
 * @throws when the answer is not 200: whoever asks then is told why.
 */
function asker(root: string): Ask {
  return async (path) => {
    const response = await fetch(root + path, { headers: OWN_HEADERS })
    const body = await response.arrayBuffer()
    if (response.status === 200) return body
    throw new Error(`${path} answers ${response.status}`)
  }
}

/** @returns what draws a page of any list in any order; undefined where the lists are small. */
async function randomPages(ask: Ask): Promise<(() => string) | undefined> {
  const lists: { readonly path: string; readonly orderings: readonly string[]; count: number }[] =
    []
  for (const path of LISTS) {
    const { count } = JSON.parse(Buffer.from(await ask(`${path}?limit=1`)).toString()) as {
      count: number
    }
    lists.push({ path, orderings: orderingsOf(path), count })
  }
  if (!lists.some(({ count }) => count >= LEAST_COUNT)) return undefined
  let turn = 0
  return () => {
    turn += 1
    const { path, orderings, count } = lists[turn % lists.length] as (typeof lists)[number]
    const ordering = orderings[Math.floor(turn / lists.length) % orderings.length]
    return `${path}?ordering=${ordering}&offset=${Math.floor(Math.random() * count)}`
  }
}

function orderingsOf(path: (typeof LISTS)[number]): readonly string[] {
  const list: Operation | undefined = contract.paths[path]?.['get']
  return (list && parametersOf(list, 'query').get('ordering')?.schema.enum) ?? []
}
