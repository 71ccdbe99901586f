import { EventEmitter, once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../../src/database/tables.ts'
import type { Context, Operations } from '../../../src/operation-context.ts'
import { overloaded } from '../../../src/limits/waiting-queue.ts'
import { operations } from '../../../src/operations.ts'
import { testApp } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database.ts'
import { absentDatabase } from '../../support/recorded-database.ts'
import type { Answer, Sent } from '../../support/send.ts'
import type { Operation } from '../document.ts'

/** The database of the cases, with records and keys. */
export interface World {
  readonly db: Kysely<Database>
  /** A full record for each path with an `{id}`. The author is a member of the gallery. */
  readonly recordIds: Readonly<Record<string, number>>
  readonly authorId: string
  readonly anotherId: string
  readonly keys: Keys
  /** Resolves when the service with waiting operations begins one. */
  readonly hasBegun: () => Promise<unknown>
  /** The responses of requests that are still running. */
  readonly unfinished: Promise<Answer>[]
}

/** Values of the `Authorization` header. */
interface Keys {
  /** May write everything that is its own, except categories. */
  readonly author: string
  /** Another user's, with the same scopes. */
  readonly another: string
  readonly admin: string
  /** The author's, for artworks alone. */
  readonly painter: string
  /** The author's, for events alone. */
  readonly host: string
}

/** Sends a request to the service of the case, to prepare it. */
export type Send = (sent: Sent) => Promise<Answer>

export type MakeRequest = (world: World, send: Send) => Sent | Promise<Sent>

export interface ResponseCase {
  readonly request: MakeRequest
  /** The service that gets the request; `running` by default. */
  readonly service?: Service
}

/** Requests that get each documented status, by operationId and status. */
export type ResponseCases = Readonly<
  Record<string, Readonly<Record<string, readonly ResponseCase[]>>>
>

/**
 * Failing operations throw, overloaded ones reject every request. A waiting operation continues after the next response;
 * meanwhile, others do not wait.
 * `rate limited` accepts one request a minute of each client.
 */
export const SERVICES = [
  'running',
  'with failing operations',
  'with waiting operations',
  'with overloaded operations',
  'rate limited',
  'without a database',
] as const
export type Service = (typeof SERVICES)[number]

interface BuiltService {
  readonly app: FastifyInstance
  readonly close: () => Promise<void>
  readonly hasBegun: () => Promise<unknown>
}

/** Builds a service; its close function leaves the shared database alone. */
export async function buildService(kind: Service, database: TestDatabase): Promise<BuiltService> {
  const absent = kind === 'without a database' ? absentDatabase() : undefined
  const gate = new EventEmitter()
  const app = await testApp(absent ?? database, {
    operations: operationsOf(kind, gate),
    ...(kind === 'rate limited' && { limits: { perMinute: 1, poolSize: 8 } }),
  })
  app.addHook('onResponse', async () => {
    gate.emit('responded')
  })
  return {
    app,
    hasBegun: () => once(gate, 'begun'),
    close: async () => {
      await app.close()
      await absent?.db.destroy()
    },
  }
}

type AnyOperation = (...of: readonly unknown[]) => Promise<unknown>

function operationsOf(kind: Service, gate: EventEmitter): Operations {
  const changed = (change: (operation: AnyOperation) => AnyOperation) =>
    Object.fromEntries(
      Object.entries(operations).map(([id, operation]) => [id, change(operation as AnyOperation)]),
    ) as unknown as Operations
  if (kind === 'with failing operations') {
    return changed(() => () => Promise.reject(new TypeError('A bug')))
  }
  if (kind === 'with overloaded operations') {
    return changed(() => () => Promise.reject(overloaded(1)))
  }
  if (kind !== 'with waiting operations') return operations
  let isWaiting = false
  return changed((operation) => async (...of) => {
    // After a statement of the transaction, the key of the request is claimed.
    await sql`select 1`.execute((of[1] as Context).db)
    if (!isWaiting) {
      isWaiting = true
      const isResponded = once(gate, 'responded')
      gate.emit('begun')
      await isResponded
      isWaiting = false
    }
    return operation(...of)
  })
}

/** The cases of the statuses that every operation documents, derived from a request that succeeds. */
export function commonCases(request: MakeRequest) {
  const trace: MakeRequest = async (world, send) => ({
    ...(await request(world, send)),
    method: 'TRACE',
  })
  const another: MakeRequest = async (world, send) => {
    await send({ path: '/events/' })
    return request(world, send)
  }
  return {
    405: [{ request: trace }],
    406: [withHeaders(request, () => ({ accept: 'image/png' }))],
    414: [withQuery(request, `name=${'x'.repeat(5_000)}`)],
    431: [withHeaders(request, () => ({ accept: 'text/csv,'.repeat(200) }))],
    429: [{ request: another, service: 'rate limited' }],
    500: [{ request, service: 'with failing operations' }],
    503: [
      { request, service: 'without a database' },
      { request, service: 'with overloaded operations' },
    ],
  } satisfies ResponseCases[string]
}

export function keyOf({ security }: Operation): 'author' | 'admin' {
  const isAdmins = security.some(({ BearerKey = [] }) => BearerKey.includes('admin'))
  return isAdmins ? 'admin' : 'author'
}

/** With other headers; one that is undefined is left out. */
export function withHeaders(
  base: MakeRequest,
  change: (world: World) => Readonly<Record<string, string | undefined>>,
): ResponseCase {
  return {
    request: async (world, send) => {
      const sent = await base(world, send)
      const headers = Object.entries({ ...sent.headers, ...change(world) }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      )
      return { ...sent, headers: Object.fromEntries(headers) }
    },
  }
}

export function withQuery(base: MakeRequest, query: string): ResponseCase {
  return {
    request: async (world, send) => {
      const sent = await base(world, send)
      return { ...sent, path: `${sent.path}?${query}` }
    },
  }
}

/** Invalid credentials: a malformed key, an unknown key, and another scheme. */
export function invalidKeys(request: MakeRequest): ResponseCase[] {
  const texts = ['Bearer amk_malformed', `Bearer amk_${'A'.repeat(43)}`, 'Basic YTpi']
  return texts.map((authorization) => withHeaders(request, () => ({ authorization })))
}

/** The cases of the statuses that every GET documents. */
export function casesOfGet(request: MakeRequest) {
  const again: MakeRequest = async (world, send) => {
    const sent = await request(world, send)
    const { headers } = await send(sent)
    return { ...sent, headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' } }
  }
  return {
    ...commonCases(request),
    304: [{ request: again }],
    412: [withHeaders(request, () => ({ 'if-match': '"another"' }))],
  } satisfies ResponseCases[string]
}
