import { get, type Agent } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { StaticResponse } from './static-routes.ts'

/** Headers that the application and Node add to every response. */
const ADDED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** Captures one response without decoding it. @param agent of its connection; without one it has its own. */
export function capture(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  agent?: Agent,
): Promise<StaticResponse> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: agent ?? false }, (response) => {
      const { statusCode: status = 0, headers: received } = response
      const captured = Object.entries(received as Record<string, string>).filter(
        ([name]) => !ADDED.has(name),
      )
      buffer(response).then(
        (body) => resolve({ status, headers: Object.fromEntries(captured), body }),
        reject,
      )
    })
    request.on('error', reject)
  })
}
