import type { Answer, Sent } from '../support/send.ts'

/** The shortest body that creates an event, with `values` in it. */
export function eventBody(venue: number, values: object = {}): string {
  return JSON.stringify({
    title: 'Northern Light',
    category: 1,
    venue,
    start_time: '2026-03-14T09:00:00Z',
    end_time: '2026-06-30T16:00:00Z',
    ...values,
  })
}

/** A POST of an event, to be remembered under `idempotencyKey`. */
export function posting(apiKey: string, body: string, idempotencyKey?: string): Sent {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  return { method: 'POST', path: '/events/', headers, body }
}

/** An event as somebody has seen it. */
export interface SeenEvent {
  readonly id: number
  readonly etag: string
}

/** A PATCH of what was seen, by the holder of `apiKey`. */
export function changing(apiKey: string, { id, etag }: SeenEvent, changes: object): Sent {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/merge-patch+json',
    'if-match': etag,
  }
  return { method: 'PATCH', path: `/events/${id}/`, headers, body: JSON.stringify(changes) }
}

export function deleting(apiKey: string, { id, etag }: SeenEvent): Sent {
  const headers = { authorization: `Bearer ${apiKey}`, 'if-match': etag }
  return { method: 'DELETE', path: `/events/${id}/`, headers }
}

/** All of an answer but what names the single request; the order of headers says nothing. */
export function repeatable({ status, headers, text }: Answer): string {
  const { date: _date, 'x-request-id': _id, ...repeated } = headers
  const lines = Object.entries(repeated).map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines.toSorted(), text].join('\n')
}
