import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export interface RequestOptions {
  /** Default: GET. */
  readonly method?: string
  /** Without Host and Connection, which Node adds. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as received, encoded. */
  readonly bytes: Buffer
  /** The decoded body. */
  readonly text: string
}

/** Sends a request to a listening `app` over a real connection, because Node's server removes some bodies. */
export async function httpRequest(
  app: FastifyInstance,
  path: string,
  options: RequestOptions = {},
): Promise<ReceivedResponse> {
  const { port } = app.server.address() as AddressInfo
  const request = http.request({ host: '127.0.0.1', port, path, ...options })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = await buffer(response)
  const headers = response.headers as ReceivedResponse['headers']
  const text = bytes.length === 0 ? '' : decoded(bytes, headers['content-encoding'])
  return { status: response.statusCode ?? 0, headers, bytes, text }
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** The headers without those that differ with each response. */
export function stableHeaders({ headers }: ReceivedResponse): Record<string, string | undefined> {
  const { 'x-request-id': _, date: __, ...others } = headers
  return others
}
