import type { Sent } from '../../../scripts/contract/http-client.ts'

/** The bytes of a request as a plain client sends it. @param url of the service's root. */
export function wireRequest(url: string, { method = 'GET', url: target, headers, body }: Sent) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: new URL(url).host, ...headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`)
}
