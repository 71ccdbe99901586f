import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startIndexMaintenance,
  compactAll,
  type IndexMaintenance,
} from '../../src/read-model/offset-index/maintenance.ts'
import { LISTS, pruneChangeLog } from '../../src/read-model/offset-index/maintenance-queries.ts'
import { startReadModel } from '../../src/read-model/read-model.ts'
import { rebuildSortOrders } from '../../src/read-model/offset-index/rebuild.ts'
import { compact, sortOrdersOf } from '../../src/read-model/offset-index/compaction.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { MEDIA_URL } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { recordDatabase } from '../support/recorded-database.ts'
import { idsOn } from './plain-pages.ts'
import { addArtworks } from './random-writes.ts'
import { DOCUMENTS, resources } from '../../src/resources.ts'

const test = useDatabase()
const PERIOD_MS = 5

const add = (count: number): Promise<unknown> =>
  test.db.transaction().execute(addArtworks(count, true))

const views = (increment: number) =>
  sql`UPDATE artworks SET views_count = views_count + ${increment}::integer`

/** Until it is so; the timeout of the test is the limit. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(10)
}

async function valueOf<Value>(query: string): Promise<Value> {
  const { rows } = await sql.raw<{ value: Value }>(`SELECT (${query}) AS value`).execute(test.db)
  return rows[0]?.value as Value
}

const dateOrder = async () => {
  const { sortOrders } = await checkOffsetIndex(test.db, DOCUMENTS)
  return sortOrders.find(({ name }) => name === 'artworks.order_date')
}

let keeper: IndexMaintenance | undefined
const errors: unknown[] = []

function keep(db = test.db, generation: () => number = () => 0): IndexMaintenance {
  keeper = startIndexMaintenance({
    db,
    generation,
    onError: (error) => errors.push(error),
    periodMs: PERIOD_MS,
  })
  return keeper
}

/** Starts a keeper. @returns what waits until it has looked so many times more whether there is news. */
function countBeats(db = test.db, generation: () => number): (more: number) => Promise<void> {
  let count = 0
  keep(db, () => {
    count += 1
    return generation()
  })
  return async (more) => {
    const enough = count + more
    await until(() => count >= enough)
  }
}

beforeAll(async () => {
  await makeArtwork(test.db)
  await makeEvent(test.db)
})

beforeEach(async () => {
  errors.length = 0
  await sql`DELETE FROM artworks`.execute(test.db)
  for (const list of LISTS) {
    await rebuildSortOrders(test.db, list)
    await compactAll(test.db, list)
  }
  await sql`DELETE FROM change_log`.execute(test.db)
})

afterEach(() => keeper?.stop())

describe('tidy', () => {
  it('divides segments that are too long, and says of which sort orders', async () => {
    await add(2_000)
    expect(await compactAll(test.db, 'artworks')).toBe(true)
    const sortOrder = await dateOrder()
    expect(sortOrder).toMatchObject({
      longest: 128,
      segments: Math.ceil((sortOrder?.rows ?? 0) / 128),
    })
    expect(sortOrder?.segments).toBeGreaterThan(10)
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
    const { rows } = await sql<{ name: string }>`SELECT DISTINCT unnest(ids) AS name FROM change_log
      WHERE subject = 'segments'`.execute(test.db)
    const names = sortOrdersOf('artworks').map(({ name }) => name)
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(names))
  })

  it('merges segments that have become short, and leaves the first', async () => {
    await add(2_000)
    await compactAll(test.db, 'artworks')
    await sql`DELETE FROM artworks WHERE id % 4 > 0`.execute(test.db)
    await compactAll(test.db, 'artworks')
    const left = await dateOrder()
    expect((left?.rows ?? 0) / (left?.segments ?? 0)).toBeGreaterThan(64)
    expect(left?.segments).toBeLessThan(10)
    await sql`DELETE FROM artworks`.execute(test.db)
    await compactAll(test.db, 'artworks')
    expect(await dateOrder()).toMatchObject({ rows: 0, segments: 1 })
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })

  it('does nothing while a writer is at work, and does not wait', async () => {
    await add(10)
    const list = `SELECT folded_through::text FROM offset_index_state WHERE list = 'artworks'`
    const before = await valueOf<string>(list)
    await test.db.transaction().execute(async (trx) => {
      await views(1).execute(trx)
      expect(await compact(test.db, 'artworks')).toBe('busy')
      expect(await compact(test.db, 'events')).toBe('done')
    })
    expect(await valueOf(list)).toBe(before)
    expect(await compact(test.db, 'artworks')).toBe('done')
    expect(await valueOf(list)).not.toBe(before)
  })

  it('does not wait for somebody who holds the table', async () => {
    await add(600)
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE artworks`.execute(trx)
      expect(await compact(test.db, 'artworks')).toBe('busy')
    })
    expect(await compactAll(test.db, 'artworks')).toBe(true)
  })

  it('leaves a READ COMMITTED writer alone whose transaction is older', async () => {
    await add(1_000)
    await test.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM artworks`.execute(trx)
      await compactAll(test.db, 'artworks')
      await views(1).execute(trx)
    })
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})

describe('prune', () => {
  const age = () =>
    sql`UPDATE change_log SET recorded_at = recorded_at - interval '11 minutes'`.execute(test.db)
  const count = () => valueOf<number>('SELECT count(*) FROM change_log')

  it('removes what is old and added up, and says up to where', async () => {
    await views(0).execute(test.db)
    await add(3)
    for (const list of LISTS) await compact(test.db, list)
    const last = await valueOf<string>('SELECT xid::text FROM change_log ORDER BY xid DESC LIMIT 1')
    await pruneChangeLog(test.db)
    expect(await count()).toBeGreaterThan(0)
    await age()
    // Whoever else works on this server may hold an older transaction open.
    await until(async () => {
      for (const list of LISTS) await compact(test.db, list)
      await pruneChangeLog(test.db)
      return (await count()) === 0
    })
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe(last)
    await pruneChangeLog(test.db)
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe(last)
  })

  it('leaves what only the other list has added up', async () => {
    await add(3)
    await compact(test.db, 'events')
    await age()
    await pruneChangeLog(test.db)
    expect(await count()).toBeGreaterThan(0)
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})

describe('index maintenance', () => {
  const segments = async () => (await dateOrder())?.segments ?? 0

  it('divides at its start what has been long before', async () => {
    await add(1_000)
    await sql`UPDATE offset_anchors SET rows = rows + noted.delta FROM (
      SELECT no, sum(delta) AS delta FROM change_log, unnest(segments, deltas) AS note (no, delta)
      GROUP BY no) AS noted WHERE noted.no = offset_anchors.no`.execute(test.db)
    await sql`UPDATE offset_index_state SET folded_through = pg_current_snapshot()`.execute(test.db)
    keep()
    await until(async () => (await segments()) > 5)
  })

  it('asks nothing as long as nothing happens, and divides once it does', async () => {
    const { db, statements } = recordDatabase(test.url, () => true)
    let generation = 0
    const beats = countBeats(db, () => generation)
    // At its start it has work to do.
    let asked = -1
    await until(async () => {
      asked = statements.length
      await beats(5)
      return asked > 0 && statements.length === asked
    })
    await add(1_000)
    await beats(20)
    expect(statements.length).toBe(asked)
    generation += 1
    await until(async () => (await segments()) > 5)
    await keeper?.stop()
    await db.destroy()
  })

  it('adds up notes that are many or old', async () => {
    const added = () =>
      valueOf<string>(`SELECT string_agg(folded_through::text, ' ') FROM offset_index_state`)
    let generation = 0
    const beats = countBeats(test.db, () => (generation += 1))
    await beats(5)
    const before = await added()
    await add(1)
    await beats(5)
    expect(await added()).toBe(before)
    await sql`UPDATE change_log SET recorded_at = recorded_at - interval '61 seconds'`.execute(
      test.db,
    )
    await until(async () => (await added()) !== before)
  })

  it('tells once what keeps it from its work, and goes on', async () => {
    await add(1_000)
    const readOnly = `${test.url}&options=-c%20default_transaction_read_only%3Don`
    const { db, statements } = recordDatabase(readOnly, () => true)
    keep(db)
    await until(() => errors.length > 0)
    const asked = statements.length
    await until(() => statements.length > 2 * asked)
    expect(errors).toMatchObject([{ code: '25006' }])
    await keeper?.stop()
    await db.destroy()
  })

  it('waits for its transaction when it is stopped', async () => {
    await add(1_000)
    const { db, statements } = recordDatabase(test.url, () => true)
    const { stop } = keep(db)
    await until(() =>
      statements.some((text) => /set transaction|start transaction|begin/i.test(text)),
    )
    await stop()
    const asked = statements.length
    await db.destroy()
    await sleep(20 * PERIOD_MS)
    expect(statements.length).toBe(asked)
    expect(errors).toEqual([])
  })

  it('does not wait for writers when it is stopped', async () => {
    await sql`UPDATE change_log_pruned SET through = '900000000000'`.execute(test.db)
    await test.db.transaction().execute(async (trx) => {
      await sql`UPDATE events SET title = title`.execute(trx)
      const { stop } = keep()
      await sleep(200)
      await stop()
    })
    expect(errors).toEqual([])
    await sql`UPDATE change_log_pruned SET through = '0'`.execute(test.db)
  })

  it('rebuilds anchors that a page has found to be wrong', async () => {
    await add(600)
    const reading = startReadModel({
      resources,
      ...connectionTo(test.url),
      mediaUrl: MEDIA_URL,
      onRefreshError: (error) => errors.push(error),
      onMaintenanceError: (error) => errors.push(error),
    })
    await test.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx)
      await sql`DELETE FROM artworks WHERE id NOT IN (SELECT id FROM artworks WHERE is_active
        ORDER BY order_date DESC, id DESC LIMIT 5)`.execute(trx)
    })
    const ordering = { key: 'order_date', descending: false } as const
    const page = () => reading.page('artworks', { ordering, limit: 10, offset: 0 })
    const isWrong = { code: 'service_unavailable' }
    await expect(page()).rejects.toMatchObject(isWrong)
    await expect(page()).rejects.toMatchObject(isWrong)
    await until(async () => {
      const found = await page().catch(() => undefined)
      return found?.count === 5 && idsOn(found).length === 5
    })
    expect(errors).toMatchObject([{ name: 'InconsistentOffsetIndex' }])
    await reading.close()
  })
})

describe('a dump that was restored on another server', () => {
  /** Numbers that this server has not reached, so that they say the same there as they did here. */
  const far = (number: number): string => `${900_000_000_000 + number}`

  beforeEach(async () => {
    await add(1_000)
    await compactAll(test.db, 'artworks')
    await sql`UPDATE change_log SET xid = ${far(1)}::xid8`.execute(test.db)
    for (const [count, number] of [
      [30, 3],
      [40, 20],
    ] as const) {
      await add(count)
      await sql`UPDATE change_log SET xid = ${far(number)}::xid8 WHERE xid < ${far(0)}::xid8`.execute(
        test.db,
      )
    }
    const addedUp = `${far(3)}:${far(10)}:${far(3)}`
    await sql`UPDATE offset_index_state SET folded_through = ${addedUp}::pg_snapshot`.execute(
      test.db,
    )
    await sql`UPDATE change_log_pruned SET through = ${far(0)}::xid8`.execute(test.db)
  })

  const isMended = async () => isConsistent(await checkOffsetIndex(test.db, DOCUMENTS))

  it('is seen, and its rows are right as they came', async () => {
    const report = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(report.isRestored).toBe(true)
    expect(report.sortOrders.flatMap((order) => order.errors)).toEqual([])
  })

  it('is mended when the keeper starts', async () => {
    keep()
    await until(isMended)
    const most = await valueOf<string>('SELECT xid::text FROM change_log ORDER BY xid DESC LIMIT 1')
    expect(Number(most)).toBeLessThan(Number(far(0)))
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe('0')
    await add(30)
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
    await compactAll(test.db, 'artworks')
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })

  it('is mended even when somebody has written before that', async () => {
    await add(30)
    expect(
      (await checkOffsetIndex(test.db, DOCUMENTS)).sortOrders.some(
        (order) => order.errors.length > 0,
      ),
    ).toBe(true)
    keep()
    await until(isMended)
  })

  it('is mended by one of several processes, while others read', async () => {
    const reading = startReadModel({
      resources,
      ...connectionTo(test.url),
      mediaUrl: MEDIA_URL,
      onRefreshError: (error) => errors.push(error),
      onMaintenanceError: (error) => errors.push(error),
    })
    keep()
    await until(isMended)
    const ordering = { key: 'order_date', descending: false } as const
    const { count } = await reading.page('artworks', { ordering, limit: 3, offset: 100 })
    expect(count).toBe(await valueOf('SELECT count(*) FROM artworks WHERE is_active'))
    await reading.close()
    expect(errors).toEqual([])
  })
})
