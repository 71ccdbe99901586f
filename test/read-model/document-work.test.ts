import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import type { Database } from '../../src/database/tables.ts'
import type { ListName } from '../../src/read-model/sort-orders.ts'
import { refreshAll, type RefreshTask } from '../../src/read-model/documents/background-refresh.ts'
import { lockMissing, storeDocuments } from '../../src/read-model/documents/document-queries.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { useDatabase } from '../support/database.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeShownRows } from './shown-rows.ts'

// A stored document is what its record is, whoever writes at the same moment (schema/6-documents.sql).

const test = useDatabase()

const run = (statement: string, db = test.db) => sql.raw(statement).execute(db)
beforeAll(() => makeShownRows(test.db))
beforeEach(async () => {
  // So that there is always something to add, and something to take away.
  await run(`INSERT INTO tags (name) VALUES (gen_random_uuid()::text)`)
  await run(`WITH added AS (
      INSERT INTO artists (name, slug) VALUES ('Another', gen_random_uuid()::text) RETURNING id
    )
    INSERT INTO artwork_artists SELECT artworks.id, (SELECT count(*) + 1000 FROM artists), added.id
    FROM artworks, added`)
  await run('TRUNCATE artwork_documents, event_documents')
})

const store = () => finishBackgroundWork(test.url, new AbortController().signal)

async function storedIds(list: ListName): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(DOCUMENTS[list].table)} ORDER BY id`.execute(test.db)
  return rows.map(({ id }) => id)
}

/** Changes of everything that the document of the one artwork or event is made of. */
const CHANGES: readonly (readonly [list: ListName, statement: string])[] = [
  ['artworks', `UPDATE artworks SET medium = 'Ink'`],
  ['artworks', `UPDATE artwork_images SET caption = 'Front'`],
  ['artworks', `UPDATE colors SET name = name || '!'`],
  ['artworks', `UPDATE artwork_image_colors SET position = position + 2000`],
  ['artworks', `UPDATE artwork_artists SET position = position + 2000`],
  [
    'artworks',
    `DELETE FROM artwork_artists WHERE position = (SELECT max(position) FROM artwork_artists)`,
  ],
  [
    'artworks',
    `INSERT INTO artwork_tags SELECT artworks.id, tags.id FROM artworks, tags
    ON CONFLICT DO NOTHING`,
  ],
  ['artworks', `DELETE FROM artwork_tags`],
  ['events', `UPDATE events SET title = title || '!'`],
  ['events', `UPDATE event_images SET caption = 'Front'`],
  ['events', `UPDATE venues SET name = name || '!'`],
  ['events', `UPDATE event_categories SET name = name || '!'`],
]

describe('documents', () => {
  it.each(CHANGES)('of %s are not stored while a transaction runs: %s', async (list, statement) => {
    await test.db.transaction().execute(async (trx) => {
      await run(statement, trx)
      await store()
      expect(await storedIds(list)).toEqual([])
    })
    await store()
    expect(await storedIds(list)).toHaveLength(1)
  })

  it.each(CHANGES)('of %s that are being stored are removed by: %s', async (list, statement) => {
    let writer: Promise<unknown> = Promise.resolve()
    const storing = async (trx: Transaction<Database>): Promise<void> => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(list)}`.execute(trx)
      const locked = await lockMissing(
        trx,
        DOCUMENTS[list],
        rows.map(({ id }) => id),
      )
      expect(await storeDocuments(trx, DOCUMENTS[list], locked)).toHaveLength(1)
      writer = run(statement)
      await expect.poll(() => countLockWaits(trx)).toBeGreaterThan(0)
    }
    await test.db.transaction().setIsolationLevel('read committed').execute(storing)
    await writer
    expect(await storedIds(list)).toEqual([])
  })

  it.each(CHANGES)('of %s are removed by what follows them: %s', async (list, statement) => {
    await store()
    expect(await storedIds(list)).toHaveLength(1)
    await run(statement)
    expect(await storedIds(list)).toEqual([])
  })
})

describe('background work', () => {
  /** Of one record, whose batch ends in these ways, one after the other. */
  const workOf = (...codes: readonly string[]) => {
    let batches = 0
    const work: RefreshTask = {
      subjects: [],
      idleRatio: 1,
      lastId: async () => 1,
      window: async (_trx, after) =>
        after === 0 ? { last: 1, stale: [1] } : { last: null, stale: [] },
      refresh: async () => {
        const code = codes[batches]
        batches += 1
        if (code !== undefined) throw Object.assign(new Error('undone'), { code })
      },
    }
    return { work, batches: () => batches }
  }

  it('does a batch again that a deadlock has undone, and none that fails otherwise', async () => {
    const undone = workOf('40P01', '40P01')
    await refreshAll(test.db, undone.work)
    expect(undone.batches()).toBe(3)
    const failing = workOf('22012', '22012')
    await expect(refreshAll(test.db, failing.work)).rejects.toThrow('undone')
    expect(failing.batches()).toBe(1)
  })

  it('after a load says that it was interrupted', async () => {
    const interruption = AbortSignal.abort(new Error('SIGINT'))
    await expect(finishBackgroundWork(test.url, interruption)).rejects.toThrow('SIGINT')
  })
})
