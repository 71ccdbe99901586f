import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  compactAll,
  indexMaintenance,
} from '../../../src/read-model/offset-index/maintenance-task.ts'
import { pruneChangeLog } from '../../../src/changes/change-log-queries.ts'
import { COUNTED_LISTS } from '../../../src/lists/list.ts'
import { rebuildSortOrders } from '../../../src/read-model/offset-index/rebuild.ts'
import { compact, sortOrdersOf } from '../../../src/read-model/offset-index/compaction.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { startWorker, type Worker } from '../../../src/work/worker.ts'
import { useDatabase } from '../../support/database.ts'
import { finish } from '../../support/finish.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { recordDatabase } from '../../support/recorded-database.ts'
import { idsOf } from '../reference-responses.ts'
import { readModelAt } from '../services.ts'
import { addArtworks } from './random-writes.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

const test = useDatabase()
const PERIOD_MS = 5

const add = (count: number): Promise<unknown> =>
  test.db.transaction().execute(addArtworks(count, true))

const views = (increment: number) =>
  sql`UPDATE artworks SET views_count = views_count + ${increment}::integer`

/** Resolves when the condition holds. The timeout of the test is the limit. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(10)
}

async function valueOf<Value>(query: string): Promise<Value> {
  const { rows } = await sql.raw<{ value: Value }>(`SELECT (${query}) AS value`).execute(test.db)
  return rows[0]?.value as Value
}

const dateOrder = async () => {
  const { sortOrders } = await checkOffsetIndex(test.db, DOCUMENTS)
  return sortOrders.find(({ name }) => name === 'artworks.order_date')
}

let maintenance: Worker | undefined
const errors: unknown[] = []
const onError = (error: unknown): unknown => errors.push(error)

function startMaintenance(db = test.db, dataVersion: () => number = () => 0): Worker {
  const task = indexMaintenance({ dataVersion, onInconsistent: onError, everyMs: PERIOD_MS })
  maintenance = startWorker({ db, tasks: [task], readCount: () => 0, onError })
  return maintenance
}

/** Starts maintenance. @returns a function that resolves after so many more ticks. */
function countTicks(db = test.db, dataVersion: () => number): (more: number) => Promise<void> {
  let count = 0
  startMaintenance(db, () => {
    count += 1
    return dataVersion()
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
  for (const list of COUNTED_LISTS) {
    await rebuildSortOrders(test.db, list)
    await finish(compactAll(test.db, list))
  }
  await sql`DELETE FROM change_log`.execute(test.db)
})

afterEach(() => maintenance?.stop())

describe('compact', () => {
  it('splits long segments, and records their sort orders in the change log', async () => {
    await add(2_000)
    expect(await finish(compactAll(test.db, 'artworks'))).toBe(true)
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

  it('merges short segments, and keeps the first one', async () => {
    await add(2_000)
    await finish(compactAll(test.db, 'artworks'))
    await sql`DELETE FROM artworks WHERE id % 4 > 0`.execute(test.db)
    await finish(compactAll(test.db, 'artworks'))
    const left = await dateOrder()
    expect((left?.rows ?? 0) / (left?.segments ?? 0)).toBeGreaterThan(64)
    expect(left?.segments).toBeLessThan(10)
    await sql`DELETE FROM artworks`.execute(test.db)
    await finish(compactAll(test.db, 'artworks'))
    expect(await dateOrder()).toMatchObject({ rows: 0, segments: 1 })
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })

  it('does nothing during a write transaction, and does not wait for it', async () => {
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

  it('does not wait for a lock on the table', async () => {
    await add(600)
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE artworks`.execute(trx)
      expect(await compact(test.db, 'artworks')).toBe('busy')
    })
    expect(await finish(compactAll(test.db, 'artworks'))).toBe(true)
  })

  it('does not fail an older READ COMMITTED transaction that writes later', async () => {
    await add(1_000)
    await test.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM artworks`.execute(trx)
      await finish(compactAll(test.db, 'artworks'))
      await views(1).execute(trx)
    })
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })
})

describe('pruneChangeLog', () => {
  const age = () =>
    sql`UPDATE change_log SET recorded_at = recorded_at - interval '11 minutes'`.execute(test.db)
  const count = () => valueOf<number>('SELECT count(*) FROM change_log')

  it('removes old entries that are folded, and records the last of them', async () => {
    await views(0).execute(test.db)
    await add(3)
    for (const list of COUNTED_LISTS) await compact(test.db, list)
    const last = await valueOf<string>('SELECT xid::text FROM change_log ORDER BY xid DESC LIMIT 1')
    await pruneChangeLog(test.db)
    expect(await count()).toBeGreaterThan(0)
    await age()
    // Other tests on this server may have older transactions open.
    await until(async () => {
      for (const list of COUNTED_LISTS) await compact(test.db, list)
      // As the task of the feeds does.
      await sql`UPDATE feeds SET position = pg_current_snapshot()`.execute(test.db)
      await pruneChangeLog(test.db)
      return (await count()) === 0
    })
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe(last)
    await pruneChangeLog(test.db)
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe(last)
  })

  it('keeps entries that only the other list has folded', async () => {
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

  it('splits long segments when it starts', async () => {
    await add(1_000)
    await sql`UPDATE offset_anchors SET rows = rows + recorded.delta FROM (
      SELECT no, sum(delta) AS delta FROM change_log, unnest(segments, deltas) AS entry (no, delta)
      GROUP BY no) AS recorded WHERE recorded.no = offset_anchors.no`.execute(test.db)
    await sql`UPDATE offset_index_state SET folded_through = pg_current_snapshot()`.execute(test.db)
    startMaintenance()
    await until(async () => (await segments()) > 5)
  })

  it('sends no statement without changes, and splits segments after one', async () => {
    const { db, statements } = recordDatabase(test.url, () => true)
    let dataVersion = 0
    const ticks = countTicks(db, () => dataVersion)
    // It has work to do when it starts.
    let sent = -1
    await until(async () => {
      sent = statements.length
      await ticks(5)
      return sent > 0 && statements.length === sent
    })
    await add(1_000)
    await ticks(20)
    expect(statements.length).toBe(sent)
    dataVersion += 1
    await until(async () => (await segments()) > 5)
    await maintenance?.stop()
    await db.destroy()
  })

  it('folds old change-log entries', async () => {
    const folded = () =>
      valueOf<string>(`SELECT string_agg(folded_through::text, ' ') FROM offset_index_state`)
    let dataVersion = 0
    const ticks = countTicks(test.db, () => (dataVersion += 1))
    await ticks(5)
    const before = await folded()
    await add(1)
    await ticks(5)
    expect(await folded()).toBe(before)
    await sql`UPDATE change_log SET recorded_at = recorded_at - interval '61 seconds'`.execute(
      test.db,
    )
    await until(async () => (await folded()) !== before)
  })

  it('reports a repeated error once, and tries again', async () => {
    await add(1_000)
    const readOnly = `${test.url}&options=-c%20default_transaction_read_only%3Don`
    const { db, statements } = recordDatabase(readOnly, () => true)
    startMaintenance(db)
    await until(() => errors.length > 0)
    const sent = statements.length
    await until(() => statements.length > 2 * sent)
    expect(errors).toMatchObject([{ code: '25006' }])
    await maintenance?.stop()
    await db.destroy()
  })

  it('stops after its transaction', async () => {
    await add(1_000)
    const { db, statements } = recordDatabase(test.url, () => true)
    const { stop } = startMaintenance(db)
    await until(() =>
      statements.some((text) => /set transaction|start transaction|begin/i.test(text)),
    )
    await stop()
    const sent = statements.length
    await db.destroy()
    await sleep(20 * PERIOD_MS)
    expect(statements.length).toBe(sent)
    expect(errors).toEqual([])
  })

  it('stops without waiting for write transactions', async () => {
    await sql`UPDATE change_log_pruned SET through = '900000000000'`.execute(test.db)
    await test.db.transaction().execute(async (trx) => {
      await sql`UPDATE events SET title = title`.execute(trx)
      const { stop } = startMaintenance()
      await sleep(200)
      await stop()
    })
    expect(errors).toEqual([])
    await sql`UPDATE change_log_pruned SET through = '0'`.execute(test.db)
  })

  it('rebuilds an offset index after a page has found it inconsistent', async () => {
    await add(600)
    const readModel = readModelAt(test.url, (error) => errors.push(error))
    await test.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx)
      await sql`DELETE FROM artworks WHERE id NOT IN (SELECT id FROM artworks WHERE is_active
        ORDER BY order_date DESC, id DESC LIMIT 5)`.execute(trx)
    })
    const ordering = { key: 'order_date', descending: false } as const
    const page = () => readModel.page('artworks', { ordering, limit: 10, offset: 0 })
    for (let time = 0; time < 2; time += 1) {
      await expect(page()).rejects.toMatchObject({ code: 'service_unavailable' })
    }
    await until(async () => {
      const found = await page().catch(() => undefined)
      return found?.count === 5 && idsOf(found).length === 5
    })
    expect(errors).toMatchObject([{ name: 'InconsistentOffsetIndex' }])
    await readModel.close()
  })
})

it('rebuilds the offset index of a list at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const task = indexMaintenance({ dataVersion: () => 0, onInconsistent: onError })
  for (const [passedMs, reports] of [
    [0, 1],
    [59_000, 1],
    [2_000, 2],
  ] as const) {
    vi.advanceTimersByTime(passedMs)
    task.rebuild('events')
    await finish(task.run(test.db, new AbortController().signal))
    expect(errors).toHaveLength(reports)
  }
})

describe('a dump that is restored on another server', () => {
  /** Transaction ids that this server has not reached, as on a younger server after a restore. */
  const far = (number: number): string => `${900_000_000_000 + number}`

  beforeEach(async () => {
    await add(1_000)
    await finish(compactAll(test.db, 'artworks'))
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
    const foldedThrough = `${far(3)}:${far(10)}:${far(3)}`
    await sql`UPDATE offset_index_state SET folded_through = ${foldedThrough}::pg_snapshot`.execute(
      test.db,
    )
    await sql`UPDATE change_log_pruned SET through = ${far(0)}::xid8`.execute(test.db)
  })

  const isRebuilt = async () => isConsistent(await checkOffsetIndex(test.db, DOCUMENTS))

  it('is recognised, and has the right row counts', async () => {
    const report = await checkOffsetIndex(test.db, DOCUMENTS)
    expect(report.isRestored).toBe(true)
    expect(report.sortOrders.flatMap((order) => order.errors)).toEqual([])
  })

  it('is rebuilt when maintenance starts', async () => {
    startMaintenance()
    await until(isRebuilt)
    const last = await valueOf<string>('SELECT xid::text FROM change_log ORDER BY xid DESC LIMIT 1')
    expect(Number(last)).toBeLessThan(Number(far(0)))
    expect(await valueOf('SELECT through::text FROM change_log_pruned')).toBe('0')
    await add(30)
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
    await finish(compactAll(test.db, 'artworks'))
    expect(await checkOffsetIndex(test.db, DOCUMENTS)).toSatisfy(isConsistent)
  })

  it('is rebuilt after writes before maintenance starts', async () => {
    await add(30)
    expect(
      (await checkOffsetIndex(test.db, DOCUMENTS)).sortOrders.some(
        (order) => order.errors.length > 0,
      ),
    ).toBe(true)
    startMaintenance()
    await until(isRebuilt)
  })

  it('is rebuilt by one process while others read', async () => {
    const readModel = readModelAt(test.url, (error) => errors.push(error))
    startMaintenance()
    await until(isRebuilt)
    const ordering = { key: 'order_date', descending: false } as const
    const { count } = await readModel.page('artworks', { ordering, limit: 3, offset: 100 })
    expect(count).toBe(await valueOf('SELECT count(*) FROM artworks WHERE is_active'))
    await readModel.close()
    expect(errors).toEqual([])
  })
})
