import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpClient, type Sent } from '../../../scripts/contract/http-client.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** What is not true any more when it has passed through here. */
export interface Lie {
  /** What the service is asked instead. */
  readonly ask?: (asked: Asked) => Asked
  /** What it is said to have answered. */
  readonly answer?: (answered: Answered, asked: Asked) => Answered
}

export interface LyingProxy {
  readonly origin: string
  close(): Promise<void>
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'content-length', 'host'])

/** A server that passes everything on to `origin` and back, but for the lie. */
export async function lyingProxy(origin: string, { ask, answer }: Lie): Promise<LyingProxy> {
  const client = httpClient(origin, 16, 30_000)
  const pass = async (request: http.IncomingMessage): Promise<Answered> => {
    const asked = await read(request)
    const { method, url, headers, body } = ask?.(asked) ?? asked
    const sent: Sent = { method, url, headers, ...(body !== '' && { body }) }
    const { status, headers: received, text } = await client.send(sent)
    const honest = { status, headers: withLength(method, received), text }
    return answer?.(honest, asked) ?? honest
  }
  const server = http.createServer((request, response) => {
    void pass(request).then((answered) => tell(response, answered))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      client.close()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function tell(response: http.ServerResponse, { status, headers, text }: Answered): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.statusCode = status
  response.end(text)
}

async function read(request: http.IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.has(name))
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  }
}

/** A length is of the body that was received, but under HEAD, which has none. */
function withLength(
  method: string,
  { connection: _, 'keep-alive': __, 'content-length': length, ...headers }: Record<string, string>,
): Answered['headers'] {
  return { ...headers, 'content-length': method === 'HEAD' ? length : undefined }
}
