import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ReadyMade } from './ready-routes.ts'

/** The application and Node add these to every answer. */
const ADDED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** Asks once, and keeps the answer as it is: a compressed one is not unpacked. */
export function capture(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadyMade> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: received } = response
      const kept = Object.entries(received as Record<string, string>).filter(
        ([name]) => !ADDED.has(name),
      )
      buffer(response).then(
        (body) => resolve({ status, headers: Object.fromEntries(kept), body }),
        reject,
      )
    })
    request.on('error', reject)
  })
}
