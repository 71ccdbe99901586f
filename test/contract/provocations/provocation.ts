import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Operations } from '../../../src/contract/operation-types.ts'
import type { Database } from '../../../src/database/tables.ts'
import { operations } from '../../../src/operations.ts'
import { testApp } from '../../support/app.ts'
import { absentDatabase } from '../../support/recorded-database.ts'
import type { Sent } from '../../support/send.ts'

/** What the provocations can rely on, beside the database. */
export interface World {
  readonly artworkId: number
  readonly eventId: number
}

export interface Provocation {
  readonly request: (world: World) => Sent
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
export function failuresOf(request: (world: World) => Sent) {
  return {
    405: [{ request: (world: World) => ({ ...request(world), method: 'TRACE' }) }],
    406: [{ request: (world: World) => ({ ...request(world), headers: { accept: 'text/html' } }) }],
    500: [{ request, service: 'with failing operations' }],
    503: [{ request, service: 'without a database' }],
  } satisfies Provocations[string]
}
