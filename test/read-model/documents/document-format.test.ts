import type { FastifyInstance } from 'fastify'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../src/database/pool.ts'
import { refreshAll } from '../../../src/read-model/documents/refresh-task.ts'
import { documentRefresh } from '../../../src/read-model/documents/document-refresh.ts'
import { documentValidator } from '../../../src/read-model/documents/validate-document.ts'
import { DOCUMENTS, resources } from '../../../src/resources.ts'
import { URLS, testApp } from '../../support/app.ts'
import { finish } from '../../support/finish.ts'
import { connectionTo, useDatabase } from '../../support/database.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { send } from '../../support/send.ts'
import { plainBodies, wholePage } from '../reference-responses.ts'
import { makeShownRows } from '../shown-rows.ts'

// The format of a stored document is the number of its builder and the URLs of the service. A process sends documents
// of its own format only, whatever other processes store.

const test = useDatabase()

/** Of three processes. */
const URLS_OF = [
  URLS,
  { ...URLS, media: `https://cdn.example/it's` },
  { ...URLS, public: `https://other.example/it's` },
] as const

/** The refresh of artworks in the process with these URLs. */
const refreshAt = (at: number) => {
  const format = { ...DOCUMENTS.artworks, urls: URLS_OF[at] ?? URLS }
  return documentRefresh(format, documentValidator(resources))
}

/** Stores all documents, as a process does after its start. */
async function storeAll(at: number): Promise<void> {
  const task = refreshAt(at)
  await task.begin?.(test.db)
  await finish(refreshAll(test.db, task))
}

async function storedFormats(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT DISTINCT format, media_url AS media, public_url AS public FROM artwork_documents`.execute(
    test.db,
  )
  return rows
}

/** Whether the database knows that all stored documents of artworks have one format. */
async function isComplete(): Promise<unknown> {
  const { rows } = await sql<{ is_complete: boolean }>`
    SELECT is_complete FROM format_of_documents WHERE list = 'artworks'`.execute(test.db)
  return rows[0]?.is_complete
}

beforeAll(async () => {
  await makeShownRows(test.db)
  // The placeholder is at the public URL, all other pictures are at the URL of the media host.
  await makeArtwork(test.db)
})

describe('documents with other URLs', () => {
  const apps: FastifyInstance[] = []

  beforeAll(async () => {
    const db = connect({ ...connectionTo(test.url), poolSize: 3 })
    for (const { public: publicUrl, media: mediaUrl } of URLS_OF) {
      apps.push(await testApp({ db, url: test.url }, { publicUrl, mediaUrl }))
    }
    return async () => {
      for (const app of apps) await app.close()
      await db.destroy()
    }
  })

  it('are never mixed', async () => {
    const bodies = await Promise.all(URLS_OF.map((urls) => plainBodies(test.db, 'artworks', urls)))
    expect(new Set(bodies.map(({ page }) => page)).size).toBe(URLS_OF.length)
    const steps: Record<string, (at: number) => Promise<unknown>> = {
      read: async (at) => {
        const [app, urls] = [apps[at] as FastifyInstance, URLS_OF[at]]
        const { page, records } = await plainBodies(test.db, 'artworks', urls)
        expect((await send(app, { path: wholePage('artworks') })).text).toBe(page)
        for (const [id, record] of records) {
          expect((await send(app, { path: `/marketplace-artworks/${id}/` })).text).toBe(record)
        }
      },
      store: storeAll,
      change: () => sql`UPDATE artworks SET medium = medium || '!'`.execute(test.db),
    }
    const step = fc.record({ act: fc.constantFrom('read', 'store', 'change'), at: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (taken) => {
        for (const { act, at } of taken) await steps[act]?.(at)
        for (const at of [0, 1, 2]) await steps['read']?.(at)
      }),
      { numRuns: 20 },
    )
  })
})

describe('stored documents', () => {
  it.each([
    [
      'of an earlier format',
      `format = format - 1, public_url = NULL, text = NULL, pieces = ARRAY['{"id":1}']`,
    ],
    ['of a later format', `format = format + 1, text = '{"id":1}'`],
    ['with another media host', `media_url = 'http://other', text = '{"id":1}'`],
    ['with another public URL', `public_url = 'http://other', text = '{"id":1}'`],
  ])('%s are replaced by the process that starts last', async (_, change) => {
    await storeAll(0)
    await sql.raw(`UPDATE artwork_documents SET ${change}`).execute(test.db)
    const { page } = await plainBodies(test.db, 'artworks')
    const app = await testApp(test)
    expect((await send(app, { path: wholePage('artworks') })).text).toBe(page)
    const own = { format: DOCUMENTS.artworks.format, ...URLS }
    await expect.poll(storedFormats).toEqual([own])
    expect((await send(app, { path: wholePage('artworks') })).text).toBe(page)
    await app.close()
  })

  it('that are missing are found when all others have the format', async () => {
    await storeAll(0)
    expect(await isComplete()).toBe(true)
    const ids = async () =>
      (await sql`SELECT id FROM artwork_documents ORDER BY id`.execute(test.db)).rows
    const all = await ids()
    await sql`DELETE FROM artwork_documents WHERE id = (SELECT min(id) FROM artworks)`.execute(
      test.db,
    )
    expect(await ids()).toEqual(all.slice(1))
    await storeAll(0)
    expect(await ids()).toEqual(all)
    expect(await isComplete()).toBe(true)
  })

  it('of another format that are stored during a search are found by the next one', async () => {
    await storeAll(1)
    const task = refreshAt(0)
    await task.begin?.(test.db)
    const window = (after: number) =>
      test.db.transaction().execute((trx) => task.window(trx, after, 100))
    const { last } = await window(0)
    await sql`UPDATE artwork_documents SET format = 0`.execute(test.db)
    await window(last ?? 0)
    expect(await isComplete()).toBe(false)
    await storeAll(0)
    const own = { format: DOCUMENTS.artworks.format, ...URLS }
    expect(await storedFormats()).toEqual([own])
    expect(await isComplete()).toBe(true)
  })

  it('are not overwritten by a process that started earlier', async () => {
    await storeAll(0)
    await storeAll(1)
    const stored = await storedFormats()
    const { rows } = await sql<{ id: number }>`SELECT id FROM artworks`.execute(test.db)
    const ids = rows.map(({ id }) => id)
    await test.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((trx) => refreshAt(0).refresh(trx, ids))
    expect(await storedFormats()).toEqual(stored)
    expect(stored).toEqual([{ format: DOCUMENTS.artworks.format, ...URLS_OF[1] }])
  })
})
