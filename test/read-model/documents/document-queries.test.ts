import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finishBackgroundWork } from '../../../scripts/finish-background-work.ts'
import type { Database } from '../../../src/database/tables.ts'
import type { ListName } from '../../../src/lists/list.ts'
import { refreshAll, type Refresh } from '../../../src/read-model/documents/refresh-task.ts'
import {
  lockMissing,
  selectWrongDocuments,
  storeDocuments,
} from '../../../src/read-model/documents/document-queries.ts'
import { DOCUMENTS } from '../../../src/resources.ts'
import { finish } from '../../support/finish.ts'
import { useDatabase } from '../../support/database.ts'
import { URLS } from '../../support/app.ts'
import { countLockWaits, untilLockWaitOrEnd } from '../../support/lock-waits.ts'
import { makeShownRows } from '../shown-rows.ts'

// A stored document always agrees with its record, under concurrent writes too (schema/6-documents.sql).

const test = useDatabase()

const run = (statement: string, db = test.db) => sql.raw(statement).execute(db)
beforeAll(() => makeShownRows(test.db))
beforeEach(async () => {
  // There is always a link to add, and one to remove.
  await run(`INSERT INTO tags (name) VALUES (gen_random_uuid()::text)`)
  await run(`WITH added AS (
      INSERT INTO artists (name, slug) VALUES ('Another', gen_random_uuid()::text) RETURNING id
    )
    INSERT INTO artwork_artists SELECT artworks.id, (SELECT count(*) + 1000 FROM artists), added.id
    FROM artworks, added`)
  await run('TRUNCATE artwork_documents, event_documents')
})

const store = () => finishBackgroundWork(test.url, new AbortController().signal, URLS)

async function storedIds(list: ListName): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(DOCUMENTS[list].table)} ORDER BY id`.execute(test.db)
  return rows.map(({ id }) => id)
}

/** Changes of all rows that the document of the one artwork or event is built from. */
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
  it.each(CHANGES)(
    'of %s are not stored during a transaction that runs: %s',
    async (list, statement) => {
      await test.db.transaction().execute(async (trx) => {
        await run(statement, trx)
        await store()
        expect(await storedIds(list)).toEqual([])
      })
      await store()
      expect(await storedIds(list)).toHaveLength(1)
    },
  )

  it.each(CHANGES)('of %s that are being stored are deleted by: %s', async (list, statement) => {
    let writer: Promise<unknown> = Promise.resolve()
    const storing = async (trx: Transaction<Database>): Promise<void> => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(list)}`.execute(trx)
      const format = { ...DOCUMENTS[list], urls: URLS }
      const locked = await lockMissing(
        trx,
        format,
        rows.map(({ id }) => id),
      )
      expect(await storeDocuments(trx, format, locked)).toHaveLength(1)
      writer = run(statement)
      await expect.poll(() => countLockWaits(trx)).toBeGreaterThan(0)
    }
    await test.db.transaction().setIsolationLevel('read committed').execute(storing)
    await writer
    expect(await storedIds(list)).toEqual([])
  })
})

describe.each(['venues', 'event_categories'])('a change of the name in %s', (table) => {
  it.each(['COMMIT', 'ROLLBACK'])(
    'waits for no transaction that changes an event, and no document is outdated after its %s',
    async (end) => {
      const wrong = async () =>
        (await selectWrongDocuments(test.db, DOCUMENTS.events, 0, 100)).wrong.length
      await store()
      const batch = await test.db.startTransaction().execute()
      // As a batch does it.
      await run('SELECT FROM events FOR UPDATE', batch)
      await run(`UPDATE events SET title = title || '!'`, batch)
      const change = run(`UPDATE ${table} SET name = name || '!'`)
      expect(await untilLockWaitOrEnd(test.db, change)).toBe('end')
      await change
      await store()
      expect(await storedIds('events')).toEqual([])
      await (end === 'COMMIT' ? batch.commit() : batch.rollback()).execute()
      expect(await wrong()).toBe(0)
      await store()
      expect(await storedIds('events')).toHaveLength(1)
      expect(await wrong()).toBe(0)
    },
  )
})

describe('background work', () => {
  /** A task of one record, whose batches end with these error codes in turn. */
  const taskOf = (...codes: readonly string[]) => {
    let batches = 0
    const task: Refresh = {
      name: 'test',
      subjects: [],
      pauseRatio: 1,
      lastId: async () => 1,
      window: async (_trx, after) =>
        after === 0 ? { last: 1, stale: [1] } : { last: null, stale: [] },
      refresh: async () => {
        const code = codes[batches]
        batches += 1
        if (code !== undefined) throw Object.assign(new Error('rolled back'), { code })
      },
    }
    return { task, batches: () => batches }
  }

  it('repeats a batch after a deadlock, and not after another error', async () => {
    const deadlocked = taskOf('40P01', '40P01')
    await finish(refreshAll(test.db, deadlocked.task))
    expect(deadlocked.batches()).toBe(3)
    const failing = taskOf('22012', '22012')
    await expect(finish(refreshAll(test.db, failing.task))).rejects.toThrow('rolled back')
    expect(failing.batches()).toBe(1)
  })

  it('reports an interruption', async () => {
    const interruption = AbortSignal.abort(new Error('SIGINT'))
    await expect(finishBackgroundWork(test.url, interruption, URLS)).rejects.toThrow('SIGINT')
  })
})
