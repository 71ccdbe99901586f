import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentDigest } from '../../src/feed/content-digest.ts'
import type { Json } from '../../src/json-sql/json.ts'
import { selectRecords } from '../../src/json-sql/select-records.ts'
import type { ListName } from '../../src/lists/list.ts'
import { amount } from '../support/amount.ts'
import { URLS } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { LIST_NAMES, LISTS, sortedIds } from '../read-model/reference-responses.ts'
import { useServices } from '../read-model/services.ts'
import { FeedCopy } from './feed-copy.ts'

const test = useServices(2)

beforeAll(async () => {
  await makeArtwork(test.db, { id: 1 })
  await makeEvent(test.db, { id: 1 })
  await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000 * row_number() OVER ())
    FROM pg_sequences WHERE schemaname = current_schema()`.execute(test.db)
})

/** The digests of all public records, by id. */
async function plainDigests(list: ListName): Promise<ReadonlyMap<number, string>> {
  const ids = await sortedIds(test.db, list)
  const digests = new Map<number, string>()
  for (const id of ids.toSorted((one, other) => one - other)) {
    const declared = { table: list, json: LISTS[list].json as Json<unknown> }
    const { records } = await selectRecords(test.db, declared, [id], URLS)
    digests.set(id, contentDigest(JSON.stringify(records[0])))
  }
  return digests
}

describe('a copy', () => {
  it(
    'that reads the changes equals the list after random writes',
    { timeout: 120_000 },
    async () => {
      let reads = 0
      const copies = LIST_NAMES.map((list) => ({
        list,
        copy: new FeedCopy(list, (path) => send(test.apps[(reads += 1) % 2]!, { path })),
      }))
      const writing = new AbortController()
      const reading = copies.map(async ({ copy }) => {
        while (!writing.signal.aborted) await copy.catchUp(1 + Math.floor(Math.random() * 9))
      })
      const writers = ['one', 'two', 'three'].map((name) => randomWriter(test.db, name))
      await Promise.all(
        writers.map(async ({ write }) => {
          for (let no = 0; no < amount({ commit: 150, nightly: 1_500 }); no += 1) await write()
        }),
      )
      writing.abort()
      await Promise.all(reading)
      await settleFeeds(test.db)
      for (const { list, copy } of copies) {
        await copy.catchUp()
        expect(copy.digests()).toEqual(await plainDigests(list))
      }
    },
  )
})
