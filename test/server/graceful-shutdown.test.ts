import { once } from 'node:events'
import { Agent, request, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { open, REQUEST, serve } from './draining.ts'

const hello: RequestListener = (_request, response) => void response.end('hello')

describe('drainConnections', () => {
  it('F17 closes unused connections within 1.5 s', async () => {
    const service = await serve(hello)
    const client = await open(service.port)
    await sleep(20)
    expect(await service.drain()).toBeLessThan(1_500)
    expect(await client.closed).toBe('in order')
  })

  it('F17 closes idle kept-alive connections', async () => {
    const service = await serve(hello)
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await expect.poll(client.text).toContain('hello')
    expect(await service.drain()).toBeLessThan(1_500)
    expect(await client.closed).toBe('in order')
  })

  it('F17 finishes a request under way, with Connection: close', async () => {
    const service = await serve((_request, response) => {
      setTimeout(() => response.end('late'), 1_000)
    })
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await once(service.server, 'request')
    const drained = service.drain()
    await client.closed
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*late/)
    expect(await drained).toBeLessThan(1_300)
  })

  it('F17 responds to all pipelined requests, with Connection: close on the last', async () => {
    const service = await serve((_request, response) => {
      setTimeout(() => response.end('late'), 300)
    })
    const client = await open(service.port)
    client.socket.write(REQUEST + REQUEST)
    await once(service.server, 'request')
    await sleep(20)
    const drained = service.drain()
    expect(await client.closed).toBe('in order')
    expect(client.text().match(/late/g)).toHaveLength(2)
    expect(client.text().match(/Connection: close/g)).toHaveLength(1)
    await drained
  })

  it('F17 responds to a later request on an idle connection, and closes it', async () => {
    const service = await serve(hello)
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await expect.poll(client.text).toContain('hello')
    const drained = service.drain()
    await sleep(300)
    client.socket.write(REQUEST)
    expect(await client.closed).toBe('in order')
    expect(client.text().match(/hello/g)).toHaveLength(2)
    expect(client.text()).toContain('Connection: close')
    expect(await drained).toBeLessThan(1_000)
  })

  it('F17 responds to a later request on an unused connection', async () => {
    const service = await serve(hello)
    const client = await open(service.port)
    const drained = service.drain()
    await sleep(200)
    client.socket.write(REQUEST)
    await client.closed
    expect(client.text()).toContain('hello')
    await drained
  })

  it('F17 responds on connections in the backlog of the listener', async () => {
    const service = await serve(hello)
    const clients = await Promise.all(Array.from({ length: 40 }, () => open(service.port)))
    for (const { socket } of clients) socket.write(REQUEST)
    expect(await promisify(service.server.getConnections.bind(service.server))()).toBeLessThan(40)
    await service.drain()
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual(
      clients.map(() => 'in order'),
    )
    expect(clients.filter((client) => !client.text().includes('hello'))).toEqual([])
  })

  it('F17 responds to a client that reconnects a moment later', async () => {
    const service = await serve((_request, response) => response.end('hello'))
    const drained = service.drain()
    await sleep(30)
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await once(client.socket, 'end')
    expect(client.text()).toContain('hello')
    client.socket.destroy()
    await drained
  })

  it('F17 then accepts no more connections', async () => {
    const service = await serve((_request, response) => {
      setTimeout(() => response.end(), 500)
    })
    const client = await open(service.port)
    client.socket.write(REQUEST)
    await once(service.server, 'request')
    const drained = service.drain()
    // Clients can reconnect before this.
    await sleep(200)
    await expect(open(service.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await drained
  })

  it('F17 handles no request after it has closed its end', async () => {
    let handled = 0
    const service = await serve((_request, response) => {
      handled += 1
      response.end()
    })
    const client = await open(service.port)
    const ended = once(client.socket, 'end')
    // A client that keeps its own end open.
    client.socket.allowHalfOpen = true
    const drained = service.drain()
    await ended
    client.socket.write(REQUEST)
    await drained
    expect(handled).toBe(0)
  })

  it.each([
    ['keep their connections', true],
    ['make a new one each time', false],
  ])('F17 loses no request of clients that never pause and %s', async (_how, keepAlive) => {
    const service = await serve((_request, response) => {
      setTimeout(() => response.end('hello'), Math.random() * 3)
    })
    const agent = new Agent({ keepAlive, maxSockets: 32 })
    const loops = Promise.all(
      Array.from({ length: 32 }, async () => {
        const seen: string[] = []
        while (seen.at(-1) === undefined || seen.at(-1) === '200') {
          seen.push(await fetchStatus(service.port, agent))
        }
        return seen
      }),
    )
    await sleep(200)
    await service.drain()
    const seen = new Set((await loops).flat())
    agent.destroy()
    expect([...seen].toSorted()).toEqual(['200', 'ECONNREFUSED'])
  })
})

/** The status, or the code of an error. */
function fetchStatus(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })
}
