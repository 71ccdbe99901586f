import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compactAll } from '../../../src/read-model/offset-index/maintenance-task.ts'
import { pruneChangeLog } from '../../../src/changes/change-log-queries.ts'
import { SORT_ORDERS } from '../../../src/read-model/sort-orders.ts'
import { COUNTED_LISTS, type ListName, type SortKeys } from '../../../src/lists/list.ts'
import type { ReadModel } from '../../../src/read-model/read-model.ts'
import { compact } from '../../../src/read-model/offset-index/compaction.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { finish } from '../../support/finish.ts'
import { useDatabase } from '../../support/database.ts'
import { makeExchangeRate } from '../../support/make-exchange-rate.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { idsOf, sortedIds } from '../reference-responses.ts'
import { readModelAt } from '../services.ts'
import { addArtworks, addEvents, upTo, writeAtRandom } from './random-writes.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

// Under random concurrent writes, compaction and pruning, every segment has as many rows as its count, and every
// page has the rows of a plain query. The read models run all the time, so they depend on the change log alone.

const test = useDatabase()
const errors: unknown[] = []
let readModels: ReadModel[] = []

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.db)
  // The writers often deadlock.
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
  readModels = [1, 2].map(() => readModelAt(test.url, (error) => errors.push(error)))
})

afterAll(() => Promise.all(readModels.map((readModel) => readModel.close())))

/** Codes of expected errors: a deadlock, a duplicate, and a deliberate rollback. */
const EXPECTED = new Set(['40P01', '23505', 'rolled back'])

class RolledBack extends Error {
  readonly code = 'rolled back'
}

const outcomes = new Map<string, number>()

const KEYS: { readonly [List in ListName]: readonly SortKeys[List][] } = {
  artworks: keysOf('artworks'),
  events: keysOf('events'),
}

function keysOf<List extends ListName>(list: List): SortKeys[List][] {
  const orders = SORT_ORDERS.filter((order) => order.list === list && order.rows !== 'without key')
  return orders.map(({ name }) => name.replace(`${list}.`, '') as SortKeys[List])
}

async function writer(truncates: boolean): Promise<void> {
  for (let done = 0; done < 8; done += 1) {
    const outcome = await test.db
      .transaction()
      .execute(async (trx) => {
        await writeAtRandom(trx, truncates)
        if (Math.random() < 0.2) throw new RolledBack()
        return 'committed'
      })
      .catch((error: { code?: string }) => {
        if (!EXPECTED.has(error.code ?? '')) throw error
        return `${error.code}`
      })
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
}

/** Compacts and prunes until the writers are done. Some entries are made old enough to be pruned. */
async function maintain(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const list = COUNTED_LISTS[upTo(2)] ?? 'artworks'
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

async function keepReading(readModel: ReadModel, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const key = KEYS.artworks[upTo(KEYS.artworks.length)] as 'price'
    const ordering = { key, descending: Math.random() < 0.5 }
    await readModel.page('artworks', { ordering, limit: 1 + upTo(10), offset: upTo(3_000) })
    await sleep(upTo(20))
  }
}

async function comparePages(readModel: ReadModel, list: ListName): Promise<void> {
  for (const key of KEYS[list]) {
    for (const descending of [false, true]) {
      const ids = await sortedIds(test.db, list, `${descending ? '-' : ''}${key}`)
      const offsets = [0, upTo(ids.length), upTo(ids.length), ids.length - 5, ids.length + 5]
      for (const offset of offsets.map((given) => Math.max(0, given))) {
        const limit = 1 + upTo(10)
        const ordering = { key: key as never, descending }
        const page = await readModel.page(list, { ordering, limit, offset })
        const place = `${list} by ${key}, ${descending ? 'descending' : 'ascending'}, at ${offset}`
        expect(page.count, place).toBe(ids.length)
        expect(idsOf(page), place).toEqual(ids.slice(offset, offset + limit))
      }
    }
  }
}

describe('the offset index under random writes', () => {
  // TRUNCATE removes rows from older snapshots too (PostgreSQL, "TRUNCATE"), so nothing reads then.
  it.each([
    { time: 'first', truncates: false },
    { time: 'second', truncates: false },
    { time: 'third, with TRUNCATE', truncates: true },
    { time: 'fourth', truncates: false },
  ])('agrees with the rows, $time', async ({ truncates }) => {
    let isOver = false
    const over = (): boolean => isOver
    const writers = Promise.all([writer(truncates), writer(truncates), writer(truncates)]).finally(
      () => {
        isOver = true
      },
    )
    const readers = truncates ? [] : readModels.map((readModel) => keepReading(readModel, over))
    await Promise.all([writers, maintain(over), ...readers])
    const before = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(before).toSatisfy(isConsistent)
    for (const list of COUNTED_LISTS) expect(await finish(compactAll(test.db, list))).toBe(true)
    const report = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(report).toSatisfy(isConsistent)
    expect(Math.max(...report.sortOrders.map(({ longest }) => longest))).toBeLessThanOrEqual(256)
    for (const readModel of readModels) {
      for (const list of COUNTED_LISTS) await comparePages(readModel, list)
    }
    expect(errors).toEqual([])
  })

  it('saw every outcome', () => {
    for (const outcome of ['committed', 'rolled back', 'busy', 'done', 'more']) {
      expect(outcomes.get(outcome), outcome).toBeGreaterThan(0)
    }
  })
})
