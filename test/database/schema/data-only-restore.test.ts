import { beforeAll, expect, it } from 'vitest'
import { refreshAll } from '../../../src/read-model/documents/refresh-task.ts'
import { priceRefresh } from '../../../src/read-model/documents/price-refresh.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { expectLastPages } from '../../read-model/reference-responses.ts'
import { addArtworks, addEvents } from '../../read-model/offset-index/random-writes.ts'
import { serviceAt } from '../../read-model/services.ts'
import { makeShownRows } from '../../read-model/shown-rows.ts'
import { copyRows } from '../../support/copy-rows.ts'
import { finish } from '../../support/finish.ts'
import { useDatabase } from '../../support/database.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

// src/docs/back-up.md, data only: the output of pg_dump --data-only, loaded into a migrated database.

const source = useDatabase()
const target = useDatabase()

beforeAll(async () => {
  await makeShownRows(source.db)
  await source.db.transaction().execute(async (trx) => {
    await addArtworks(300)(trx)
    await addEvents(80)(trx)
  })
})

it('a data-only dump restores the same catalogue in a migrated database', async () => {
  await copyRows(source.url, target.url)
  // The service does this in the background, because the rates are restored after the artworks.
  await finish(refreshAll(target.db, priceRefresh))
  expect(await checkOffsetIndex(target.db, DOCUMENTS)).toSatisfy(isConsistent)
  const { app, close } = await serviceAt(target.url)
  try {
    await expectLastPages(source.db, async (path) => (await sendUnvalidated(app, { path })).text)
  } finally {
    await close()
  }
})
