import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Operations } from '../../../src/contract/operation-types.ts'
import type { Database } from '../../../src/database/tables.ts'
import { operations } from '../../../src/operations.ts'
import { testApp } from '../../support/app.ts'
import { absentDatabase } from '../../support/recorded-database.ts'
import type { Answer, Sent } from '../../support/send.ts'

/** What the provocations can rely on, beside the database. */
export interface World {
  readonly artworkId: number
  readonly eventId: number
  readonly venueId: number
}

/** Sends a request to the service that is about to be provoked, for what has to be known or done first. */
export type Send = (sent: Sent) => Promise<Answer>

export type MakeRequest = (world: World, send: Send) => Sent | Promise<Sent>

export interface Provocation {
  readonly request: MakeRequest
  /** The service to ask; the running one when left out. */
  readonly service?: Service
}

/** For each operationId and each status that it documents, requests that bring it about. */
export type Provocations = Readonly<
  Record<string, Readonly<Record<string, readonly [Provocation, ...Provocation[]]>>>
>

export type Service = 'running' | 'with failing operations' | 'without a database'

/** Builds a service; its close function leaves the shared database alone. */
export async function buildService(
  kind: Service,
  db: Kysely<Database>,
): Promise<{ app: FastifyInstance; close: () => Promise<void> }> {
  const absent = kind === 'without a database' ? absentDatabase() : undefined
  const app = await testApp(absent ?? db, {
    operations: kind === 'with failing operations' ? failingOperations() : operations,
  })
  return {
    app,
    close: async () => {
      await app.close()
      await absent?.destroy()
    },
  }
}

function failingOperations(): Operations {
  const fail = (): Promise<never> => Promise.reject(new TypeError('A fault of ours'))
  return Object.fromEntries(
    Object.keys(operations).map((id) => [id, fail]),
  ) as unknown as Operations
}

/** What every operation documents, brought about in the same ways, given one request it answers well. */
export function failuresOf(request: MakeRequest) {
  const html: MakeRequest = async (world, send) => {
    const sent = await request(world, send)
    return { ...sent, headers: { ...sent.headers, accept: 'text/html' } }
  }
  const trace: MakeRequest = async (world, send) => ({
    ...(await request(world, send)),
    method: 'TRACE',
  })
  return {
    405: [{ request: trace }],
    406: [{ request: html }],
    500: [{ request, service: 'with failing operations' }],
    503: [{ request, service: 'without a database' }],
  } satisfies Provocations[string]
}

/** What every GET documents beside: nothing new for whoever has the `ETag` of its first answer. */
export function answersToGet(request: MakeRequest) {
  const again: MakeRequest = async (world, send) => {
    const sent = await request(world, send)
    const { headers } = await send(sent)
    return { ...sent, headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' } }
  }
  return { ...failuresOf(request), 304: [{ request: again }] } satisfies Provocations[string]
}
