import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { artworkKind } from '../../src/artworks/artwork-kind.ts'
import type { RequestLine } from '../../src/contract/request-lines.ts'
import { writeBatch } from '../../src/batches/batch.ts'
import type { BatchContext, BatchRequest } from '../../src/batches/line-groups.ts'
import { batchRecords } from '../../src/records/write-records.ts'
import { URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'

const test = useDatabase()
let request: Omit<BatchRequest, 'body'>
let context: BatchContext
let gallery: number

beforeAll(async () => {
  const { id: keyId, userId } = await makeApiKey(test.db)
  gallery = (await makeGallery(test.db, { owner_id: userId })).id
  request = {
    query: { dry_run: false, atomic: true },
    principal: { keyId, userId, scopes: ['artworks:write'] },
    requestId: '00000000-0000-4000-8000-000000000000',
    traceId: '00000000000040008000000000000000',
    signal: undefined,
  }
  context = { db: test.db, urls: URLS, requestsReceived: () => 0 }
})

afterEach(() => vi.restoreAllMocks())

/** Moves the clock. */
function skipTime(ms: number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}

/**
 * Lines of three groups.
 * @param onRead called when the service parses a line.
 * @param first the gallery of the first group.
 */
async function* lines(
  onRead: (no: number) => unknown = () => {},
  idOf: (no: number) => string = String,
  first = gallery,
): AsyncGenerator<RequestLine> {
  for (let no = 1; no <= 500; no += 1) {
    const parse = () => {
      onRead(no)
      const fields = { title: `${no}`, artists: [], units: 'inch', category: 1 }
      const artwork = {
        ...fields,
        gallery: no > 200 ? gallery : first,
        price_display: 'price on request',
      }
      return { external_id: idOf(no), artwork }
    }
    yield { no, length: 100, parse, requireValid: () => {} }
  }
}

function write(
  body: AsyncIterable<RequestLine>,
  changes: Partial<BatchRequest & BatchContext> = {},
  kind = artworkKind,
) {
  const changed = { ...request, body, ...changes }
  const records = batchRecords(kind, changed, context)
  return writeBatch(records, changed, { ...context, ...changes })
}

async function countArtworks(): Promise<number> {
  return (await test.db.selectFrom('artworks').select('id').execute()).length
}

describe('an atomic batch', () => {
  it('is rolled back between two groups when its client is gone', async () => {
    const client = new AbortController()
    let parsed = 0
    // Each line is parsed once before the transaction and once in it.
    const read = lines(() => {
      parsed += 1
      if (parsed === 750) client.abort(new Error('The client is gone'))
    })
    const answers = write(read, { signal: client.signal })
    await expect(answers.next()).rejects.toThrow('The client is gone')
    expect(parsed).toBeLessThan(1_000)
    expect(await countArtworks()).toBe(0)
  })

  it('is rolled back when it takes too long, and says so', async () => {
    const answers = write(lines(), { maxAtomicMs: 0 })
    expect(await Readable.from(answers).toArray()).toMatchObject([
      { status: 503, problem: { code: 'service_unavailable' }, applied: false },
    ])
    expect(await countArtworks()).toBe(0)
  })

  it('writes nothing more once its time is over, also within a group of lines of one record', async () => {
    let runs = 0
    const loadFacts: typeof artworkKind.loadFacts = (...wanted) => {
      // A run also loads the facts without fields, to verify the rights at its end.
      if (wanted[1].fields.length > 0 && (runs += 1) === 5) skipTime(60_000)
      return artworkKind.loadFacts(...wanted)
    }
    const read = lines(undefined, () => 'same')
    const answers = write(read, {}, { ...artworkKind, loadFacts })
    expect(await Readable.from(answers).toArray()).toMatchObject([
      { status: 503, problem: { detail: expect.stringMatching(/longer than 60 s\./) } },
    ])
    expect(runs).toBe(5)
    expect(await countArtworks()).toBe(0)
  })

  it('loses no time while it waits for another one, which then has a third of its time', async () => {
    let waiting: Promise<unknown[]> | undefined
    const loadFacts: typeof artworkKind.loadFacts = async (...wanted) => {
      if (waiting === undefined) {
        const { promise: isRead, resolve } = Promise.withResolvers<void>()
        const read = lines((no) => no === 500 && resolve())
        const second = write(read, { query: { dry_run: true, atomic: true } })
        waiting = Readable.from(second).toArray()
        await isRead
        // The second one takes its place in the queue a few turns after its last line.
        for (let turns = 0; turns < 20; turns += 1) await nextTurn()
        skipTime(60_000)
      }
      return artworkKind.loadFacts(...wanted)
    }
    const first = write(lines(), {}, { ...artworkKind, loadFacts })
    expect(await Readable.from(first).toArray()).toMatchObject([
      { status: 503, problem: { detail: expect.stringMatching(/20 s, and other batches wait/) } },
    ])
    expect((await waiting)?.at(-1)).toMatchObject({ status: 200, created: 500 })
  })

  it('is refused while the lines of others take the memory, but not after these', async () => {
    const query = { dry_run: true, atomic: true }
    const waits = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    async function* long(): AsyncGenerator<RequestLine> {
      for await (const line of lines()) yield { ...line, length: 120_000 }
      waits.resolve()
      await rest.promise
    }
    const lastOf = async () => (await Readable.from(write(long(), { query })).toArray()).at(-1)
    const first = lastOf()
    await waits.promise
    // 120 MB are more than all may hold together.
    expect(await lastOf()).toMatchObject({ status: 503, problem: { code: 'overloaded' } })
    rest.resolve()
    expect(await first).toMatchObject({ status: 200, created: 500 })
    expect(await lastOf()).toMatchObject({ status: 200, created: 500 })
  })

  it('is written in time', async () => {
    const answers = write(lines())
    const all = await Readable.from(answers).toArray()
    expect(all.at(-1)).toMatchObject({ status: 200, created: 500, applied: true })
    expect(await countArtworks()).toBe(500)
  })
})

describe('a right of the sender that ends while a transaction runs', () => {
  const revoke = (id: number) =>
    test.db.updateTable('api_keys').set({ revoked_at: '2024-05-07T09:30:00Z' }).where('id', '=', id)
  const remove = (id: number) => test.db.deleteFrom('gallery_members').where('gallery_id', '=', id)

  /** The results of a batch. @param end called when the facts of the third group, or of the first, are known. */
  async function written(
    atomic: boolean,
    end: (rights: { key: number; shared: number }) => unknown,
  ) {
    const { id: key } = await makeApiKey(test.db, { owner_id: request.principal.userId })
    const { id: shared } = await makeGallery(test.db)
    const user_id = request.principal.userId
    await test.db.insertInto('gallery_members').values({ gallery_id: shared, user_id }).execute()
    let runs = 0
    const loadFacts: typeof artworkKind.loadFacts = async (...wanted) => {
      const facts = await artworkKind.loadFacts(...wanted)
      if (wanted[1].fields.length > 0 && (runs += 1) === (atomic ? 3 : 1))
        await end({ key, shared })
      return facts
    }
    const read = lines(undefined, (no) => `${shared}-${no}`, shared)
    const changes = {
      query: { dry_run: false, atomic },
      principal: { ...request.principal, keyId: key },
    }
    const answers = await Readable.from(
      write(read, changes, { ...artworkKind, loadFacts }),
    ).toArray()
    const stored = await test.db
      .selectFrom('artworks')
      .select('id')
      .where('gallery_id', '=', shared)
      .execute()
    return { summary: answers.at(-1) as object, stored: stored.length }
  }

  it.each([
    ['membership', 403, ({ shared }: { shared: number }) => remove(shared).execute()],
    ['key', 401, ({ key }: { key: number }) => revoke(key).execute()],
  ] as const)('rolls an atomic batch back: %s', async (_right, status, end) => {
    const { summary, stored } = await written(true, end)
    expect(summary).toMatchObject({ status, problem: { status }, applied: false })
    expect(stored).toBe(0)
  })

  it('ends a batch, and commits nothing of the group: the key', async () => {
    const { summary, stored } = await written(false, ({ key }) => revoke(key).execute())
    expect(summary).toMatchObject({ status: 401, problem: { status: 401 }, created: 0 })
    expect(stored).toBe(0)
  })

  it('ends a batch before the next group: a key that has expired', async () => {
    const expired = { expires_at: sql<string>`now()` }
    const { summary, stored } = await written(false, ({ key: id }) =>
      test.db.updateTable('api_keys').set(expired).where('id', '=', id).execute(),
    )
    expect(summary).toMatchObject({ status: 401, problem: { status: 401 }, created: stored })
    expect(stored).toBeGreaterThan(0)
  })

  it('fails the lines of a group, and no others', async () => {
    const { summary, stored } = await written(false, ({ shared }) => remove(shared).execute())
    expect(summary).toMatchObject({ status: 200, created: 300, failed: 200 })
    expect(stored).toBe(0)
  })
})
