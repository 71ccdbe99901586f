import { expect } from 'vitest'
import type { components } from '../../generated/v1.ts'
import type { TestService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import type { Answer } from '../support/send.ts'
import { changing, deleting, eventBody, posting, type SeenEvent } from '../writes/event-requests.ts'

type EventRecord = components['schemas']['Event']

/** An event as in a response. */
export interface ShownEvent extends SeenEvent {
  readonly record: EventRecord
}

/** A client with its own key. Its whole bodies are minimal, with `values` in them. */
export interface Author {
  readonly key: string
  readonly userId: string
  readonly venueId: number
  post(values?: object): Promise<Answer>
  /** A POST that must get 201. */
  create(values?: object): Promise<ShownEvent>
  put(seen: SeenEvent, values?: object): Promise<Answer>
  patch(seen: SeenEvent, changes: object, headers?: Record<string, string>): Promise<Answer>
  remove(seen: SeenEvent): Promise<Answer>
  read(id: number): Promise<Answer>
}

export async function makeAuthor(
  { db, send }: TestService,
  scope: 'events:write' | 'admin' = 'events:write',
): Promise<Author> {
  const { key, userId } = await makeApiKey(db, { scopes: [scope] })
  const { id: venueId } = await makeVenue(db)
  const authorization = `Bearer ${key}`
  const post = (values?: object) => send(posting(key, eventBody(venueId, values)))
  return {
    key,
    userId,
    venueId,
    post,
    create: async (values) => shown(await post(values), 201),
    put: (seen, values) =>
      send({
        method: 'PUT',
        path: `/events/${seen.id}/`,
        headers: { authorization, 'content-type': 'application/json', 'if-match': seen.etag },
        body: eventBody(venueId, values),
      }),
    patch: (seen, changes, headers) => {
      const request = changing(key, seen, changes)
      return send({ ...request, headers: { ...request.headers, ...headers } })
    },
    remove: (seen) => send(deleting(key, seen)),
    read: (id) => send({ path: `/events/${id}/`, headers: { authorization } }),
  }
}

export function shown(response: Answer, status = 200): ShownEvent {
  if (response.status !== status) throw new Error(`${response.status}: ${response.text}`)
  const record = response.json() as EventRecord
  return { id: record.id, etag: response.headers['etag'] ?? '', record }
}

/** Verifies a problem; `places` are the pointers and parameters of its errors. */
export function expectProblem(
  response: Answer,
  code: string,
  places: readonly string[] = [],
): void {
  const { code: actual, errors = [] } = response.json() as components['schemas']['Problem']
  const named = errors.map(({ pointer, parameter }) => pointer ?? parameter)
  expect([actual, named]).toEqual([code, places])
}
