import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compactAll } from '../../src/read-model/offset-index/maintenance.ts'
import { LISTS, pruneChangeLog } from '../../src/read-model/offset-index/maintenance-queries.ts'
import type { ListName } from '../../src/read-model/sort-orders.ts'
import { startReadModel, type ReadModel } from '../../src/read-model/read-model.ts'
import { compact } from '../../src/read-model/offset-index/compaction.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { MEDIA_URL } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { idsOn, plainIds, SORT_COLUMNS } from './plain-pages.ts'
import { addArtworks, addEvents, upTo, writeAtRandom } from './random-writes.ts'
import { DOCUMENTS, resources } from '../../src/resources.ts'

// Whatever is written by several at once, and whenever it is added up and pruned: every segment has as
// many rows as it says, and every page is the one that a plain query finds. The readers live through
// all of it, so they have nothing but what they were told.

const test = useDatabase()
const errors: unknown[] = []
let readings: ReadModel[] = []

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.db)
  // The writers are often in each other's way.
  await sql`ALTER DATABASE ${sql.ref(rows[0]?.name ?? '')} SET deadlock_timeout = '50ms'`.execute(
    test.db,
  )
  await makeExchangeRate(test.db, 'USD', '1.25')
  await makeArtwork(test.db)
  await makeEvent(test.db)
  await test.db.transaction().execute(async (trx) => {
    await addArtworks(3_000)(trx)
    await addEvents(1_500)(trx)
  })
  const tell = (error: unknown): void => void errors.push(error)
  readings = [1, 2].map(() =>
    startReadModel({
      resources,
      ...connectionTo(test.url),
      mediaUrl: MEDIA_URL,
      onRefreshError: tell,
      onMaintenanceError: tell,
    }),
  )
})

afterAll(() => Promise.all(readings.map((reading) => reading.close())))

/** Told to a transaction that it was in another's way, or that it gave itself up. */
const EXPECTED = new Set(['40P01', '23505', 'given up'])

class GivenUp extends Error {
  readonly code = 'given up'
}

const outcomes = new Map<string, number>()

async function writer(truncates: boolean): Promise<void> {
  for (let done = 0; done < 8; done += 1) {
    const outcome = await test.db
      .transaction()
      .execute(async (trx) => {
        await writeAtRandom(trx, truncates)
        if (Math.random() < 0.2) throw new GivenUp()
        return 'committed'
      })
      .catch((error: { code?: string }) => {
        if (!EXPECTED.has(error.code ?? '')) throw error
        return `${error.code}`
      })
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
}

/** Tidies and prunes until it is told that the writers are done, what was noted seconds ago as well. */
async function disturb(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const list = LISTS[upTo(2)] ?? 'artworks'
    const outcome = await compact(test.db, list)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (Math.random() < 0.2) {
      await sql`UPDATE change_log SET recorded_at = recorded_at - interval '1 hour'
        WHERE recorded_at < now() - interval '1 second' AND random() < 0.5`.execute(test.db)
      await pruneChangeLog(test.db)
    }
    await sleep(upTo(20))
  }
}

async function readOn(reading: ReadModel, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const key = Object.keys(SORT_COLUMNS.artworks)[upTo(7)] as 'price'
    const ordering = { key, descending: Math.random() < 0.5 }
    await reading.page('artworks', { ordering, limit: 1 + upTo(10), offset: upTo(3_000) })
    await sleep(upTo(20))
  }
}

async function comparePages(reading: ReadModel, list: ListName): Promise<void> {
  for (const key of Object.keys(SORT_COLUMNS[list])) {
    for (const descending of [false, true]) {
      const ids = await plainIds(test.db, list, key, descending)
      const offsets = [0, upTo(ids.length), upTo(ids.length), ids.length - 5, ids.length + 5]
      for (const offset of offsets.map((given) => Math.max(0, given))) {
        const limit = 1 + upTo(10)
        const ordering = { key: key as never, descending }
        const page = await reading.page(list, { ordering, limit, offset })
        const place = `${list} by ${key}, ${descending ? 'descending' : 'ascending'}, at ${offset}`
        expect(page.count, place).toBe(ids.length)
        expect(idsOn(page), place).toEqual(ids.slice(offset, offset + limit))
      }
    }
  }
}

describe('anchors under random writes', () => {
  // What has been truncated is gone from older snapshots as well (PostgreSQL, "TRUNCATE"), so nobody
  // reads at that time.
  it.each([
    { time: 'first', truncates: false },
    { time: 'second', truncates: false },
    { time: 'third, with TRUNCATE', truncates: true },
    { time: 'fourth', truncates: false },
  ])('agree with the rows, $time', { timeout: 120_000 }, async ({ truncates }) => {
    let isOver = false
    const over = (): boolean => isOver
    const writers = Promise.all([writer(truncates), writer(truncates), writer(truncates)]).finally(
      () => {
        isOver = true
      },
    )
    const readers = truncates ? [] : readings.map((reading) => readOn(reading, over))
    await Promise.all([writers, disturb(over), ...readers])
    const before = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(before).toSatisfy(isConsistent)
    for (const list of LISTS) expect(await compactAll(test.db, list)).toBe(true)
    const report = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(report).toSatisfy(isConsistent)
    expect(Math.max(...report.sortOrders.map(({ longest }) => longest))).toBeLessThanOrEqual(256)
    for (const reading of readings) {
      for (const list of LISTS) await comparePages(reading, list)
    }
    expect(errors).toEqual([])
  })

  it('had something to agree on', () => {
    for (const outcome of ['committed', 'given up', 'busy', 'done', 'more']) {
      expect(outcomes.get(outcome), outcome).toBeGreaterThan(0)
    }
  })
})
