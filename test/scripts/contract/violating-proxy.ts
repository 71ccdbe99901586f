import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpClient, type Sent } from '../../../scripts/contract/http-client.ts'

export interface ProxiedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ProxiedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Makes a deployment violate its contract. */
export interface InjectedViolation {
  /** The request that the service gets instead. */
  readonly changeRequest?: (request: ProxiedRequest) => ProxiedRequest
  /** The response that the client gets instead. */
  readonly changeResponse?: (response: ProxiedResponse, request: ProxiedRequest) => ProxiedResponse
}

export interface ViolatingProxy {
  readonly origin: string
  close(): Promise<void>
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'content-length', 'host'])

/** A server that forwards everything to `origin` and back, but for the violation. */
export async function violatingProxy(
  origin: string,
  { changeRequest, changeResponse }: InjectedViolation,
): Promise<ViolatingProxy> {
  const client = httpClient(origin, 16, 30_000)
  const forward = async (incoming: http.IncomingMessage): Promise<ProxiedResponse> => {
    const request = await read(incoming)
    const { method, url, headers, body } = changeRequest?.(request) ?? request
    const sent: Sent = { method, url, headers, ...(body !== '' && { body }) }
    const { status, headers: received, text } = await client.send(sent)
    const response = { status, headers: withLength(method, received), text }
    return changeResponse?.(response, request) ?? response
  }
  const server = http.createServer((request, response) => {
    void forward(request).then((forwarded) => write(response, forwarded))
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

function write(response: http.ServerResponse, { status, headers, text }: ProxiedResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.statusCode = status
  response.end(text)
}

async function read(request: http.IncomingMessage): Promise<ProxiedRequest> {
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

/** The length is that of the received body, except for HEAD, which has none. */
function withLength(
  method: string,
  { connection: _, 'keep-alive': __, 'content-length': length, ...headers }: Record<string, string>,
): ProxiedResponse['headers'] {
  return { ...headers, 'content-length': method === 'HEAD' ? length : undefined }
}
