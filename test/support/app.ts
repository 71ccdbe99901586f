import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp, type AppOptions } from '../../src/app.ts'
import type { Operations } from '../../src/operation-context.ts'
import type { ClientOptions } from '../../src/database/pool.ts'
import type { LimitOptions } from '../../src/limits/limits.ts'
import { operations } from '../../src/operations.ts'
import type { ReceiverOptions } from '../../src/webhooks/receiver.ts'
import { connectionTo, useDatabase, type TestDatabase } from './database.ts'
import { send, sendUnvalidated, type Answer, type Sent } from './send.ts'

export const PUBLIC_URL = 'https://art.example'
export const MEDIA_URL = 'https://media.example'
export const URLS = { public: PUBLIC_URL, media: MEDIA_URL }
export const API_URL = `${PUBLIC_URL}/api/v1`

/** The service on a database, as main.ts builds it, silent and not listening. */
export function testApp(
  { db, url }: TestDatabase,
  options: {
    operations?: Operations
    publicUrl?: string
    mediaUrl?: string
    logLevel?: string
    connection?: ClientOptions
    trustedProxies?: readonly string[]
    securityContact?: string
    limits?: LimitOptions
    maxStoredBytes?: number
    webhooks?: ReceiverOptions
    dataLicenseUrl?: string
    schema?: AppOptions['schema']
  } = {},
): Promise<FastifyInstance> {
  return buildApp({
    operations: options.operations ?? operations,
    context: {
      db,
      urls: { public: options.publicUrl ?? PUBLIC_URL, media: options.mediaUrl ?? MEDIA_URL },
    },
    connection: options.connection ?? connectionTo(url),
    logLevel: options.logLevel ?? 'silent',
    trustedProxies: options.trustedProxies,
    securityContact: options.securityContact,
    limits: options.limits,
    maxStoredBytes: options.maxStoredBytes,
    // No test asks a name server.
    webhooks: options.webhooks ?? { resolve: () => Promise.resolve([]) },
    dataLicenseUrl: options.dataLicenseUrl,
    schema: options.schema,
  })
}

export interface TestService extends TestDatabase {
  app: FastifyInstance
  /** Sends a request and validates the response against the contract. */
  send(request: Sent): Promise<Answer>
  /** GET of a path below /api/v1, which must get 200. */
  get(path: string): Promise<Record<string, unknown>>
}

/** The service on a migrated database of its own, for the test file that calls this at its top level. */
export function useService(): TestService {
  const test = useDatabase() as TestService
  beforeAll(async () => {
    test.app = await testApp(test)
    test.send = (request) => send(test.app, request)
    test.get = async (path) => {
      const response = await test.send({ path })
      if (response.status !== 200) throw new Error(`The response of ${path} is ${response.text}`)
      return response.json()
    }
  })
  afterAll(() => test.app.close())
  return test
}

/** On a busy machine, the first page takes longer than a request may: it opens connections, and its code is not compiled yet. */
export async function openFirstPage({ app }: TestService): Promise<void> {
  const page = { url: '/', headers: { accept: 'text/html' } }
  while ((await sendUnvalidated(app, page)).status === 503);
}
