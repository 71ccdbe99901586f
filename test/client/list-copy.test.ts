import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildMock } from '../../scripts/mock/build-mock.ts'
import {
  createClient,
  MemoryCopyStore,
  type Artwork,
  type CopyOptions,
  type CopyState,
  type CopyStep,
  type CopyStore,
  type Event,
} from '../../src/client/create-client.ts'
import { contentDigest } from '../../src/feed/content-digest.ts'
import { cursorText } from '../../src/feed/feed-cursor.ts'
import { makeFullArtwork } from '../contract/full-records.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { amount } from '../support/amount.ts'
import { PUBLIC_URL } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()
let store: MemoryCopyStore<Artwork>

beforeAll(async () => {
  await makeArtwork(test.db, { id: 1 })
  await makeEvent(test.db, { id: 1 })
  await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000) FROM pg_sequences
    WHERE schemaname = current_schema()`.execute(test.db)
  await makeFullArtwork(test.db)
  // The lengths of its sides make numbers that JSON writers print differently: 1e-9 and 1e18.
  for (const size of [0.001, 1_000_000]) {
    await makeArtwork(test.db, { size_h: size, size_w: size, size_d: size })
  }
  for (let number = 0; number < 20; number += 1) await makeArtwork(test.db)
})
beforeEach(async () => {
  store = new MemoryCopyStore()
  await settleFeeds(test.db)
})

const statesOf = (given: CopyStore<Artwork> = store, options: CopyOptions = {}) =>
  test.client().copyMarketplaceArtworks(given, { limit: 7, everyMs: 1, ...options })

/** Reads until the copy is up to date. */
async function copyOnce(given?: CopyStore<Artwork>, options?: CopyOptions): Promise<CopyState> {
  return (await statesOf(given, options).next()).value
}

const digestsOf = (records: Iterable<Artwork>) =>
  new Map([...records].map((record) => [record.id, contentDigest(record)]))

async function listed(): Promise<Artwork[]> {
  const found: Artwork[] = []
  for await (const artwork of test.client().listMarketplaceArtworks({ limit: 100 })) {
    found.push(artwork)
  }
  return found
}

/** What a store has after its cursor has expired. */
function expire(): void {
  const position = JSON.parse(store.position() ?? '{}') as object
  const cursor = cursorText({ epoch: crypto.randomUUID(), no: 1, start: 1 })
  damage({ position: JSON.stringify({ ...position, cursor }) })
}

/** Changes the store behind the back of the client. */
function damage(step: Partial<CopyStep<Artwork>>): void {
  const position = store.position() ?? ''
  const { reading } = JSON.parse(position) as { reading: number }
  store.apply({ position, reading, upserts: [], deletes: [], endsReading: false, ...step })
}

describe('a copy that is killed', () => {
  const KILLED = new Error('killed')

  /** The store of a process that ends at this call, before or after its effect. */
  function mortal(calls: number, isLate: boolean): CopyStore<Artwork> {
    let left = calls
    const live = <Result>(effect: () => Result): Result => {
      left -= 1
      if (left === 0 && !isLate) throw KILLED
      const result = effect()
      if (left === 0) throw KILLED
      return result
    }
    return {
      position: () => live(() => store.position()),
      apply: (step) => {
        const wasEmpty = store.records().next().done
        live(() => store.apply(step))
        if (wasEmpty === false) expect(store.records().next().done).toBe(false)
      },
      *records() {
        for (const record of store.records()) yield live(() => record)
      },
    }
  }

  it('at any call goes on, and equals the list in the end', async () => {
    const { write } = randomWriter(test.db, 'writer')
    for (let round = 0; round < amount({ commit: 60, nightly: 200 }); round += 1) {
      await write()
      // Sometimes also in the middle of a new reading.
      if (round % 20 > 16 && store.position() !== undefined) expire()
      const run = copyOnce(mortal(1 + (round % 9) * (1 + (round % 4)), round % 2 === 0))
      await run.catch((error: unknown) => {
        if (error !== KILLED) throw error
      })
    }
    await settleFeeds(test.db)
    expect(await copyOnce()).toMatchObject({ isVerified: true })
    expect(digestsOf(store.records())).toEqual(digestsOf(await listed()))
    expect(JSON.parse(store.position() ?? '')).toMatchObject({
      reading: expect.toSatisfy((no) => no > 3),
    })
  })
})

describe('a copy with an expired cursor', () => {
  it('removes what the list does not have, after it has read the whole list', async () => {
    await copyOnce()
    const [one, other] = [...store.records()]
    damage({ upserts: [{ ...one!, id: 987_654 }], deletes: [other!.id] })
    expire()
    const counts: number[] = []
    const applied: CopyStore<Artwork> = {
      position: () => store.position(),
      records: () => store.records(),
      apply: (step) => {
        expect(step.upserts.length + step.deletes.length).toBeLessThanOrEqual(7)
        store.apply(step)
        counts.push([...store.records()].length)
      },
    }
    const { count, ...state } = await copyOnce(applied)
    expect(state).toMatchObject({ isVerified: true, restart: 'expired', upserts: count })
    expect(Math.min(...counts)).toBe(count)
    expect(store.get(987_654)).toBeUndefined()
    expect(digestsOf(store.records())).toEqual(digestsOf(await listed()))
  })
})

describe('a copy that differs from the list', () => {
  const DAMAGES: readonly [string, (record: Artwork) => Partial<CopyStep<Artwork>>][] = [
    ['changed record', (record) => ({ upserts: [{ ...record, title: `${record.title}.` }] })],
    [
      'changed embedded record',
      ({ gallery, ...record }) => ({
        upserts: [{ ...record, gallery: { ...gallery, city: 'x' } }],
      }),
    ],
    ['dropped record', ({ id }) => ({ deletes: [id] })],
    ['record too many', (record) => ({ upserts: [{ ...record, id: 987_654 }] })],
  ]

  it.each(DAMAGES)('by a %s is read again', async (_, damageOf) => {
    await copyOnce()
    damage(damageOf(store.get(1)!))
    // A verification reads everything, so it is not made each time.
    expect(await copyOnce(store, { verifyEveryMs: Infinity })).toMatchObject({ isVerified: false })
    expect(await copyOnce()).toMatchObject({ isVerified: true, restart: 'different' })
    expect(digestsOf(store.records())).toEqual(digestsOf(await listed()))
  })

  it('by a doubled record, also after it is read again, ends with an error', async () => {
    const doubling: CopyStore<Artwork> = {
      position: () => store.position(),
      apply: (step) => store.apply(step),
      // Two of them have no effect on the digest.
      records: () => [...store.records(), store.get(1)!, store.get(1)!],
    }
    await expect(copyOnce(doubling)).rejects.toMatchObject({ name: 'CopyError' })
  })

  it('only by derived fields is right', async () => {
    await copyOnce()
    const record = store.get(1)!
    const gallery = { ...record.gallery, total_artworks: 987_654 }
    damage({ upserts: [{ ...record, gallery, price_usd: 1, price_eur: '1.00' }] })
    expect(await copyOnce()).toMatchObject({ isVerified: true, restart: undefined })
  })
})

describe('a copy', () => {
  it('goes on with each change, verifies when it is due, and stores nothing without a change', async () => {
    const copy = statesOf()
    expect((await copy.next()).value).toMatchObject({ isVerified: true })
    test.proxy.inject()
    const apply = vi.spyOn(store, 'apply')
    const unchanged = { upserts: 0, deletes: 0, isVerified: false }
    expect((await copy.next()).value).toMatchObject(unchanged)
    expect(test.proxy.received).toHaveLength(1)
    expect(apply).not.toHaveBeenCalled()
    const { id } = await makeArtwork(test.db)
    await settleFeeds(test.db)
    expect((await copy.next()).value).toMatchObject({ upserts: 1, deletes: 0, isVerified: false })
    await test.db.deleteFrom('artworks').where('id', '=', id).execute()
    await settleFeeds(test.db)
    expect((await copy.next()).value).toMatchObject({ upserts: 0, deletes: 1 })
    await copy.return(undefined as never)
    const always = statesOf(store, { verifyEveryMs: 0 })
    for (let read = 0; read < 3; read += 1) {
      expect((await always.next()).value).toMatchObject({ ...unchanged, isVerified: true })
    }
  })

  it.each(['the call', 'the client'])('ends by the signal of %s', async (owner) => {
    const controller = new AbortController()
    const { signal } = controller
    const client = test.client(owner === 'the client' ? { signal } : {})
    const options = { everyMs: 60_000, ...(owner === 'the call' && { signal }) }
    const copy = client.copyMarketplaceArtworks(store, options)
    await copy.next()
    const waiting = copy.next()
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  it('of events has them, and keeps no responses', async () => {
    const copies = new Map()
    const events = new MemoryCopyStore<Event>()
    const { value } = await test.client({ copies }).copyEvents(events).next()
    expect(value).toMatchObject({ isVerified: true })
    expect(events.get(1)).toHaveProperty('venue')
    expect(copies.size).toBe(0)
  })

  it('of the mock comes to an end', async () => {
    const mock = await buildMock({ public: PUBLIC_URL, media: PUBLIC_URL }, 'silent')
    await mock.listen({ host: '127.0.0.1', port: 0 })
    const { port } = mock.server.address() as AddressInfo
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v1` })
    const copy = client.copyMarketplaceArtworks(store, { everyMs: 1, verifyEveryMs: Infinity })
    expect((await copy.next()).value).toMatchObject({ upserts: 1, deletes: 1 })
    expect((await copy.next()).value).toMatchObject({ upserts: 0, deletes: 0 })
    await mock.close()
  })

  it.each([{ everyMs: 0 }, { everyMs: NaN }, { verifyEveryMs: -1 }])(
    'has no option %o',
    (options) => {
      expect(() => statesOf(store, options)).toThrow(RangeError)
    },
  )
})
