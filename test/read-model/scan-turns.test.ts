import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_DELAY_MS, scanTurns } from '../../src/read-model/batching/scan-turns.ts'

const client = fc.constantFrom('a', 'b', 'c', undefined)
const scans = fc.array(fc.record({ client, since: fc.integer({ min: 1, max: 5_000 }) }))
const before = fc.array(fc.record({ client, ms: fc.integer({ min: 1, max: 3_000 }) }))

it('has those of the service first, and then in the order of arrival those of clients with the same time, and of others within a second', () => {
  fc.assert(
    fc.property(scans, before, (waiting, earlier) => {
      const turns = scanTurns()
      for (const { client: of, ms } of earlier) turns.record({ client: of, since: 0 }, ms)
      const tookOf = (name: string | undefined): number =>
        earlier.reduce((sum, { client: of, ms }) => (of === name ? sum + ms : sum), 0)
      const order = turns.inOrder(waiting)
      expect(new Set(order)).toEqual(new Set(waiting))
      for (const [at, first] of order.entries()) {
        for (const later of order.slice(at + 1)) {
          if (first.client === undefined) continue
          expect(later.client).toBeDefined()
          const delay = tookOf(later.client) > tookOf(first.client) ? MAX_DELAY_MS : 0
          expect(first.since).toBeLessThanOrEqual(later.since + delay)
        }
      }
    }),
  )
})
