import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { takingTurns } from '../../src/database/pipelined-driver.ts'
import { changesAfter, changesOf, readChanges, withRecords } from '../../src/feed/changes.ts'
import { combined, contentDigest } from '../../src/feed/content-digest.ts'
import {
  cursorText,
  MAX_OUTDATED,
  parseCursor,
  type FeedCursor,
} from '../../src/feed/feed-cursor.ts'
import { hasWork, deleteOldDeletions, type FeedSpec } from '../../src/feed/feed-queries.ts'
import { feedSpecs, feedTask } from '../../src/feed/feed-task.ts'
import { watchFeeds } from '../../src/feed/feed-watch.ts'
import { rpdePageOf } from '../../src/feed/rpde.ts'
import { snapshotOf } from '../../src/feed/snapshot.ts'
import { overloaded } from '../../src/limits/waiting-queue.ts'
import type { ListName } from '../../src/lists/list.ts'
import type { ReadModel } from '../../src/read-model/read-model.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { fromLatin1, PrerenderedLines, textOf } from '../../src/response-body.ts'
import { amount } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { finish } from '../support/finish.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { sendUntilServed, type Answer } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { LIST_NAMES, LISTS } from '../read-model/reference-responses.ts'
import { readModelAt, useServices } from '../read-model/services.ts'
import { FeedCopy, plainDigests } from './feed-copy.ts'
import { plainCalendarEvents, RpdeCopy } from './rpde-copy.ts'

const test = useServices(2)

beforeAll(async () => {
  await makeArtwork(test.db, { id: 1 })
  await makeEvent(test.db, { id: 1, title: 'Köln 日本 \u0085 \u2028 \u2029' })
  await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000 * row_number() OVER ())
    FROM pg_sequences WHERE schemaname = current_schema()`.execute(test.db)
})

const NO_LONG_RECORDS = { currentRecord: () => Promise.resolve(undefined), feedFormats: new Map() }

const LONG_ENTRY = {
  changed_at: '2026-01-01 00:00:00+00',
  isDeleted: false,
  format: 'same',
  length: 20_000,
  isLong: true,
  digest: '00',
  record: null,
}

/** Reads from both services by turns. */
function byTurns(): (path: string) => Promise<Answer> {
  let reads = 0
  return (path) => sendUntilServed(test.apps[(reads += 1) % 2]!, { path })
}

const copyOf = (list: ListName) => new FeedCopy(list, byTurns())
const calendarOf = (limit: number) => new RpdeCopy(byTurns(), limit)

async function currentCopyOf(list: ListName): Promise<FeedCopy> {
  await settleFeeds(test.db)
  const copy = copyOf(list)
  await copy.catchUp()
  return copy
}

async function idsAfter(copy: FeedCopy, change: () => Promise<unknown>): Promise<number[]> {
  await change()
  await settleFeeds(test.db)
  return copy.catchUp()
}

/** For the random writes of a copy, on a busy machine. */
const PATIENCE_MS = amount({ commit: 120_000, nightly: 1_200_000 })

describe('a copy', () => {
  it(
    'that reads the changes, from the beginning or a snapshot, equals the list after random writes',
    { timeout: PATIENCE_MS },
    async () => {
      const copies = LIST_NAMES.map((list) => ({ list, copy: copyOf(list) }))
      const writing = new AbortController()
      const reading = copies.map(async ({ copy }) => {
        while (!writing.signal.aborted) await copy.catchUp(1 + Math.floor(Math.random() * 9))
      })
      const calendar = calendarOf(50)
      reading.push(
        (async () => {
          while (!writing.signal.aborted) await calendar.catchUp()
        })(),
      )
      const begun = LIST_NAMES.map(async (list) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_000))
        const copy = copyOf(list)
        await copy.readSnapshot(1_000 + Math.floor(Math.random() * 9_000))
        return { list, copy }
      })
      const writers = ['one', 'two', 'three'].map((name) => randomWriter(test.db, name))
      await Promise.all(
        writers.map(async ({ write }) => {
          for (let no = 0; no < amount({ commit: 30, nightly: 1_500 }); no += 1) await write()
        }),
      )
      writing.abort()
      await Promise.all(reading)
      await settleFeeds(test.db)
      for (const { list, copy } of [...copies, ...(await Promise.all(begun))]) {
        await copy.catchUp()
        expect(copy.digests()).toEqual(await plainDigests(test.db, list))
      }
      for (const each of [calendar, calendarOf(7)]) {
        await each.catchUp()
        expect(each.events).toEqual(await plainCalendarEvents(test.db))
      }
    },
  )

  it('finds the record that it has wrongly by the digests of ranges', async () => {
    const copy = await currentCopyOf('artworks')
    const digests = new Map(copy.digests())
    const highest = Math.max(...digests.keys())
    const within = (from: number, to: number) => {
      const some = [...digests].filter(([id]) => id >= from && id <= to)
      return { count: some.length, digest: combined(some.map(([, digest]) => digest)) }
    }
    const wrong = 1 + Math.floor(Math.random() * highest)
    digests.set(wrong, contentDigest({}))
    let [from, to] = [1, 2_147_483_647]
    for (let requests = 0; from < to; requests += 1) {
      expect(requests).toBeLessThan(4)
      const path = `/marketplace-artworks/digest/?from=${from}&to=${to}`
      const body = (await sendUntilServed(test.apps[0]!, { path })).json() as unknown as Digest
      const { parts } = body
      expect(body.count).toBe(parts.reduce((sum, { count }) => sum + count, 0))
      const differing = parts.filter((part) => {
        const own = within(part.from, part.to)
        return own.count !== part.count || own.digest !== part.digest
      })
      // A part without records is not there.
      const missing = parts.every((part) => wrong < part.from || wrong > part.to)
      expect(differing).toHaveLength(missing ? 0 : 1)
      if (missing) return expect(within(from, to).count).toBe(body.count + 1)
      ;[from, to] = [differing[0]!.from, differing[0]!.to]
    }
    expect(from).toBe(wrong)
  })
})

describe('a digest', () => {
  it('has the records up to its cursor, also those that come while it is read', async () => {
    const read = async (path: string) =>
      (await sendUntilServed(test.apps[0]!, { path })).json() as unknown as Digest
    await settleFeeds(test.db)
    const { to } = await read('/events/digest/')
    const digests: Promise<Digest>[] = []
    // A record comes between the statements of a request: the second one reads the ranges.
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE feed_ranges`.execute(trx)
      digests.push(read('/events/digest/'), read(`/events/digest/?from=${to}&to=${to + 2_000}`))
      const waiting = () =>
        sql<{ count: number }>`SELECT count(*)::integer FROM pg_locks
          WHERE relation = 'feed_ranges'::regclass AND NOT granted`.execute(trx)
      while ((await waiting()).rows[0]!.count < digests.length) await sleep(5)
      await sql`INSERT INTO feed_entries (list, id, no, digest)
        SELECT list, ${to + 1_000}, last_no + 1, sha256('') FROM feeds WHERE list = 'events'`.execute(
        trx,
      )
    })
    for (const digest of await Promise.all(digests)) expect(digest.to).toBe(to + 1_000)
    expect((await digests[1])?.parts.at(-1)).toMatchObject({ count: 1, to: to + 1_000 })
    await sql`DELETE FROM feed_entries WHERE list = 'events' AND id = ${to + 1_000}`.execute(
      test.db,
    )
  })

  it.each([150_000_000, 2_147_483_647])('leads to the record with the id %i', async (id) => {
    await settleFeeds(test.db)
    await sql`INSERT INTO feed_entries (list, id, no, digest)
      SELECT list, ${id}, last_no + 1, sha256('') FROM feeds WHERE list = 'events'`.execute(test.db)
    await sql`INSERT INTO feed_ranges (list, no, records, digest)
      VALUES ('events', ${Math.floor(id / 1_000)}, 1, sha256(''))`.execute(test.db)
    let [from, to] = [1, 2_147_483_647]
    for (let requests = 0; from < to; requests += 1) {
      expect(requests).toBeLessThan(20)
      const path = `/events/digest/?from=${from}&to=${to}`
      const { parts } = (await sendUntilServed(test.apps[0]!, { path })).json() as unknown as Digest
      ;[from, to] = [parts.at(-1)!.from, parts.at(-1)!.to]
    }
    expect(from).toBe(id)
    await sql`DELETE FROM feed_entries WHERE list = 'events' AND id = ${id}`.execute(test.db)
    await sql`DELETE FROM feed_ranges WHERE list = 'events' AND no = ${Math.floor(id / 1_000)}`.execute(
      test.db,
    )
  })
})

interface Digest {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly digest: string
  readonly parts: readonly Omit<Digest, 'parts'>[]
}

describe('the changes', () => {
  it('have no entry for derived data', async () => {
    const { gallery_id } = await makeArtwork(test.db)
    const copies = {
      artworks: await currentCopyOf('artworks'),
      events: await currentCopyOf('events'),
    }
    const made = { id: 0 }
    const ids = await idsAfter(copies.artworks, async () => {
      Object.assign(made, await makeArtwork(test.db, { gallery_id }))
    })
    expect(ids).toEqual([made.id])
    expect(await idsAfter(copies.artworks, () => makeExchangeRate(test.db, 'USD', '1.7'))).toEqual(
      [],
    )
    const renamed = await idsAfter(copies.artworks, () =>
      sql`UPDATE galleries SET name = 'Another' WHERE id = ${gallery_id}`.execute(test.db),
    )
    expect(renamed).toHaveLength(2)
    expect(await copies.events.catchUp()).toEqual([])
  })

  it('come to a request that waits for them, and to no other', async () => {
    const copy = await currentCopyOf('events')
    const wait = (seconds: number) =>
      sendUntilServed(test.apps[0]!, {
        path: `/events/changes/?cursor=${copy.cursor}&wait=${seconds}`,
      })
    const [early, late] = [wait(30), wait(0)]
    expect((await late).json()['results']).toEqual([])
    const { id } = await makeEvent(test.db)
    expect((await early).json()).toMatchObject({ results: [{ id, op: 'upsert', record: null }] })
    await copy.catchUp()
    expect((await wait(1)).json()).toMatchObject({ results: [], has_more: false })
  })

  it('come to all who wait for them, although the read of the first one fails', async () => {
    const feeds = watchFeeds(test.db)
    onTestFinished(() => feeds.close())
    const after = parseCursor((await currentCopyOf('events')).cursor ?? '')!
    const request = { limit: 500, hasRecords: false }
    const wait = { list: 'events', request, ms: 30_000, signal: undefined } as const
    const refused = takingTurns(test.db, () => Promise.reject(overloaded()))
    const waiting = [refused, test.db, test.db].map((db) =>
      changesAfter(after, wait, { db, feeds, ...NO_LONG_RECORDS }),
    )
    const { id } = await makeEvent(test.db)
    const [first, ...others] = await Promise.allSettled(waiting)
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    const body = { parsed: { results: [{ id }] }, json: { isShared: true } }
    for (const other of others) expect(other).toMatchObject({ value: { body } })
    // Nobody else is sent what has not been waited for.
    const read = await readChanges(
      'events',
      { ...request, after },
      { db: test.db, ...NO_LONG_RECORDS },
    )
    expect(read.body.json.isShared).toBe(false)
  })

  it('have all records again when their format changes', async () => {
    const copy = await currentCopyOf('events')
    const { readModel } = test.apps[0] as unknown as { readModel: ReadModel }
    const own = feedSpecs(DOCUMENTS, URLS).filter(({ list }) => list === 'events')
    // Back to the format of the services at the end, because they leave the feed to the process that began last.
    for (const feeds of [own.map((spec) => ({ ...spec, format: 'another' })), own]) {
      const task = feedTask({ feeds, scanner: readModel, onInvalid: () => {} })
      // A first step that fails has claimed nothing.
      await sql`ALTER TABLE feed_pending ADD CONSTRAINT broken CHECK (false) NOT VALID`.execute(
        test.db,
      )
      const failed = finish(task.run(test.db, new AbortController().signal))
      await expect(failed).rejects.toThrow('broken')
      await sql`ALTER TABLE feed_pending DROP CONSTRAINT broken`.execute(test.db)
      const ids = new Set<number>()
      while (ids.size < copy.records.size) {
        await finish(task.run(test.db, new AbortController().signal))
        for (const id of await copy.catchUp()) ids.add(id)
      }
    }
  })
})

it('the changes have records whose entries of the log a release without feeds has removed', async () => {
  const copy = await currentCopyOf('events')
  await test.db.transaction().execute(async (trx) => {
    await sql`UPDATE events SET title = 'Without an entry'`.execute(trx)
    await sql`DELETE FROM change_log WHERE xid = pg_current_xact_id()`.execute(trx)
    await sql`UPDATE change_log_pruned SET through = pg_current_xact_id()`.execute(trx)
  })
  await makeEvent(test.db)
  await settleFeeds(test.db)
  await copy.catchUp()
  expect(copy.digests()).toEqual(await plainDigests(test.db, 'events'))
})

describe('a feed', () => {
  /** No service keeps its feeds. */
  const alone = useDatabase()
  let readModel: ReturnType<typeof readModelAt>
  beforeAll(async () => {
    readModel = readModelAt(alone.url, () => {})
    const artists = []
    for (let no = 0; no < 10; no += 1) {
      artists.push((await makeArtist(alone.db, { summary: '\u0001'.repeat(5_000) })).id)
    }
    for (let no = 0; no < 8; no += 1) await makeArtwork(alone.db, { artists })
  })
  afterAll(() => readModel.close())

  /** The feed of the artworks, and its changes. */
  const numbering = () => {
    const feeds = feedSpecs(DOCUMENTS, URLS).filter(({ list }) => list === 'artworks')
    const task = feedTask({ feeds, scanner: readModel, onInvalid: () => {} })
    const number = async (): Promise<void> => {
      while (await hasWork(alone.db, 'artworks')) {
        await finish(task.run(alone.db, new AbortController().signal))
      }
      // As if the records had become longer since.
      await sql`UPDATE feed_entries SET length = 20000 WHERE length > 20000`.execute(alone.db)
    }
    const feedFormats = new Map(feeds.map(({ list, format }) => [list, format]))
    const sources = { db: alone.db, currentRecord: readModel.record, feedFormats }
    const readAfter = (after?: FeedCursor) =>
      readChanges('artworks', { after, limit: 500, hasRecords: true }, sources)
    return { number, readAfter, sources }
  }

  it('reads as many long records in a step as a page has, and then others, though these change again', async () => {
    const feeds = feedSpecs(DOCUMENTS, URLS).filter(({ list }) => list === 'artworks')
    const task = feedTask({ feeds, scanner: readModel, onInvalid: () => {} })
    /** How many records have got a new entry after each step. Each step finds all records again. */
    const newEntries = async (): Promise<number[]> => {
      const { rows } = await sql<{ last: string }>`
        SELECT coalesce(max(no), 0) AS last FROM feed_entries WHERE list = 'artworks'`.execute(
        alone.db,
      )
      const found = new Set<number>()
      const steps = task.run(alone.db, new AbortController().signal)
      for (let step = 0; step < 12; step += 1) {
        await steps.next()
        await sql`INSERT INTO feed_pending SELECT 'artworks', id FROM artworks ON CONFLICT DO NOTHING`.execute(
          alone.db,
        )
        const later = await sql`
          SELECT FROM feed_entries WHERE list = 'artworks' AND no > ${rows[0]?.last}::bigint`.execute(
          alone.db,
        )
        found.add(later.rows.length)
      }
      await steps.return()
      return [...found]
    }
    // Each has 300 kB.
    expect(await newEntries()).toEqual([0, 3, 6, 8])

    await sql`UPDATE artists SET summary = repeat(E'\\u0002', 5000)`.execute(alone.db)
    await sql`ALTER DOMAIN instant DROP CONSTRAINT instant_check`.execute(alone.db)
    const setFirstDate = (date: string) =>
      sql`UPDATE artworks SET order_date = ${date} WHERE id = (SELECT min(id) FROM artworks)`.execute(
        alone.db,
      )
    await setFirstDate('infinity')
    // Beside an invalid record, which the feed takes for deleted, each is read alone.
    expect(await newEntries()).toEqual([0, 5, 8])
    await setFirstDate('2026-01-01')
  })

  it('reads records that are too long to be stored when they are asked for, at most a page of them', async () => {
    const { number, readAfter, sources } = numbering()
    const { id: short } = await makeArtwork(alone.db)
    await number()
    const { rows } = await sql`SELECT id FROM feed_entries WHERE record IS NOT NULL`.execute(
      alone.db,
    )
    expect(rows).toEqual([{ id: short }])

    await sql`UPDATE artists SET summary = repeat(E'\\u0001', 10000)`.execute(alone.db)
    const { id: gone } = await alone.db
      .selectFrom('artworks')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await sql`UPDATE artworks SET publish_status = 'archived' WHERE id = ${gone}`.execute(alone.db)
    const texts = new Map<number, string>()
    const ids = await alone.db.selectFrom('artworks').select('id').orderBy('id').execute()
    for (const { id } of ids) {
      const found = await readModel.record('artworks', id)
      if (found !== undefined) texts.set(id, fromLatin1(found.texts[0]!))
    }
    expect([...texts.keys()]).not.toContain(gone)
    await number()
    const lines: string[] = []
    for await (const part of await snapshotOf('artworks', { after: 0 }, sources)) {
      if (!(part instanceof PrerenderedLines)) continue
      // A record has 600 kB.
      expect(part.lines.length).toBeLessThan(1_300_000)
      lines.push(...textOf(part.lines).trimEnd().split('\n'))
    }
    expect(lines).toEqual([...texts.values()].map((text) => `{"kind":"record","record":${text}}`))
    const read = new Map<number, string>()
    let after: FeedCursor | undefined
    for (let hasMore = true; hasMore;) {
      const { body, next } = await readAfter(after)
      expect(body.json.length).toBeLessThan(1_300_000)
      for (const { id, record } of body.parsed.results) {
        if (record !== null) read.set(id, JSON.stringify(record))
      }
      hasMore = body.parsed.has_more
      after = next
    }
    expect(read).toEqual(texts)
  })

  it('has long records that keep changing as they are now, and a digest when they have entries', async () => {
    const { number, readAfter, sources } = numbering()
    const feeds = watchFeeds(alone.db)
    onTestFinished(() => feeds.close())
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM artworks WHERE is_public ORDER BY id LIMIT 2`.execute(alone.db)
    const [first, second] = rows.map(({ id }) => id)
    const set = (id: number | undefined, columns: object) =>
      alone.db.updateTable('artworks').set(columns).where('id', '=', id!).execute()
    const copy = new FeedCopy('artworks', () => Promise.reject(new Error('unused')))
    /** Reads to the end. @returns whether the digest has proved the copy. */
    const catchUp = async (): Promise<boolean> => {
      for (;;) {
        const { body, isEmpty } = await readAfter(parseCursor(copy.cursor ?? ''))
        copy.apply(body.parsed)
        if (isEmpty || !body.parsed.has_more) return !body.parsed.has_more
      }
    }
    const nextChanges = (cursor: string | undefined) =>
      changesOf('artworks', { cursor, include: 'record', limit: 1, wait: 0 }, { ...sources, feeds })
    /** Of the page of a calendar feed with the record. */
    const calendarTitles = async (id: number | undefined): Promise<string[]> => {
      const { rows: entries } = await sql<{ before: number }>`
        SELECT no - 1 AS before FROM feed_entries WHERE list = 'artworks' AND id = ${id}`.execute(
        alone.db,
      )
      const afterChangeNumber = Number(entries[0]?.before)
      const dataOf = (json: string): string => (JSON.parse(json) as { title: string }).title
      const { parsed } = await rpdePageOf(
        { list: 'artworks', kind: 'Artwork', dataOf },
        { query: { afterChangeNumber, startChangeNumber: 0, limit: 1 }, given: {} },
        { ...sources, urls: URLS },
      )
      return parsed.items.map(({ state, data = state }) => data)
    }
    const titleOf = (id: number | undefined) =>
      (JSON.parse(copy.records.get(id!) ?? '{}') as { title?: string }).title

    await number()
    expect(await catchUp()).toBe(true)
    for (const isNumberedMeanwhile of [false, true]) {
      await set(first, { title: 'Entry' })
      const { id: short } = await makeArtwork(alone.db)
      await number()
      await set(first, { title: 'Newer' })
      await set(second, { publish_status: 'archived' })
      expect(await catchUp()).toBe(false)
      expect([titleOf(first), copy.records.has(short)]).toEqual(['Newer', true])
      await expect(nextChanges(copy.cursor)).rejects.toMatchObject({ code: 'service_unavailable' })
      expect(await calendarTitles(first)).toEqual(['Newer'])
      expect(await calendarTitles(second)).toEqual([])
      if (isNumberedMeanwhile) await number()
      // As in the entry: the copy has another title.
      await set(first, { title: 'Entry' })
      await set(second, { publish_status: 'published' })
      expect(await catchUp()).toBe(false)
      await number()
      expect(await catchUp()).toBe(true)
      expect(titleOf(first)).toBe('Entry')
      expect(copy.digests()).toEqual(await plainDigests(alone.db, 'artworks'))
    }
  })

  it('has no long record in a snapshot whose next change could be missing after its cursor', async () => {
    const { number, readAfter, sources } = numbering()
    await number()
    await sql`UPDATE artworks SET title = 'Later'`.execute(alone.db)
    // A process with another format does not wait: all of its records differ.
    await snapshotOf('artworks', { after: 0 }, { ...sources, feedFormats: new Map() })
    vi.useFakeTimers({ toFake: ['performance'] })
    const passing = setInterval(() => vi.advanceTimersByTime(1_000), 1)
    try {
      const late = snapshotOf('artworks', { after: 0 }, sources)
      await expect(late).rejects.toMatchObject({ code: 'service_unavailable' })
    } finally {
      clearInterval(passing)
      vi.useRealTimers()
    }

    let numbered: Promise<void> | undefined
    const currentRecord: typeof sources.currentRecord = async (...wanted) => {
      const found = await sources.currentRecord(...wanted)
      numbered ??= number()
      return found
    }
    const copy = new FeedCopy('artworks', async () => {
      const lines = await snapshotOf('artworks', { after: 0 }, { ...sources, currentRecord })
      let text = ''
      for await (const line of lines) {
        text += line instanceof PrerenderedLines ? textOf(line.lines) : `${JSON.stringify(line)}\n`
      }
      return { text } as Answer
    })
    await copy.readSnapshot(Infinity)
    for (let hasMore = true; hasMore;) {
      const { body } = await readAfter(parseCursor(copy.cursor ?? ''))
      copy.apply(body.parsed)
      hasMore = body.parsed.has_more
    }
    expect(copy.digests()).toEqual(await plainDigests(alone.db, 'artworks'))
    await numbered
  })

  it('has outdated records only as far as there is room, and none in a process with another format', async () => {
    const entries = [1, 2, 3].map((no) => ({ ...LONG_ENTRY, id: no, no }))
    const feedFormats = new Map([['artworks', 'same']] as const)
    const countOf = async (room: number, feedFormat = 'same'): Promise<number> => {
      const sources = { ...NO_LONG_RECORDS, feedFormats }
      return (await withRecords('artworks', entries, { room, feedFormat }, sources)).length
    }
    expect(await Promise.all([countOf(Infinity), countOf(2)])).toEqual([3, 2])
    for (const none of [countOf(0), countOf(2, 'other')]) {
      await expect(none).rejects.toMatchObject({ code: 'service_unavailable' })
    }

    const { number, readAfter } = numbering()
    for (let made = 0; made < MAX_OUTDATED; made += 1) await makeArtwork(alone.db)
    await number()
    const { next } = await readAfter()
    const { rows } = await sql<{ id: number; no: number }>`
      SELECT id, no FROM feed_entries WHERE list = 'artworks' AND digest IS NOT NULL ORDER BY record IS NULL, no`.execute(
      alone.db,
    )
    const { id, no } = rows.at(-1)!
    await sql`UPDATE artworks SET title = 'Without room' WHERE id = ${id}`.execute(alone.db)
    const outdated = rows.slice(0, MAX_OUTDATED).map((entry) => entry.no)
    const full = { ...next, no: no - 1, outdated }
    expect(parseCursor(cursorText(full))).toEqual(full)
    await expect(readAfter(full)).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('is taken from a process with another format only when that process has ended', async () => {
    const spec = feedSpecs(DOCUMENTS, URLS).find(({ list }) => list === 'events') as FeedSpec
    const begin = (format: string, patience = {}) => {
      const options = { scanner: readModel, onInvalid: () => {}, ...patience }
      const task = feedTask({ ...options, feeds: [{ ...spec, format }] })
      return () => finish(task.run(alone.db, new AbortController().signal))
    }
    const format = async () =>
      (
        await alone.db
          .selectFrom('feeds')
          .select('format')
          .where('list', '=', 'events')
          .executeTakeFirstOrThrow()
      ).format
    const [before, patient, next] = [
      begin('one', { abandonedAfterMs: 0 }),
      begin('one'),
      begin('two'),
    ]
    for (const run of [before, patient, next]) await run()
    // Without work, nothing tells that the other process has ended.
    for (const run of [before, before]) await run()
    expect(await format()).toBe('two')
    await makeEvent(alone.db)
    for (const run of [before, next]) await run()
    await makeEvent(alone.db)
    for (const run of [before, patient, patient]) await run()
    expect(await format()).toBe('two')
    for (const run of [before, before]) await run()
    expect(await format()).toBe('one')
  })
})

describe('a cursor', () => {
  /** Changes what identifies the server, as a promotion does. */
  const promote = (db = test.db) =>
    sql`UPDATE feeds SET server = 'another', written_by = pg_current_xact_id()`.execute(db)
  const statusAt = async (path: string) => (await sendUntilServed(test.apps[0]!, { path })).status
  const statusOf = (list: ListName, cursor: string | undefined) =>
    statusAt(`${LISTS[list].path}changes/?cursor=${cursor}`)

  it('in any other form is 410', async () => {
    const { cursor = '' } = await currentCopyOf('events')
    const text = Buffer.from(cursor, 'base64url').toString('latin1')
    const [epoch = '', ...numbers] = text.split(':')
    const epochs = [
      '-'.repeat(36),
      '0f-'.repeat(12),
      epoch.replaceAll('-', ''),
      `{${epoch}}`,
      epoch.toUpperCase(),
      ...Array.from(
        { length: epoch.length },
        (_, at) => epoch.slice(0, at) + (epoch[at] === '-' ? '0' : '-') + epoch.slice(at + 1),
      ),
    ]
    const others = [
      ...epochs.map((other) => [other, ...numbers].join(':')),
      `${text}:x`,
      `${text}${':0'.repeat(17)}`,
      `${text}\0`,
    ]
    for (const other of others) {
      const status = await statusOf('events', Buffer.from(other, 'latin1').toString('base64url'))
      expect(status, other).toBe(410)
    }
  })

  it('outlives a server that had all entries, and a restored dump of the same state', async () => {
    const copy = await currentCopyOf('artworks')
    for (const change of [
      () => promote(),
      // A dump has the transaction of the row that it was made of.
      () => sql`UPDATE feeds SET server = 'restored'`.execute(test.db),
      // A release that knows nothing of feeds has removed entries of the log.
      () =>
        sql`UPDATE change_log_pruned SET through = pg_snapshot_xmax(pg_current_snapshot())`.execute(
          test.db,
        ),
    ]) {
      expect(await idsAfter(copy, change)).toEqual([])
      const { id } = await makeArtwork(test.db)
      expect(await idsAfter(copy, async () => {})).toEqual([id])
    }
  })

  it('ends with a server that had more entries, and so does a change number', async () => {
    await makeEvent(test.db)
    const { cursor: earlier } = await currentCopyOf('events')
    const [earlierCalendar, laterCalendar, slowCalendar] = [
      calendarOf(500),
      calendarOf(500),
      calendarOf(1),
    ] as const
    const numbers = await earlierCalendar.catchUp()
    await sql`CREATE SCHEMA lost`.execute(test.db)
    const tables = ['feeds', 'feed_entries', 'feed_ranges']
    for (const table of tables) {
      await sql.raw(`CREATE TABLE lost.${table} AS TABLE ${table}`).execute(test.db)
    }
    const { id } = await makeEvent(test.db)
    const { cursor: later } = await currentCopyOf('events')
    numbers.push(...(await laterCalendar.catchUp()))
    // Both would pass over records that were changed meanwhile.
    const first = await sendUntilServed(test.apps[0]!, { path: '/events/changes/?limit=1' })
    const during = String(first.json()['next_cursor'])
    await slowCalendar.readPage()
    await test.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM events WHERE id = ${id}`.execute(trx)
      for (const table of tables) {
        await sql.raw(`DELETE FROM ${table}; INSERT INTO ${table} TABLE lost.${table}`).execute(trx)
      }
      await promote(trx)
    })
    for (const isNumbered of [false, true]) {
      for (const cursor of [later, during]) expect(await statusOf('events', cursor)).toBe(410)
      for (const { next } of [laterCalendar, slowCalendar]) expect(await statusAt(next)).toBe(410)
      if (isNumbered) continue
      await makeEvent(test.db)
      await makeEvent(test.db)
      await settleFeeds(test.db)
    }
    expect(await statusOf('events', earlier)).toBe(200)
    const since = await earlierCalendar.catchUp()
    expect(since.length).toBeGreaterThan(1)
    expect(Math.min(...since)).toBeGreaterThan(Math.max(...numbers))
    expect(earlierCalendar.events).toEqual(await plainCalendarEvents(test.db))
  })

  it('ends when a deletion after it was removed, unless its client began later', async () => {
    const artworks = [await makeArtwork(test.db), await makeArtwork(test.db)]
    const before = await currentCopyOf('artworks')
    await sql`DELETE FROM artworks WHERE id = ${artworks[0]!.id}`.execute(test.db)
    await settleFeeds(test.db)
    const first = await sendUntilServed(test.apps[0]!, {
      path: '/marketplace-artworks/changes/?limit=1',
    })
    const during = String(first.json()['next_cursor'])
    await sql`UPDATE feed_entries SET changed_at = now() - interval '31 days' WHERE digest IS NULL`.execute(
      test.db,
    )
    await test.db.transaction().execute(async (trx) => {
      while (await deleteOldDeletions(trx, 30));
    })
    expect(await statusOf('artworks', before.cursor)).toBe(410)
    expect(await statusOf('artworks', during)).toBe(200)
    const { cursor: after } = await currentCopyOf('artworks')
    expect(await statusOf('artworks', after)).toBe(200)
  })
})
