import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  readArguments,
  runCheck,
  runRebuild,
  type Task,
} from '../../scripts/offset-index/commands.ts'
import { SORT_ORDERS } from '../../src/read-model/sort-orders.ts'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { makeEventCatalogue } from '../lists/catalogue.ts'
import { addArtworks } from '../read-model/offset-index/random-writes.ts'
import { serviceAt } from '../read-model/services.ts'
import { URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'

const test = useDatabase()

beforeAll(async () => {
  await makeArtwork(test.db)
  await makeEventCatalogue(test.db)
  await test.db.transaction().execute(addArtworks(2_000))
})

const taskThatPrintsTo = (lines: string[]): Task => ({
  db: test.db,
  print: (line) => lines.push(line),
})

async function check(): Promise<{ readonly isRight: boolean; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const isRight = await runCheck(taskThatPrintsTo(lines))
  return { isRight, lines }
}

async function rebuild(line = ''): Promise<readonly string[]> {
  const lines: string[] = []
  const command = readArguments(['rebuild', ...line.split(' ').filter(Boolean)])
  if (command.name === 'rebuild') {
    await runRebuild(taskThatPrintsTo(lines), command.sortOrders)
  }
  return lines
}

/** A write while triggers are disabled. */
const unnoticed = (statement: string) =>
  test.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql.raw(statement).execute(trx)
  })

const anchorsOf = async (sortOrder: string) => {
  const { rows } = await sql<{ no: number; rows: number }>`
    SELECT no, rows FROM offset_anchors WHERE sort_order = ${sortOrder} ORDER BY no`.execute(
    test.db,
  )
  return rows
}

describe('offset-index check', () => {
  afterEach(() => rebuild())

  it('prints a line for each sort order, pending deltas included, when all is right', async () => {
    const { isRight, lines } = await check()
    expect(isRight).toBe(true)
    expect(lines).toHaveLength(SORT_ORDERS.length + 4)
    for (const [at, { name }] of SORT_ORDERS.entries()) {
      expect(lines[at]).toMatch(
        new RegExp(`^${name} +\\d+ rows, \\d+ segments, longest \\d+, 0 wrong$`),
      )
    }
    expect(lines.slice(-4)).toEqual([
      'documents of artworks    0 wrong',
      'documents of events      0 wrong',
      'prices of artworks       0 wrong',
      'artworks of galleries    0 wrong',
    ])
  })

  it.each([
    {
      what: 'a count',
      wrong: `UPDATE offset_anchors SET rows = rows + 1 WHERE sort_order = 'artworks.title' AND first_text = ''`,
      line: /^ {2}artworks\.title: the segment from \(, 0\) should have \d+ rows, and has \d+$/,
    },
    {
      what: 'a delta',
      wrong: `UPDATE change_log SET deltas[1] = deltas[1] - 1
        WHERE xid = (SELECT xid FROM change_log WHERE deltas[1] <> 0 ORDER BY xid DESC LIMIT 1)`,
      line: /should have \d+ rows, and has \d+$/,
    },
    {
      what: 'the first anchor',
      wrong: `UPDATE offset_anchors SET first_id = 1
        WHERE sort_order = 'artworks.price_null' AND first_id = 0`,
      line: /^ {2}artworks\.price_null: the segment from \(1\) is the first, and does not precede all rows$/,
    },
    {
      what: 'a key of another kind',
      wrong: `INSERT INTO offset_anchors (sort_order, first_text, first_id, rows)
        VALUES ('events.end_time', 'a', 1, 0)`,
      line: /^ {2}events\.end_time: the segment from \(null, 1\) does not begin after its predecessor$/,
    },
    {
      what: 'missing anchors',
      wrong: `DELETE FROM offset_anchors WHERE sort_order = 'events.start_time'`,
      line: /^ {2}events\.start_time: it has 61 rows, and its segments contain 0$/,
    },
    {
      what: 'a row that was not counted',
      wrong: `UPDATE events SET publish_status = 'archived'
        WHERE id = (SELECT max(id) FROM events WHERE publish_status = 'published')`,
      line: /^ {2}events\.start_time: the segment .* should have \d+ rows, and has \d+$/,
    },
    {
      what: 'a stored document',
      wrong: `UPDATE artworks SET medium = 'Oil, unnoticed' WHERE id = 1`,
      line: /^documents of artworks +1 wrong: 1$/,
    },
    {
      what: 'a converted price',
      wrong: `UPDATE artwork_prices SET price_usd = 1 WHERE artwork_id = 1`,
      line: /^prices of artworks +1 wrong: 1$/,
    },
    {
      what: 'a missing price',
      wrong: `DELETE FROM artwork_prices WHERE artwork_id = 1`,
      line: /^prices of artworks +1 wrong: 1$/,
    },
    {
      what: 'a price of no artwork',
      wrong: `INSERT INTO artwork_prices VALUES (1000000, true, NULL, NULL, NULL)`,
      line: /^prices of artworks +1 wrong: 1000000$/,
    },
    {
      what: 'a number of artworks',
      wrong: `UPDATE artwork_counts SET available = available + 1 WHERE gallery_id = (SELECT min(gallery_id) FROM artwork_counts)`,
      line: /^artworks of galleries +1 wrong: \d+$/,
    },
    {
      what: 'an uncounted artwork',
      wrong: `UPDATE artworks SET available_for_sale = 'sold' WHERE id = (SELECT max(id) FROM artworks WHERE is_public)`,
      line: /^artworks of galleries +1 wrong: \d+$/,
    },
    {
      what: 'what stored documents name of another row',
      wrong: `UPDATE venues SET name = name || ', unnoticed'`,
      line: /^documents of events +[1-9]\d* wrong: \d+/,
    },
  ])('finds $what that is wrong, and rebuild repairs it', async ({ wrong, line }) => {
    await makeArtwork(test.db)
    await finishBackgroundWork(test.url, new AbortController().signal, URLS)
    await unnoticed(wrong)
    const { isRight, lines } = await check()
    expect(isRight).toBe(false)
    expect(lines).toContainEqual(expect.stringMatching(line))
    await rebuild()
    expect((await check()).isRight).toBe(true)
  })

  it('names ten segments of a sort order, and counts the others', async () => {
    await sql`UPDATE offset_anchors SET rows = 0 WHERE sort_order = 'artworks.title'`.execute(
      test.db,
    )
    await sql`INSERT INTO offset_anchors (sort_order, first_text, first_id, rows)
      SELECT 'artworks.title', 'zz', n, 7 FROM generate_series(1, 12) AS n`.execute(test.db)
    const { lines } = await check()
    expect(lines.filter((line) => line.startsWith('  artworks.title: the'))).toHaveLength(10)
    expect(lines.some((line) => /^ {2}artworks\.title: \d+ more$/.test(line))).toBe(true)
  })
})

describe('offset-index rebuild', () => {
  it('rebuilds the named sort orders, and no other', async () => {
    const others = await anchorsOf('artworks.price')
    const before = await anchorsOf('artworks.title')
    const lines = await rebuild('artworks.title events.end_time')
    expect(lines).toEqual([
      expect.stringMatching(/^artworks\.title was rebuilt in \d+\.\d\d s\.$/),
      expect.stringMatching(/^events\.end_time was rebuilt in \d+\.\d\d s\.$/),
      'artworks: 0 wrong documents were removed.',
      'events: 0 wrong documents were removed.',
    ])
    const after = await anchorsOf('artworks.title')
    expect(after.map(({ no }) => no)).not.toEqual(before.map(({ no }) => no))
    expect((await anchorsOf('artworks.price')).map(({ no }) => no)).toEqual(
      others.map(({ no }) => no),
    )
    expect((await check()).isRight).toBe(true)
  })

  it('makes a running service show changes that no trigger has recorded', async () => {
    const { app, close } = await serviceAt(test.url)
    const listed = async () => (await app.inject('/api/v1/marketplace-artworks/?limit=100')).body
    expect(await listed()).not.toContain('Unnoticed')
    await unnoticed(`UPDATE artworks SET medium = 'Unnoticed oil'`)
    await unnoticed(`UPDATE galleries SET city = 'Unnoticed city'`)
    await rebuild()
    expect(await listed()).toContain('Unnoticed oil')
    expect(await listed()).toContain('Unnoticed city')
    await close()
  })

  it('waits for an active writer', async () => {
    let isMade = false
    let made: Promise<unknown> = Promise.resolve()
    await test.db.transaction().execute(async (trx) => {
      await sql`UPDATE events SET title = title || '!'`.execute(trx)
      made = rebuild('events.end_time').then(() => (isMade = true))
      await sql`SELECT pg_sleep(0.3)`.execute(trx)
      expect(isMade).toBe(false)
    })
    await made
    expect((await check()).isRight).toBe(true)
  })
})

describe('the command line', () => {
  it.each([
    { line: '', message: 'A command is needed.' },
    { line: 'repair', message: '"repair" is no command.' },
    { line: 'check artworks.title', message: 'check takes no argument.' },
    { line: 'rebuild artworks.tittle', message: '"artworks.tittle" is no sort order.' },
    { line: 'check --all', message: `Unknown option '--all'` },
  ])('rejects "$line"', ({ line, message }) => {
    expect(() => readArguments(line.split(' ').filter(Boolean))).toThrow(message)
  })
})
