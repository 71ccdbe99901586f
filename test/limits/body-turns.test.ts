import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGatedServer } from '../../src/http/request-gate.ts'
import { createBodyTurns } from '../../src/limits/connections.ts'
import { startLimits } from '../../src/limits/limits.ts'
import { openSocket } from '../http/raw-http.ts'
import { countTurns } from '../support/count-turns.ts'

const LONG = 256 * 1024
/** A part ends with the chunk that fills it, and Node's chunks have 64 KiB at most. */
const MAX_PART = 128 * 1024
const CONNECTIONS = 20

describe('long bodies', () => {
  it('are parsed one in a turn of the event loop, and clients alternate', async () => {
    const turns = createBodyTurns()
    const turn = countTurns()
    const parsed: { client: string; at: number }[] = []
    const parse = async (client: string): Promise<void> => {
      await turns.turnToParse(LONG, client)
      parsed.push({ client, at: turn() })
    }
    await Promise.all([...Array.from({ length: 50 }, () => parse('many')), parse('one')])
    expect(new Set(parsed.map(({ at }) => at)).size).toBe(51)
    expect(parsed[1]?.client).toBe('one')
  })

  it('alone have turns: a short one waits for nothing', () => {
    expect(createBodyTurns().turnToParse(16 * 1024, 'one')).toBeUndefined()
  })
})

const withLength = `Content-Length: ${LONG}\r\n\r\n${'a'.repeat(LONG)}`
const inChunks = `Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(8 * 1024)}0\r\n\r\n`
const read: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('done'))
}
const reject: RequestListener = (_request, response) => void response.end('no')

describe('of a body', () => {
  it.each([
    { name: 'with a length', body: withLength, bytes: LONG, consume: read },
    { name: 'with a length, rejected unread', body: withLength, bytes: LONG, consume: reject },
    { name: 'in chunks of one byte', body: inChunks, bytes: 8 * 1024, consume: read },
    { name: 'in such chunks, rejected unread', body: inChunks, bytes: 8 * 1024, consume: reject },
  ])('$name, a turn reads a part', async ({ body, bytes, consume }) => {
    const turn = countTurns()
    /** What was read of one body in one turn. A chunk counts as 64 bytes more. */
    const parts = new Map<string, number>()
    let sum = 0
    let complete = 0
    const app = fastify({ serverFactory: createGatedServer })
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.post('/', ({ raw: request }, reply) => {
      const { remotePort } = request.socket
      request.once('end', () => (complete += 1))
      request.on('data', (chunk: Buffer) => {
        sum += chunk.length
        const part = `${remotePort} ${turn()}`
        parts.set(part, (parts.get(part) ?? 0) + chunk.length + 64)
      })
      consume(request, reply.hijack().raw)
    })
    await startLimits({ perMinute: 0, poolSize: 8 }).attach(app, 'https://art.example')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const sockets = Array.from({ length: CONNECTIONS }, () => openSocket(port).resume())
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      return app.close()
    })
    for (const socket of sockets) socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${body}`)
    await expect.poll(() => complete).toBe(CONNECTIONS)
    expect(sum).toBe(CONNECTIONS * bytes)
    expect(Math.max(...parts.values())).toBeLessThanOrEqual(MAX_PART)
  })
})
