import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toLatin1, latin1Texts } from '../../src/response-body.ts'
import { acquireBuffer, releaseBuffer, sendLatin1 } from '../../src/http/send-response.ts'

const MIB = 1024 * 1024

describe('a send buffer', () => {
  it.each([0, 1, 4_096, 4_097, 69_000, MIB, MIB + 1])('has room for %i bytes', (bytes) => {
    expect(acquireBuffer(bytes).length).toBeGreaterThanOrEqual(bytes)
  })

  it('is reused after its release, by one response at a time', () => {
    const first = acquireBuffer(70_000)
    releaseBuffer(first)
    expect(acquireBuffer(100_000)).toBe(first)
    expect(acquireBuffer(100_000)).not.toBe(first)
  })

  it('is not pooled when it is large, or when the pool is full', () => {
    const long = acquireBuffer(MIB + 1)
    releaseBuffer(long)
    expect(acquireBuffer(MIB + 1)).not.toBe(long)
    const taken = Array.from({ length: 20 }, () => acquireBuffer(MIB))
    for (const buffer of taken) releaseBuffer(buffer)
    const again = new Set(Array.from({ length: 20 }, () => acquireBuffer(MIB)))
    expect(taken.filter((buffer) => again.has(buffer)).length).toBeLessThanOrEqual(8)
  })
})

describe('responses sent from pooled buffers', () => {
  const BYTES = 700_000
  /** More responses than the buffers of both sockets can hold. */
  const MANY = 30
  let app: FastifyInstance

  beforeAll(async () => {
    app = fastify()
    app.decorateRequest('operationId', undefined)
    app.get<{ Params: { letter: string } }>('/:letter', (request, reply) => {
      const text = toLatin1(request.params.letter.repeat(BYTES / 2))
      return sendLatin1(
        request,
        reply,
        { headers: {}, operationId: undefined },
        latin1Texts([text, text]),
      )
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  function requests(letter: string, count: number): Socket {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const last = 'Connection: close\r\n'
    for (let left = count; left > 0; left -= 1) {
      socket.write(`GET /${letter} HTTP/1.1\r\nHost: a\r\n${left === 1 ? last : ''}\r\n`)
    }
    return socket
  }

  async function bodiesOf(socket: Socket): Promise<string[]> {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
    await once(socket, 'close')
    const parts = Buffer.concat(chunks)
      .toString('latin1')
      .split(/HTTP\/1\.1 200 OK\r\n/)
    return parts.slice(1).map((part) => part.slice(part.indexOf('\r\n\r\n') + 4))
  }

  it('are intact when they are read slowly while others are sent', async () => {
    const slow = ['a', 'b', 'c'].map((letter) => requests(letter, MANY).pause())
    const others = await bodiesOf(requests('x', MANY))
    expect(others).toEqual(Array.from({ length: MANY }, () => 'x'.repeat(BYTES)))
    for (const [at, letter] of ['a', 'b', 'c'].entries()) {
      const bodies = await bodiesOf(slow[at] as Socket)
      expect(bodies.map((body) => body === letter.repeat(BYTES))).toEqual(Array(MANY).fill(true))
    }
  })

  it('are intact after another connection was closed', async () => {
    const cut = requests('d', MANY).pause()
    await once(cut, 'connect')
    const bodies = bodiesOf(requests('e', MANY))
    cut.destroy()
    expect((await bodies).every((body) => body === 'e'.repeat(BYTES))).toBe(true)
  })
})
