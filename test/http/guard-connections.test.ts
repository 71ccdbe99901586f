import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { exchange, listenAnywhere, opened, request } from './raw-exchange.ts'

const test = useDatabase()
let app: FastifyInstance
let port: number
let clients: Socket[]

beforeEach(async () => {
  app = await testApp(test, { logLevel: 'warn' })
  port = await listenAnywhere(app)
  clients = []
})

afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

describe('connections', () => {
  it('A6 are no more than the service can hold', () => {
    expect(app.server.maxConnections).toBe(8_192)
  })

  it('A6 beyond those are closed, which is told once; then there is room again', async () => {
    const log = captureLog(app)
    app.server.maxConnections = 2
    for (let count = 0; count < 2; count += 1) {
      const client = opened(port)
      clients.push(client)
      await once(client, 'connect')
    }
    await expect.poll(() => connectionCount()).toBe(2)
    for (let count = 0; count < 3; count += 1) {
      expect(await exchange(port, request('GET /docs')).catch(() => [])).toEqual([])
    }
    const told = log.filter(({ msg }) => msg === 'No more connections are accepted')
    expect(told).toHaveLength(1)
    for (const client of clients) client.destroy()
    await expect.poll(() => connectionCount()).toBe(0)
    expect(await exchange(port, request('GET /docs'))).toMatchObject([{ status: 200 }])
  })

  it('A7 are looked at as long as the service listens', async () => {
    const unset = vi.spyOn(globalThis, 'clearInterval')
    const set = vi.spyOn(globalThis, 'setInterval')
    const other = await testApp(test)
    await listenAnywhere(other)
    const at = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === 1_000)
    expect(at).not.toBe(-1)
    await other.close()
    expect(unset).toHaveBeenCalledWith(set.mock.results[at]?.value)
    vi.restoreAllMocks()
  })
})

function connectionCount(): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => {
      resolve(count)
    })
  })
}
