import type { Send, Sent } from '../../../scripts/contract/http-client.ts'
import type { ReceivedResponse as Answer } from '../../../scripts/contract/validate/received-response.ts'

/** The outcomes of many requests. */
export interface Tally {
  readonly statuses: Map<number, number>
  /** Descriptions of wrong responses. */
  readonly faults: string[]
}

export function newTally(): Tally {
  return { statuses: new Map(), faults: [] }
}

/** Counts a response of a service whose database may be down: 2xx, or 503 with Retry-After. */
function count({ statuses, faults }: Tally, { method, url, status, headers, text }: Answer) {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (status >= 200 && status < 300) return
  if (status === 503 && /^\d+$/.test(headers['retry-after'] ?? '')) return
  faults.push(`${method} ${url} responds with ${status}: ${text.slice(0, 200)}`)
}

/** @returns undefined without a response, which is an error. */
export async function sendCounted(
  send: Send,
  request: Sent,
  tally: Tally,
): Promise<Answer | undefined> {
  try {
    const response = await send(request)
    count(tally, response)
    return response
  } catch (error) {
    tally.faults.push(`${request.method ?? 'GET'} ${request.url}: ${String(error)}`)
    return undefined
  }
}

/** Such as `200: 512, 503: 20`. */
export function statusText({ statuses }: Pick<Tally, 'statuses'>): string {
  const sorted = [...statuses].toSorted(([one], [other]) => one - other)
  return sorted.map(([status, times]) => `${status}: ${times.toLocaleString('en')}`).join(', ')
}
