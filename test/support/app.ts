import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp, type AppOptions } from '../../src/app.ts'
import { operations } from '../../src/operations.ts'
import { connectionTo, useDatabase, type TestDatabase } from './database.ts'
import { send, sendUnvalidated, sendUntilServed, type Answer, type Sent } from './send.ts'

export const PUBLIC_URL = 'https://art.example'
export const MEDIA_URL = 'https://media.example'
export const URLS = { public: PUBLIC_URL, media: MEDIA_URL }
export const API_URL = `${PUBLIC_URL}/api/v1`

interface TestOptions extends Partial<Omit<AppOptions, 'context'>> {
  readonly publicUrl?: string
  readonly mediaUrl?: string
}

/** The service on a database, as main.ts builds it, silent and not listening. */
export function testApp(
  { db, url }: TestDatabase,
  { publicUrl = PUBLIC_URL, mediaUrl = MEDIA_URL, ...options }: TestOptions = {},
): Promise<FastifyInstance> {
  return buildApp({
    operations,
    context: { db, urls: { public: publicUrl, media: mediaUrl } },
    connection: connectionTo(url),
    logLevel: 'silent',
    // No test asks a name server.
    webhooks: { resolve: () => Promise.resolve([]) },
    ...options,
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
      const response = await sendUntilServed(test.app, { path })
      if (response.status !== 200) throw new Error(`The response of ${path} is ${response.text}`)
      return response.json()
    }
  })
  afterAll(() => test.app.close())
  return test
}

/** On a busy machine, the first page takes longer than a request may: it opens connections, and its code is not compiled yet. */
export async function openFirstPage({ app }: TestService): Promise<void> {
  await sendUntilServed(app, { url: '/', headers: { accept: 'text/html' } }, sendUnvalidated)
}
