import type { Answer, Sent } from '../support/send.ts'
import type { Send } from './provocations/provocation.ts'

/**
 * What an answer promised of the next one and did not keep: that the new record is where `Location`
 * says, that a change is there, that what was deleted is gone, that what is known is the current one.
 */
export async function brokenPromises(sent: Sent, answer: Answer, send: Send): Promise<string[]> {
  const { method, url, status, text, headers } = answer
  const { 'if-none-match': _, ...others } = sent.headers ?? {}
  const get = (from: string) => send({ url: from, headers: others })
  if (status === 204) {
    const after = await get(url)
    return after.status === 404 ? [] : [`What was deleted answers ${after.status}`]
  }
  if (status === 304) {
    const { headers: current } = await get(url)
    return current['etag'] === headers['etag'] ? [] : [`The current ETag is ${current['etag']}`]
  }
  if (status >= 300 || method === 'GET') return []
  const after = await get(status === 201 ? pathnameOf(headers['location']) : url)
  return after.text === text && after.headers['etag'] === headers['etag']
    ? []
    : [`A GET afterwards answers ${after.status} ${after.text}`]
}

function pathnameOf(location = ''): string {
  return new URL(location).pathname
}
