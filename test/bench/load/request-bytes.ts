import type { Sent } from '../../../scripts/contract/http-client.ts'

/** A request with the minimum of headers. @param root the URL of the service. */
export function requestBytes(root: string, { method = 'GET', url, headers, body }: Sent) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: new URL(root).host, ...headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`)
}
