import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabaseServer, type DatabaseServer } from './system/database-server.ts'
import { connect } from '../../src/database/pool.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/tables.ts'
import { testApp } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnvalidated } from '../support/send.ts'

// Single kills; `npm run test:faults` kills a hundred times under load.

const RECOVERED = { timeout: 5_000, interval: 20 }

let folder: string
let server: DatabaseServer
let db: Kysely<Database>
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-kills-'))
  server = await makeDatabaseServer(folder)
  await server.start()
  await migrateAt(server.url)
  db = connect({ ...connectionTo(server.url), poolSize: 4 })
  await makeEvent(db)
  app = await testApp({ db, url: server.url })
})

afterAll(async () => {
  await app.close()
  await db.destroy()
  await server.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

const status = async (): Promise<number> =>
  (await sendUnvalidated(app, { path: '/events/?limit=1' })).status

describe('a list', () => {
  it.each([
    ['F1 a kill of every process', () => server.killAll()],
    ['F3 a fast shutdown', () => server.stop('fast')],
    ['F3 an immediate shutdown', () => server.stop('immediate')],
  ])('after %s gets 503 without a database, then 200', async (_, end) => {
    expect(await status()).toBe(200)
    await end()
    expect(await status()).toBe(503)
    await server.start()
    await expect.poll(status, RECOVERED).toBe(200)
  })

  it('F2 after a kill of one backend gets 503 or 200 during the recovery, then 200', async () => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
    process.kill(rows[0]!.pid, 'SIGKILL')
    const seen = new Set<number>()
    const until = performance.now() + 1_000
    while (performance.now() < until) seen.add(await status())
    await expect.poll(status, RECOVERED).toBe(200)
    const { rows: others } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity WHERE pid = ${rows[0]!.pid}`.execute(db)
    expect(others).toEqual([])
    expect([200, 503]).toEqual(expect.arrayContaining([...seen]))
  })
})
