import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { open, REQUEST, serve } from '../server/draining.ts'

describe('drain', () => {
  it('F17 completes a long response to a slow reader', async () => {
    const body = 'x'.repeat(8_000_000)
    const service = await serve((_request, response) => void response.end(body))
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await once(client.socket, 'data')
    client.socket.pause()
    const drained = service.drain()
    await sleep(1_500)
    client.socket.resume()
    await client.closed
    expect(client.text().length).toBeGreaterThan(body.length)
    await drained
  })

  it('F17 closes hanging connections only after the grace period', async () => {
    const service = await serve(() => {})
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await once(service.server, 'request')
    const took = await service.drain()
    expect(took).toBeGreaterThan(4_900)
    expect(took).toBeLessThan(6_000)
    await client.closed
  })
})
