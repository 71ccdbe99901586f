import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/database/tables.ts'
import { SNAPSHOT_PROBE } from '../../../src/read-model/change-log/change-log-queries.ts'
import { LocalState } from '../../../src/read-model/change-log/local-state.ts'
import { Batch } from '../../../src/read-model/batching/pipelined-connection.ts'
import { fragmentKey, type FragmentKey } from '../../../src/read-model/documents/fragment-cache.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
} from '../../../src/read-model/batching/batch-scheduler.ts'
import { MEDIA_URL, testApp } from '../../support/app.ts'
import { connectionTo, useDatabase } from '../../support/database.ts'
import { countLockWaits } from '../../support/lock-waits.ts'
import { sendUnjudged } from '../../support/send.ts'
import { plainBodies, wholePage } from '../plain-reading.ts'
import { serviceAt, type OpenService } from '../services.ts'
import { makeShownRows } from '../shown-rows.ts'
import { resources } from '../../../src/resources.ts'

const test = useDatabase()
const opened: OpenService[] = []
const crashes: unknown[] = []
const noteCrash = (error: unknown): unknown => crashes.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', noteCrash)
  await makeShownRows(test.db)
})
afterEach(() => expect(crashes).toEqual([]))
afterAll(async () => {
  for (const { close } of opened) await close()
  process.off('unhandledRejection', noteCrash)
})

async function open(url = test.url): Promise<OpenService['app']> {
  const service = await serviceAt(url)
  opened.push(service)
  return service.app
}

const PATH = wholePage('artworks')
const rename = (title: string) => sql`UPDATE artworks SET title = ${title}`.execute(test.db)

/** Ends all connections of services, as a server does that is started anew. */
async function cutServices(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)
  return rows.length
}

describe('many requests at once', () => {
  it('are served in few rounds', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const app = await open()
    await sendUnjudged(app, { path: PATH })
    sent.mockClear()
    const answers = await Promise.all(
      // Each another, so that none is told from memory.
      Array.from({ length: 160 }, (_, offset) =>
        sendUnjudged(app, { path: `/events/?limit=7&offset=${offset}` }),
      ),
    )
    const rounds = sent.mock.calls.filter(([query]) => (query as unknown) instanceof Batch).length
    sent.mockRestore()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rounds).toBeGreaterThan(0)
    expect(rounds).toBeLessThan(40)
  })
})

describe('a connection that is cut while rounds are read', () => {
  it('fails those that wait with 503; the next are served, and nothing is stale', async () => {
    const app = await open()
    await sendUnjudged(app, { path: PATH })
    const asked = await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE artwork_documents IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const waiting = Array.from({ length: 5 }, (_, offset) =>
        sendUnjudged(app, { path: `/marketplace-artworks/?limit=3&offset=${offset}` }),
      )
      await expect.poll(() => countLockWaits(trx)).toBeGreaterThan(0)
      expect(await cutServices(trx)).toBeGreaterThan(0)
      return await Promise.all(waiting.slice(0, 1))
    })
    expect(asked.map(({ status }) => status)).toEqual([503])
    expect(asked[0]?.headers['retry-after']).toMatch(/^\d+$/)
    const { page } = await plainBodies(test.db, 'artworks')
    expect((await sendUnjudged(app, { path: PATH })).text).toBe(page)
  })

  it('while it is idle is not noticed but by what was written meanwhile', async () => {
    const app = await open()
    for (let time = 0; time < 5; time += 1) {
      await sendUnjudged(app, { path: PATH })
      expect(await cutServices(test.db)).toBeGreaterThan(0)
      await rename(`Cut ${time}`)
      // Each of its connections may have to fail once.
      await expect
        .poll(async () => (await sendUnjudged(app, { path: PATH })).status, { interval: 5 })
        .toBe(200)
      expect((await sendUnjudged(app, { path: PATH })).text).toContain(`Cut ${time}`)
    }
  })

  it.each([
    ['with no parts', []] as const,
    ['with parts', [fragmentKey('gallery', 1), fragmentKey('venue', 1)]] as const,
  ])('fails a round %s at any moment, and crashes nothing', async (_, parts) => {
    const line = await startHolding(test.url)
    const memory = new LocalState()
    const rounds = roundsOf(memory, line.url)
    const outcomes = new Set<string>()
    for (let held = 0; held < 8; held += 1) {
      await join(rounds, [])
      memory.fragments.clear()
      line.holdAfter(held)
      const joined = join(rounds, parts).then(
        () => 'served',
        () => 'failed',
      )
      await Promise.race([joined, line.held()])
      line.cut()
      outcomes.add(await joined)
      // That the connection has gone need not have been noticed.
      await join(rounds, parts).catch(() => join(rounds, parts))
      for (const name of parts) expect(memory.fragments.has(name)).toBe(true)
    }
    expect(outcomes).toEqual(new Set(['served', 'failed']))
    await rounds.close()
    await line.close()
  })
})

describe('a part that has changed', () => {
  it('is read by the round after the one that tells of it, before anybody misses it', async () => {
    const memory = new LocalState()
    const rounds = roundsOf(memory)
    const name = fragmentKey('gallery', 1)
    await join(rounds, [name])
    await sql`UPDATE galleries SET name = 'Changed since' WHERE id = 1`.execute(test.db)
    await join(rounds, [])
    expect(memory.fragments.has(name)).toBe(false)
    await join(rounds, [])
    expect(memory.fragments.find(name, 0, name.length)).toContain('Changed since')
    await rounds.close()
  })
})

describe('who wants nothing but the news', () => {
  it('has them asked for when something has happened, and a glance at the moment else', async () => {
    const memory = new LocalState()
    const rounds = roundsOf(memory)
    const refreshed = async (): Promise<number> => {
      await new Promise<void>((resolve, reject) => {
        rounds.revalidate((error) => (error === undefined ? resolve() : reject(error)))
      })
      return memory.version
    }
    const first = await refreshed()
    await expect.poll(async () => [await refreshed(), await lastAsked()]).toEqual([first, 'glance'])
    await rename('News')
    expect(await refreshed()).toBeGreaterThan(first)
    expect(await lastAsked()).toBe('news')
    await rounds.close()
  })
})

/** What rounds have asked for last. */
async function lastAsked(): Promise<'glance' | 'news' | undefined> {
  const { rows } = await sql<{ query: string }>`SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_current_snapshot()::text%'
      AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1`.execute(test.db)
  const [last] = rows
  return last && (last.query === SNAPSHOT_PROBE.text ? 'glance' : 'news')
}

function roundsOf(memory: LocalState, url = test.url): BatchScheduler {
  return startBatchScheduler(
    { ...connectionTo(url), mediaUrl: MEDIA_URL, fragments: resources.fragments },
    memory,
  )
}

/** Resolves when the round that it is served in is over. */
function join(rounds: BatchScheduler, parts: readonly FragmentKey[]): Promise<void> {
  return new Promise((resolve, reject) => {
    rounds.enqueue({
      records: 0,
      orders: [],
      fragments: parts,
      statements: () => [],
      accept: () => resolve(),
      reject: reject,
    })
  })
}

/** Stands before the server and holds its answers back, when it is told to, until it cuts. */
async function startHolding(databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const sockets = new Set<Socket>()
  let left = Infinity
  let onHeld = (): void => {}
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connectSocket(`${searchParams.get('host')}/.s.PGSQL.5432`)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => {
      left -= 1
      if (left >= 0) client.write(chunk)
      else onHeld()
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = (): void => {
    left = Infinity
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${(listener.address() as AddressInfo).port}${pathname}`,
    holdAfter: (chunks: number) => {
      left = chunks
    },
    /** Until an answer is held back. */
    held: () => new Promise<void>((resolve) => (onHeld = resolve)),
    cut,
    async close() {
      listener.close()
      cut()
      await once(listener, 'close')
    },
  }
}

/** Until all transactions up to this one have ended: notes are not removed before. */
async function waitForAllUpTo(xid: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ isPast: boolean }>`
          SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8 AS "isPast"`.execute(
        test.db,
      )
      return rows[0]?.isPast
    })
    .toBe(true)
}

describe('changes that are removed before they were learnt', () => {
  it('are not missed', async () => {
    const apps = [await open(), await open()]
    for (const app of [...apps, ...apps]) await sendUnjudged(app, { path: PATH })
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await sql<{ xid: string }>`UPDATE galleries SET city = ${`Moved ${time}`}
        RETURNING pg_current_xact_id()::text AS xid`.execute(test.db)
      const xid = rows[0]?.xid
      await waitForAllUpTo(`${xid}`)
      await test.db.transaction().execute(async (trx) => {
        await sql`DELETE FROM change_log WHERE subject = 'gallery'`.execute(trx)
        await sql`UPDATE change_log_pruned SET through = ${xid}::xid8`.execute(trx)
      })
      const { page } = await plainBodies(test.db, 'artworks')
      expect(page).toContain(`Moved ${time}`)
      for (const app of apps) expect((await sendUnjudged(app, { path: PATH })).text).toBe(page)
    }
  })
})

describe('another server at the same address', () => {
  it('is read for what it has', async () => {
    const front = await startHolding(test.url)
    const app = await testApp({ db: test.db, url: front.url })
    await sendUnjudged(app, { path: PATH })
    // What an older state of the same data would look like: a change that left no note.
    front.cut()
    await sql`ALTER TABLE galleries DISABLE TRIGGER USER`.execute(test.db)
    await sql`UPDATE galleries SET city = 'Elsewhere'`.execute(test.db)
    await sql`ALTER TABLE galleries ENABLE TRIGGER USER`.execute(test.db)
    const { page } = await plainBodies(test.db, 'artworks')
    let answer = await sendUnjudged(app, { path: PATH })
    if (answer.status === 503) answer = await sendUnjudged(app, { path: PATH })
    expect(answer.text).toBe(page)
    await app.close()
    await front.close()
  })
})
