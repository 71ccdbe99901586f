import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export interface Asked {
  /** GET when left out. */
  readonly method?: string
  /** All that is sent but Host and Connection. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it came. */
  readonly bytes: Buffer
  /** What it says. */
  readonly text: string
}

/** Over a real connection to `app`, which listens: it is Node that drops bodies. */
export async function ask(app: FastifyInstance, path: string, asked: Asked = {}): Promise<Told> {
  const { port } = app.server.address() as AddressInfo
  const request = http.request({ host: '127.0.0.1', port, path, ...asked })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = await buffer(response)
  const headers = response.headers as Told['headers']
  const text = bytes.length === 0 ? '' : decoded(bytes, headers['content-encoding'])
  return { status: response.statusCode ?? 0, headers, bytes, text }
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** The headers without what names the one exchange. */
export function lasting({ headers }: Told): Record<string, string | undefined> {
  const { 'x-request-id': _, date: __, ...others } = headers
  return others
}
