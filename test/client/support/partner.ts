import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createClient, type Client, type ClientOptions } from '../../../src/client/create-client.ts'
import { testApp } from '../../support/app.ts'
import { useDatabase, type TestDatabase } from '../../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../../support/make-api-key.ts'
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'

export interface Partner extends TestDatabase {
  /** A proxy before the service, whose public URL is `https://art.example`. */
  proxy: FaultProxy
  baseUrl: string
  /** The service without the proxy, which receives a request whole before it passes it on. */
  directUrl: string
  /** With the scopes for events and artworks. */
  apiKey: MadeApiKey
  /** A client of the proxy with the key. */
  client(options?: Partial<ClientOptions>): Client
}

/** A listening service, a fault-injecting proxy before it, and an API key. */
export function usePartner(): Partner {
  const test = useDatabase() as Partner
  let stop: () => Promise<void>
  beforeAll(async () => {
    const app = await testApp(test)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    test.directUrl = `${origin}/api/v1`
    test.proxy = await startFaultProxy(origin)
    stop = async () => {
      await test.proxy.close()
      await app.close()
    }
    test.baseUrl = `${test.proxy.url}/api/v1`
    test.apiKey = await makeApiKey(test.db, {
      scopes: ['events:write', 'artworks:write', 'webhooks'],
    })
    test.client = (options) =>
      createClient({ baseUrl: test.baseUrl, key: test.apiKey.key, ...options })
  })
  beforeEach(() => test.proxy.inject())
  afterAll(() => stop())
  return test
}
