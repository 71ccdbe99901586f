import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  json(): Record<string, unknown>
}

/** Has the service listen where nobody else does. */
export async function listenAnywhere(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

type Bytes = string | Buffer

/** Whether the client closes its side when it has sent all. */
type Then = 'waits' | 'ends'

/** Sends bytes as they are, and gives back all answers that come until the connection is closed. */
export async function exchange(port: number, bytes: Bytes, then?: Then): Promise<RawAnswer[]> {
  return answersIn(await received(opened(port), bytes, then))
}

/** The same of a single answer. */
export async function exchangeOne(port: number, bytes: Bytes, then?: Then): Promise<RawAnswer> {
  const answers = await exchange(port, bytes, then)
  const [answer] = answers
  if (answer === undefined || answers.length > 1) {
    throw new Error(`There are ${answers.length} answers, not one`)
  }
  return answer
}

/** A request as a plain client would send it, after which the connection is to be closed. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const all = ['Host: a', 'Connection: close', ...headers].map((header) => `${header}\r\n`)
  return `${line} HTTP/1.1\r\n${all.join('')}\r\n${body}`
}

export function opened(port: number): Socket {
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
    socket.setTimeout(60_000, () => socket.destroy(new Error('Nothing came for a minute')))
    if (then === 'ends') socket.end(bytes)
    else socket.write(bytes)
  })
}

/** Of bytes that a connection brought: answers with a length, or without a body. */
export function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) throw new Error(`There is no end of the headers: ${bytes.toString('utf8', at)}`)
    const [line = '', ...fields] = bytes.toString('latin1', at, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(line)?.[1])
    const headers = Object.fromEntries(fields.map(field))
    const length = Number(headers['content-length'] ?? 0)
    const text = bytes.toString('utf8', end + 4, end + 4 + length)
    const json = () => JSON.parse(text) as Record<string, unknown>
    answers.push({ status, headers, text, json })
    at = end + 4 + length
  }
  return answers
}

function field(line: string): [name: string, value: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at).toLowerCase(), line.slice(at + 2)]
}
