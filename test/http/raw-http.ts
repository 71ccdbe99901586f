import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { responseParser, type RawResponse as ParsedResponse } from './response-parser.ts'

export interface RawResponse extends ParsedResponse {
  json(): Record<string, unknown>
}

/** Lets the service listen on a free port. */
export async function listenOnFreePort(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

type Bytes = string | Buffer

/** Whether the client closes its side after the last byte. */
type Then = 'waits' | 'ends'

/** Sends bytes unchanged. @returns all responses until the connection is closed. */
export async function sendRaw(port: number, bytes: Bytes, then?: Then): Promise<RawResponse[]> {
  const isHead = bytes.toString().startsWith('HEAD ')
  return parseResponses(await received(openSocket(port), bytes, then), isHead)
}

/** Like `sendRaw`. @throws unless there is exactly one response. */
export async function sendRawOnce(port: number, bytes: Bytes, then?: Then): Promise<RawResponse> {
  const responses = await sendRaw(port, bytes, then)
  const [response] = responses
  if (response === undefined || responses.length > 1) {
    throw new Error(`There are ${responses.length} responses, not one`)
  }
  return response
}

/** A request of a simple client, with `Connection: close`. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const all = ['Host: a', 'Connection: close', ...headers].map((header) => `${header}\r\n`)
  return `${line} HTTP/1.1\r\n${all.join('')}\r\n${body}`
}

export function openSocket(port: number): Socket {
  return connect(port, '127.0.0.1')
}

function received(socket: Socket, bytes: Bytes, then: Then = 'waits'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => {
      resolve(Buffer.concat(chunks))
    })
    socket.on('error', reject)
    socket.setTimeout(60_000, () => socket.destroy(new Error('No bytes for a minute')))
    if (then === 'ends') socket.end(bytes)
    else socket.write(bytes)
  })
}

/** The responses in the bytes of a connection. @throws for an incomplete one. */
export function parseResponses(bytes: Buffer, isHead = false): RawResponse[] {
  const responses: RawResponse[] = []
  const parse = responseParser(
    () => isHead,
    ({ status, headers, text }) => {
      const json = () => JSON.parse(text) as Record<string, unknown>
      responses.push({ status, headers, text, json })
    },
  )
  if (parse(bytes)) throw new Error(`A response is incomplete: ${bytes.toString()}`)
  return responses
}
