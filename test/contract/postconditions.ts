import type { Answer, Sent } from '../support/send.ts'
import type { Send } from './response-cases/response-case.ts'

/**
 * Violated postconditions of a response: a new record is at its `Location`, a change is visible, a deleted record
 * is gone, and a 304 has the current ETag.
 */
export async function unmetPostconditions(
  sent: Sent,
  answer: Answer,
  send: Send,
): Promise<string[]> {
  const { method, url, status, text, headers } = answer
  const { 'if-none-match': _, ...others } = sent.headers ?? {}
  const get = (from: string) => send({ url: from, headers: others })
  if (status === 204) {
    const after = await get(url)
    return after.status === 404 ? [] : [`The deleted record responds with ${after.status}`]
  }
  if (status === 304) {
    const { headers: current } = await get(url)
    return current['etag'] === headers['etag'] ? [] : [`The current ETag is ${current['etag']}`]
  }
  if (status >= 300 || method === 'GET') return []
  const after = await get(status === 201 ? pathnameOf(headers['location']) : url)
  return after.text === text && after.headers['etag'] === headers['etag']
    ? []
    : [`A later GET responds with ${after.status} ${after.text}`]
}

function pathnameOf(location = ''): string {
  return new URL(location).pathname
}
