import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createClient, type Client, type ClientOptions } from '../../../src/client/create-client.ts'
import { testApp } from '../../support/app.ts'
import { useDatabase, type TestDatabase } from '../../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../../support/make-api-key.ts'
import { startFaultyFront, type FaultyFront } from './faulty-front.ts'

export interface Partner extends TestDatabase {
  /** Before the service, which believes to be at `https://art.example`. */
  front: FaultyFront
  baseUrl: string
  /** For events and artworks. */
  apiKey: MadeApiKey
  /** A client of the front with the key. */
  client(options?: Partial<ClientOptions>): Client
}

/** The service on a real port, a front that fails as planned, and a partner's key. */
export function usePartner(): Partner {
  const test = useDatabase() as Partner
  let stop: () => Promise<void>
  beforeAll(async () => {
    const app = await testApp(test)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    test.front = await startFaultyFront(`http://127.0.0.1:${port}`)
    stop = async () => {
      await test.front.close()
      await app.close()
    }
    test.baseUrl = `${test.front.url}/api/v1`
    test.apiKey = await makeApiKey(test.db, { scopes: ['events:write', 'artworks:write'] })
    test.client = (options) =>
      createClient({ baseUrl: test.baseUrl, key: test.apiKey.key, ...options })
  })
  beforeEach(() => test.front.plan())
  afterAll(() => stop())
  return test
}
