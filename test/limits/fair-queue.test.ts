import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fairQueue } from '../../src/limits/waiting-queue.ts'

interface Item {
  readonly client: string
  readonly n: number
}

const clients = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

it('gives each client its turn, and keeps the order of each', () => {
  fc.assert(
    fc.property(clients, fc.array(fc.nat(39)), (names, deleted) => {
      const queue = fairQueue<Item>()
      const items = names.map((client, n) => ({ client, n }))
      for (const item of items) queue.add(item)
      const gone = new Set(deleted.flatMap((n) => items[n] ?? []))
      for (const item of [...gone, ...gone]) queue.delete(item)
      const left = items.filter((item) => !gone.has(item))
      expect([queue.size, queue.oldest()]).toEqual([left.length, left[0]])

      const taken: Item[] = []
      for (let item = queue.takeNext(); item !== undefined; item = queue.takeNext()) {
        taken.push(item)
      }
      for (const own of Map.groupBy(left, ({ client }) => client).values()) {
        const { client } = own[0] as Item
        expect(taken.filter((item) => item.client === client)).toEqual(own)
      }
      // The n-th item of a client leaves before the item after the n-th of any other.
      const places = new Map<string, number>()
      const rounds = taken.map(({ client }) => {
        const place = places.get(client) ?? 0
        places.set(client, place + 1)
        return place
      })
      expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
      expect([queue.size, queue.oldest(), queue.mostExpendable()]).toEqual([
        0,
        undefined,
        undefined,
      ])
    }),
  )
})

it('can spare the newest item of the client that has the most', () => {
  const queue = fairQueue<Item>()
  const names = ['a', 'b', 'b', 'c', 'b', 'a']
  for (const [n, client] of names.entries()) queue.add({ client, n })
  expect(queue.mostExpendable()).toEqual({ client: 'b', n: 4 })
})
