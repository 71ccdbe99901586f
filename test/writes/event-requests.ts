import type { Answer, Sent } from '../support/send.ts'

/** A minimal body that creates an event, with `values` in it. */
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

/** A POST of an event, with an Idempotency-Key. */
export function posting(apiKey: string, body: string, idempotencyKey?: string): Sent {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  return { method: 'POST', path: '/events/', headers, body }
}

/** An event in the state that a client has read. */
interface SeenEvent {
  readonly id: number
  readonly etag: string
}

/** A PATCH of the read state. */
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

/** A response without the headers that differ for each request, in canonical order. */
export function repeatable({ status, headers, text }: Answer): string {
  const {
    date: _date,
    'x-request-id': _id,
    'idempotent-replayed': _replayed,
    ...repeated
  } = headers
  const lines = Object.entries(repeated).map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines.toSorted(), text].join('\n')
}
