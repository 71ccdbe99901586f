import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeScratchFolder } from '../../scripts/scratch-folder.ts'
import { connect } from '../../src/database/pool.ts'
import { startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/tables.ts'
import { connectionTo } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnvalidated } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'
import { eventBody, posting } from '../writes/event-requests.ts'

const SIZE_MB = 300
/** Log segments are recycled: without space for a new one the server would end. */
const SMALL = ['max_wal_size=64MB', 'min_wal_size=48MB', 'wal_recycle=on', 'fsync=off']

const closers: (() => unknown)[] = []
let directory: string
let db: Kysely<Database>
let service: ProxiedService

/** Whether this account may mount a small file system. */
function canMount(): boolean {
  const place = mkdtempSync(path.join(tmpdir(), 'art-marketplace-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    execFileSync('rmdir', [place])
  }
}

describe.skipIf(!canMount())('F12 a full disk (needs the right to mount one)', () => {
  beforeAll(async () => {
    directory = await makeScratchFolder(path.join(tmpdir(), 'art-marketplace-full-'))
    closers.push(() => rm(directory, { recursive: true, force: true }))
    const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', directory]
    execFileSync('mount', options)
    closers.push(() => execFileSync('umount', ['-l', directory]))
    const server = await startEmbeddedServer(directory, SMALL)
    closers.push(() => server.release())
    await migrateAt(server.url())
    db = connect({ ...connectionTo(server.url()), poolSize: 2 })
    closers.push(() => db.destroy())
    service = await startProxiedService(server.url())
    closers.push(() => service.close())
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  it('allows reads, and writes again once there is space', async () => {
    const { key } = await makeApiKey(db)
    const { id: venue } = await makeVenue(db)
    const content = 'An afternoon on the quay. '.repeat(300)
    const post = () =>
      sendUnvalidated(
        service.app,
        posting(key, eventBody(venue, { title: `Event ${nextNumber()}`, content })),
      )
    const page = () =>
      sendUnvalidated(service.app, { path: `/events/?limit=${(nextNumber() % 9) + 1}` })
    // On a busy machine, one may take longer than a request may.
    const expectServed = async (): Promise<void> => {
      await expect.poll(async () => (await post()).status).toBe(201)
      await expect.poll(async () => (await page()).status).toBe(200)
    }
    await expectServed()

    const filling = path.join(directory, 'filling')
    const { bavail, bsize } = await statfs(directory)
    // PostgreSQL may have taken some of it meanwhile: the disk is full all the same.
    await writeFile(filling, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
    })
    const rejected = await firstOther(post, 201)
    expect([rejected.status, rejected.json()['code']]).toEqual([503, 'service_unavailable'])
    expect(rejected.headers['retry-after']).toMatch(/^\d+$/)
    const tooLarge = sql`CREATE TABLE too_large AS SELECT generate_series(1, 1000000)`.execute(db)
    await expect(tooLarge).rejects.toMatchObject({ code: '53100' })
    for (let times = 0; times < 20; times += 1) expect((await page()).status).toBe(200)

    await rm(filling)
    await expectServed()
  })
})

/** The first response with another status: existing pages of tables have space for some rows. */
async function firstOther<Response extends { status: number }>(
  send: () => Promise<Response>,
  usual: number,
): Promise<Response> {
  for (let times = 0; times < 500; times += 1) {
    const response = await send()
    if (response.status !== usual) return response
  }
  throw new Error(`It is always ${usual}`)
}
