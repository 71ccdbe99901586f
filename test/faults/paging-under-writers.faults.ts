import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { operations, resolve } from '../contract/document.ts'
import { amount, shareOf } from '../support/amount.ts'
import { PUBLIC_URL } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { sendUnvalidated } from '../support/send.ts'
import { addArtworks, addEvents } from '../read-model/offset-index/random-writes.ts'
import { startOtherProcess, type OtherProcess } from '../processes/other-process.ts'
import { LIST_NAMES, LISTS, sortedIds } from '../read-model/reference-responses.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { useServices } from '../read-model/services.ts'

// Concurrent writers and readers in several processes: every page is consistent, every writer reads its own writes
// in each process; afterwards every order lists every record once.

/** The duration of the writes. */
const SECONDS = amount({ commit: 2, nightly: 6 })
const WRITERS = 4
const READERS_OF_EACH = 2
const LONG_TIMEOUT = { timeout: 120_000 + SECONDS * 1_000 }

const test = useServices(2)
let writing: Kysely<Database>
let other: OtherProcess

type Get = (path: string) => Promise<{ readonly status: number; readonly text: string }>
/** By process. */
const processes: Get[] = []

beforeAll(async () => {
  await makeExchangeRate(test.db, 'USD', '1.25')
  expect(await makeArtwork(test.db)).toMatchObject({ id: 1 })
  expect(await makeEvent(test.db)).toMatchObject({ id: 1 })
  await addArtworks(1_500, true)(test.db)
  await addEvents(700, true)(test.db)
  other = await startOtherProcess(test.url)
  processes.push(
    ...test.apps.map((app) => (path: string) => sendUnvalidated(app, { path })),
    other.get,
  )
  writing = connect({ ...connectionTo(test.url), poolSize: WRITERS })
})

afterAll(async () => {
  await writing?.destroy()
  await other?.stop()
})

type Record_ = Readonly<Record<string, unknown>> & { readonly id: number; readonly title: string }

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Record_[]
}

const orderingsOf = (list: (typeof LIST_NAMES)[number]): readonly string[] => {
  const operation = operations.find(
    ({ method, template }) => method === 'GET' && template === LISTS[list].path,
  )
  const parameter = operation?.parameters.find(({ name }) => name === 'ordering')
  const all = resolve(parameter?.schema ?? {}).enum as string[]
  // Without a search, it is the default order.
  return all.filter((ordering) => ordering !== '-relevance')
}

const ORDERINGS = LIST_NAMES.flatMap((list) =>
  orderingsOf(list).map((ordering) => ({ list, ordering })),
).map((each, at) => ({ ...each, at }))

/** Sort keys that are fields of the records. */
const VISIBLE_KEY = /order_date|created_at|price|_time/

/** By the key, then by the id, both in one direction; null is last in both. */
function isSorted(results: readonly Record_[], ordering: string): boolean {
  const key = ordering.replace('-', '')
  const sign = ordering.startsWith('-') ? -1 : 1
  return results.every((record, at) => {
    const last = results[at - 1]
    if (last === undefined) return true
    const [one, two] = [last[key] as string | number | null, record[key] as string | number | null]
    if (one === two) return sign * (record.id - last.id) > 0
    return two === null || (one !== null && sign * (one < two ? 1 : -1) > 0)
  })
}

function expectConsistentPage(text: string, path: string): Page {
  const page = JSON.parse(text) as Page
  const query = new URLSearchParams(path.split('?')[1])
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
  const { count, results } = page
  const ordering = query.get('ordering') ?? ''
  expect(results.length, path).toBe(Math.max(0, Math.min(limit, count - offset)))
  expect(new Set(results.map(({ id }) => id)).size, path).toBe(results.length)
  if (VISIBLE_KEY.test(ordering)) expect(isSorted(results, ordering), path).toBe(true)
  const offsetOf = (link: string | null) =>
    link === null ? null : Number(new URL(link).searchParams.get('offset'))
  expect(offsetOf(page.next), path).toBe(offset + limit < count ? offset + limit : null)
  expect(offsetOf(page.previous), path).toBe(offset > 0 ? Math.max(0, offset - limit) : null)
  return page
}

const any = (count: number): number => Math.floor(Math.random() * count)

/** Reads random pages in random orders until `isOver`. */
async function readPages(get: Get, isOver: (pages: number) => boolean): Promise<number> {
  let pages = 0
  let count = 100
  while (!isOver(pages)) {
    const { list, ordering } = ORDERINGS[any(ORDERINGS.length)]!
    const offset = any(4) === 0 ? 0 : any(count + 40)
    const path = `${LISTS[list].path}?ordering=${ordering}&limit=${1 + any(100)}&offset=${offset}`
    const { status, text } = await get(path)
    expect(status, `${path}: ${status === 200 ? '' : text}`).toBe(200)
    count = expectConsistentPage(text, path).count
    pages += 1
  }
  return pages
}

/** Writes, and reads each write in every process. */
async function writeRecords(name: string, isOver: (seen: number) => boolean): Promise<number> {
  const { write } = randomWriter(writing, name)
  let seen = 0
  while (!isOver(seen)) {
    const written = await write()
    if (written === undefined) continue
    const { list, id, title } = written
    const responses = await Promise.all(processes.map((get) => get(`${LISTS[list].path}${id}/`)))
    for (const { status, text } of responses) {
      expect(status, `${list} ${id}`).toBe(title === undefined ? 404 : 200)
      if (title !== undefined) expect(JSON.parse(text)).toMatchObject({ id, title })
    }
    seen += 1
    await sleep(any(20))
  }
  return seen
}

/** All pages, by following `next`. */
async function walk(get: Get, first: string): Promise<{ ids: number[]; counts: Set<number> }> {
  const ids: number[] = []
  const counts = new Set<number>()
  for (let path: string | undefined = first; path !== undefined;) {
    const { text } = await get(path)
    const page = expectConsistentPage(text, path)
    ids.push(...page.results.map(({ id }) => id))
    counts.add(page.count)
    path = page.next?.replace(`${PUBLIC_URL}/api/v1`, '')
  }
  return { ids, counts }
}

describe('pages', LONG_TIMEOUT, () => {
  it('match the state that they count', async () => {
    const before = await sortedIds(test.db, 'events')
    const added = amount({ commit: 60, nightly: 150 })
    const writer = { isDone: false }
    // Each new event is first, so that every page shifts by one.
    const write = async (): Promise<void> => {
      for (let number = 0; number < added; number += 1) {
        await sql`INSERT INTO events (author_id, venue_id, category_id, featured_image_id, slug, title,
            publish_status, start_time, end_time)
          SELECT author_id, venue_id, category_id, featured_image_id, ${`counted-${number}`},
            ${`Number ${number}`}, 'published', timestamptz '2020-01-01T00:00:00Z'
              - ${number}::integer * interval '1 minute', '2020-01-01T00:00:00Z'
          FROM events WHERE id = 1`.execute(writing)
      }
      writer.isDone = true
    }
    const read = async (get: Get): Promise<void> => {
      for (let offset = 0; !writer.isDone; offset = any(added)) {
        const { text } = await get(`/events/?ordering=start_time&limit=1&offset=${offset}`)
        const { count, results } = JSON.parse(text) as Page
        const number = count - before.length - 1 - offset
        if (number >= 0) expect(results).toMatchObject([{ title: `Number ${number}` }])
      }
    }
    await Promise.all([write(), ...[...processes, ...processes].map(read)])
  })

  it('D12 are consistent during writes, and every writer reads its own writes at once', async () => {
    const end = performance.now() + SECONDS * 1_000
    let hasFailed = false
    // Also on a slow machine, each reads some pages.
    const isOver = (done: number) => hasFailed || (performance.now() > end && done > 3)
    const all = [
      ...Array.from({ length: WRITERS }, (_, at) => writeRecords(`Writer ${at}`, isOver)),
      ...processes.flatMap((get) =>
        Array.from({ length: READERS_OF_EACH }, () => readPages(get, isOver)),
      ),
    ].map((each) =>
      each.catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    )
    const done = await Promise.all(all)
    const [writes, pages] = [done.slice(0, WRITERS), done.slice(WRITERS)]
    console.log(`${writes.join(' + ')} writes seen, ${pages.join(' + ')} pages read`)
  })

  it.each(ORDERINGS)(
    'of $list by $ordering list every record once',
    async ({ list, ordering, at }) => {
      const wanted = await sortedIds(test.db, list, ordering)
      const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(list)}
      WHERE ${sql.raw(LISTS[list].isPublic)}`.execute(test.db)
      for (const get of shareOf(processes, at % processes.length, { of: processes.length })) {
        const { ids, counts } = await walk(
          get,
          `${LISTS[list].path}?ordering=${ordering}&limit=100&offset=0`,
        )
        expect(ids).toEqual(wanted)
        expect([...counts]).toEqual([rows[0]?.count])
      }
    },
  )
})
