import { randomSource, type Random } from '../../../scripts/demo/random.ts'
import { listPath, recordPath, surveyCollection } from '../collection.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import type { Service } from '../service/service.ts'
import { createApiWriter, type ApiWriter } from '../writers/api-writer.ts'
import { createRowWriter, type RowWriter } from '../writers/row-write-queries.ts'
import { staleResponses, type Expectation } from './stale-responses.ts'
import type { World } from './world.ts'

const WRITES = 200

/** Reads by two service processes right after each write: no response may be stale. */
export function measureVisibility(world: World): Promise<PartResult> {
  return world.withService(world.databaseUrl, async (second) => {
    const rows = await createRowWriter(world.databaseUrl)
    try {
      const artworks = await surveyCollection(world.databaseUrl, 'artworks')
      const writer = await createApiWriter(world.service.url, world.databaseUrl)
      return await writeAndRead(world, [world.service, second], {
        rows,
        writer,
        ids: artworks.ids,
      })
    } finally {
      await rows.close()
    }
  })
}

interface Hands {
  readonly rows: RowWriter
  readonly writer: ApiWriter
  readonly ids: Int32Array
}

async function writeAndRead(
  { signal }: World,
  services: readonly Service[],
  hands: Hands,
): Promise<PartResult> {
  const urls = services.map(({ url }) => url)
  const stale: string[] = []
  let reads = 0
  for (let n = 0; n < WRITES; n += 1) {
    signal.throwIfAborted()
    const write = WRITES_IN_TURN[n % WRITES_IN_TURN.length] as (typeof WRITES_IN_TURN)[number]
    const expectations = await write(hands, randomSource('visibility')(n), n, urls)
    stale.push(...(await staleResponses(urls, expectations)))
    reads += urls.length * expectations.length
  }
  return {
    findings: [
      {
        key: 'stale',
        what: 'reads of two processes at once after a write that were older than it',
        measured: `${grouped(reads)} reads after ${WRITES} writes`,
        value: stale.length,
        unit: 'stale',
      },
    ],
    failures: [],
    details: { reads, stale },
  }
}

type Write = (
  hands: Hands,
  random: Random,
  n: number,
  urls: readonly string[],
) => Promise<Expectation[]>

const LIST = `${listPath('artworks')}?limit=1`

/** A record that is the first of its list. */
const changeTitle: Write = async ({ rows, ids }, random, n, urls) => {
  const id = ids[random.below(ids.length)] ?? 0
  await rows.setColumn('artworks', id, 'order_date', new Date())
  const title = `Visible ${n}`
  const expectations: Expectation[] = [
    { path: recordPath('artworks', id), status: 200, has: `{"id":${id},"title":"${title}"` },
    { path: LIST, status: 200, has: `{"id":${id},"title":"${title}"` },
  ]
  await fillCaches(urls, expectations)
  await rows.setColumn('artworks', id, 'title', title)
  return expectations
}

/** A new record changes the count. */
const addRow: Write = async ({ rows, ids }, random, _, urls) => {
  const count = await countOf(urls)
  const id = await rows.copyRow('artworks', ids[random.below(ids.length)] ?? 0)
  return [
    { path: LIST, status: 200, has: `"count":${count + 1},` },
    { path: recordPath('artworks', id), status: 200, has: `{"id":${id},` },
  ]
}

const deleteRow: Write = async ({ rows, ids }, random, _, urls) => {
  const id = await rows.copyRow('artworks', ids[random.below(ids.length)] ?? 0)
  const count = await countOf(urls)
  const gone = { path: recordPath('artworks', id), status: 404, has: '' }
  await fillCaches(urls, [gone])
  await rows.deleteRow('artworks', id)
  return [{ path: LIST, status: 200, has: `"count":${count - 1},` }, gone]
}

/** Writes through the API of one process. */
const publishEvent: Write = async ({ writer }, _, n, urls) => {
  const list = `${listPath('events')}?limit=1&ordering=start_time`
  await fillCaches(urls, [{ path: list, status: 200, has: '' }])
  const id = await writer.publish('events', n)
  return [{ path: recordPath('events', id), status: 200, has: `{"id":${id},` }]
}

const WRITES_IN_TURN: readonly Write[] = [changeTitle, addRow, deleteRow, publishEvent]

async function countOf([url = '']: readonly string[]): Promise<number> {
  const page = (await (await fetch(url + LIST)).json()) as { count: number }
  return page.count
}

/** Each request is sent twice, because the second response may be cached. */
async function fillCaches(
  urls: readonly string[],
  requests: readonly Expectation[],
): Promise<void> {
  await staleResponses(urls, requests)
  await staleResponses(urls, requests)
}
