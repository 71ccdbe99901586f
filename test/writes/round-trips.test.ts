import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { operations } from '../contract/document.ts'
import { responseCases } from '../contract/response-cases/all.ts'
import type { World } from '../contract/response-cases/response-case.ts'
import { makeWorld } from '../contract/response-cases/world.ts'
import { useService } from '../support/app.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'

/** Authentication, BEGIN with the reads, the writes with the record that they make, and COMMIT. */
const MAX_ROUND_TRIPS = 4

/** The round trips of one request that have ended. */
const request = new AsyncLocalStorage<{ ended: number }>()

const test = useService()
let world: World

beforeAll(async () => {
  const query = Client.prototype.query as (...of: unknown[]) => unknown
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...of: unknown[]) {
    const result = query.apply(this, of)
    const trips = request.getStore()
    if (trips === undefined || !(result instanceof Promise)) return result as never
    // Queries that are sent before any is answered share a round trip, if the client pipelines them.
    const trip = this.pipeline ? trips.ended + 1 : (trips.ended += 1)
    const end = () => void (trips.ended = Math.max(trips.ended, trip))
    return result.finally(end) as never
  })
  world = await makeWorld(test.db, () => Promise.resolve())
})

afterAll(() => vi.restoreAllMocks())

async function roundTrips(sent: Sent): Promise<{ answer: Answer; count: number }> {
  const trips = { ended: 0 }
  const answer = await request.run(trips, () => sendUnvalidated(test.app, sent))
  return { answer, count: trips.ended }
}

const writes = operations.filter(
  ({ id, method }) => (method === 'POST' || method === 'PATCH') && !id.startsWith('batch'),
)

describe.each(writes)('$id', ({ id, parameters }) => {
  it('takes four round trips at most', async () => {
    const cases = responseCases[id]
    const [success] = cases?.['201'] ?? cases?.['200'] ?? []
    const send = (sent: Sent) => sendUnvalidated(test.app, sent)
    const sent = await success!.request(world, send)
    // The first request of a process loads modules, and the first one of a key in a minute records the use of the key.
    await send(sent)
    // Its title or name is taken now.
    const again = await roundTrips(sent)
    expect(again.count).toBeGreaterThan(1)
    expect(again.count).toBeLessThanOrEqual(MAX_ROUND_TRIPS)
    if (!parameters.some(({ name }) => name === 'Idempotency-Key')) return
    const headers = { ...sent.headers, 'idempotency-key': id }
    const withKey = await roundTrips({ ...sent, headers })
    expect(withKey.answer.status).toBe(again.answer.status)
    expect(withKey.count).toBeLessThanOrEqual(MAX_ROUND_TRIPS)
  })
})
