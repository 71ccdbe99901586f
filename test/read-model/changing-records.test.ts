import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { MissingDocuments } from '../../src/read-model/assemble.ts'
import type { BatchScheduler } from '../../src/read-model/batching/batch-scheduler.ts'
import { LocalState } from '../../src/read-model/local-state.ts'
import { createFilteredScanner, createListReader } from '../../src/read-model/reader.ts'
import { fromLatin1 } from '../../src/response-body.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeNamed } from '../support/make-named.ts'
import { schedulerAt } from './services.ts'

const GALLERIES = [101, 102]

const SOURCES = {
  urls: URLS,
  missingDocuments: new MissingDocuments(() => {}),
  documents: DOCUMENTS,
  validate: () => {},
}

const test = useDatabase()
let scheduler: BatchScheduler

beforeAll(async () => {
  for (const id of GALLERIES) {
    await makeNamed(test.db, 'galleries', { id })
    await makeArtwork(test.db, { gallery_id: id })
  }
  await finishBackgroundWork(test.url, new AbortController().signal, URLS)
  scheduler = schedulerAt(test.url, new LocalState())
})
afterAll(() => scheduler.close())

// Such as the number of works of a gallery, while many writers add works to many galleries.
it('are read together, though one that they embed changes before each batch', async () => {
  let batches = 0
  const changing: BatchScheduler = {
    ...scheduler,
    enqueue(read) {
      batches += 1
      sql`UPDATE galleries SET name = ${`Name ${batches}`} WHERE id = ${GALLERIES[batches % 2]}`
        .execute(test.db)
        .then(() => scheduler.enqueue(read), read.reject)
    },
  }
  const reader = createListReader(changing, SOURCES, () => {})
  const request = { ordering: { key: 'title', descending: false }, limit: 2, offset: 0 } as const
  for (let pages = 1; pages <= 3; pages += 1) {
    const before = batches
    const { records } = await reader.page('artworks', request)
    expect(batches - before).toBeLessThanOrEqual(4)
    const text = records.texts.map((each) => fromLatin1(each)).join('')
    const names = (JSON.parse(`[${text}]`) as { gallery: { id: number; name: string } }[]).map(
      ({ gallery }) => [gallery.id, gallery.name],
    )
    expect(Object.fromEntries(names)).toEqual(
      Object.fromEntries([batches, batches - 1].map((n) => [GALLERIES[n % 2], `Name ${n}`])),
    )
  }
})

it('are counted again after a change, though the page before has counted them', async () => {
  const { scanFiltered } = createFilteredScanner(scheduler, SOURCES)
  const order = { key: 'title', descending: false } as const
  for (const count of [GALLERIES.length, GALLERIES.length + 1]) {
    for (let offset = 0; offset < count; offset += 1) {
      const page = await scanFiltered(
        { list: 'artworks', filters: {} },
        { order, limit: 1, offset },
      )
      expect(page).toMatchObject({ count, records: { size: 1 } })
    }
    await makeArtwork(test.db)
  }
})
