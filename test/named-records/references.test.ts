import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useServices } from '../read-model/services.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import {
  expectRejected,
  makeRecordWriter,
  versionOf,
  type RecordWriter,
} from '../support/record-writer.ts'
import { send, type Answer } from '../support/send.ts'

// Named records to which other records refer. The first service writes, the second has cached what it changes.

const test = useServices(2)
let writer: RecordWriter
let venue: number
let gallery: number

beforeAll(async () => {
  const [app] = test.apps
  if (app === undefined) throw new Error('No service')
  writer = await makeRecordWriter({ ...test, send: (request) => send(app, request) })
  venue = (await makeVenue(test.db)).id
  gallery = (await makeGallery(test.db)).id
})

/** Kinds to which others refer, and the field of a request that refers to them. */
const KINDS = [
  { noun: 'artist', collection: '/artists/', referrer: 'artwork', field: 'artists' },
  { noun: 'gallery', collection: '/galleries/', referrer: 'artwork', field: 'gallery' },
  { noun: 'tag', collection: '/tags/', referrer: 'artwork', field: 'tags' },
  {
    noun: 'artwork category',
    collection: '/artwork-categories/',
    referrer: 'artwork',
    field: 'category',
  },
  {
    noun: 'event category',
    collection: '/event-categories/',
    referrer: 'event',
    field: 'category',
  },
  { noun: 'venue', collection: '/venues/', referrer: 'event', field: 'venue' },
] as const

type ReferredKind = (typeof KINDS)[number]

const COLLECTIONS = { artwork: '/marketplace-artworks/', event: '/events/' } as const

let created = 0

function createNamed({ collection }: ReferredKind) {
  created += 1
  return writer.create(collection, { name: `Named ${created}` })
}

/** A POST of a record that refers to the id. */
function postReferrer(
  { referrer, field }: ReferredKind,
  id: number,
  publish_status: 'published' | 'draft' = 'published',
): Promise<Answer> {
  const bodies = {
    artwork: {
      title: 'Harbour at Dusk',
      artists: [],
      gallery,
      units: 'centimeter',
      category: 2,
      price_display: 'price on request',
    },
    event: {
      title: 'Northern Light',
      category: 1,
      venue,
      start_time: '2026-03-14T09:00:00Z',
      end_time: '2026-06-30T16:00:00Z',
    },
  }
  return writer.post(COLLECTIONS[referrer], {
    ...bodies[referrer],
    publish_status,
    [field]: field === 'artists' || field === 'tags' ? [id] : id,
  })
}

async function makeReferrer(...values: Parameters<typeof postReferrer>): Promise<number> {
  const response = await postReferrer(...values)
  expect(response.status).toBe(201)
  return response.json()['id'] as number
}

/** The text of a path, which is the same in both services. */
async function textOf(path: string): Promise<string> {
  const texts = await Promise.all(test.apps.map(async (app) => (await send(app, { path })).text))
  expect(texts[1]).toBe(texts[0])
  return texts[0] ?? ''
}

describe.each(KINDS)('a record of $collection', (kind) => {
  it('changes at once in the records and lists that show it, and fails no If-Match', async () => {
    const named = await createNamed(kind)
    const id = await makeReferrer(kind, named.id)
    const collection = COLLECTIONS[kind.referrer]
    const paths = [collection, `${collection}${id}/`, kind.collection]
    // Twice, so that both services have cached it.
    for (const path of [...paths, ...paths])
      expect(await textOf(path)).toContain(named.record['name'])
    const before = await writer.read(`${collection}${id}/`)
    await writer.change(await writer.read(named.path), { name: 'Renamed at once' })
    for (const path of paths) expect(await textOf(path)).toContain('Renamed at once')
    const after = await writer.read(before.path)
    expect(after.etag).not.toBe(before.etag)
    expect(versionOf(after)).toBe(versionOf(before))
    await writer.change(before, {})
  })

  it('in use is not deleted; only public records are named', async () => {
    const named = await createNamed(kind)
    const makeDraft = () => makeReferrer(kind, named.id, 'draft')
    const { noun, referrer } = kind
    const expectInUse = async (text: string) => {
      const response = await writer.remove(await writer.read(named.path))
      expectRejected(response, 409, 'record_in_use')
      const start = `The ${noun} ${named.id} cannot be deleted`
      expect(response.json()['detail']).toBe(`${start}: ${text}.`)
    }
    await makeDraft()
    await expectInUse(`1 ${referrer} refers to it`)
    const one = await makeReferrer(kind, named.id)
    await makeDraft()
    await expectInUse(`3 ${referrer}s refer to it, such as ${one}`)
    const two = await makeReferrer(kind, named.id)
    const three = await makeReferrer(kind, named.id)
    await makeReferrer(kind, named.id)
    const ids = `${one}, ${two} and ${three}`
    await expectInUse(`6 ${referrer}s refer to it, such as ${ids}`)
    expect((await writer.read(named.path)).record['name']).toBe(named.record['name'])
  })

  it.each(['DELETE', 'POST'])(
    'that a request deletes while another refers to it is whole or gone: %s first',
    async (first) => {
      const named = await createNamed(kind)
      const requests = [() => writer.remove(named), () => postReferrer(kind, named.id)]
      const [one, other] = first === 'DELETE' ? requests : requests.toReversed()
      const answers: Promise<Answer>[] = []
      await test.db.transaction().execute(async (trx) => {
        const table = kind.collection.replaceAll('/', '').replace('-', '_')
        const row = sql`${sql.table(table)} WHERE id = ${named.id}`
        await sql`SELECT FROM ${row} FOR UPDATE`.execute(trx)
        for (const request of [one, other]) {
          const answer = request?.() as Promise<Answer>
          answers.push(answer)
          // Requests for the same row wait in their order.
          await expect.poll(() => countLockWaits(test.db)).toBe(answers.length)
        }
      })
      const [firstAnswer, secondAnswer] = await Promise.all(answers)
      const [removed, posted] =
        first === 'DELETE' ? [firstAnswer, secondAnswer] : [secondAnswer, firstAnswer]
      const statuses = [removed?.status, posted?.status]
      expect(statuses).toEqual(first === 'DELETE' ? [204, 422] : [409, 201])
      expect((await writer.get(named.path)).status).toBe(first === 'DELETE' ? 404 : 200)
      if (first === 'DELETE') {
        expect(await textOf(COLLECTIONS[kind.referrer])).not.toContain(
          `${String(named.record['name'])}"`,
        )
      }
    },
  )
})

describe('the number of artworks', () => {
  it('changes galleries and venues at once, and fails no If-Match', async () => {
    const owner = await writer.create('/galleries/', { name: 'Quayside' })
    const { id } = await makeVenue(test.db, { gallery_id: owner.id })
    const shown = [owner, await writer.read(`/venues/${id}/`)]
    for (const { path } of [...shown, ...shown]) await textOf(path)
    await makeReferrer(KINDS[1], owner.id)
    const counts = shown.map(async ({ path }) => {
      const { total_artworks, artworks_for_sale_count } = JSON.parse(await textOf(path)) as Record<
        string,
        unknown
      >
      return total_artworks ?? artworks_for_sale_count
    })
    expect(await Promise.all(counts)).toEqual([1, 1])
    for (const before of shown) {
      expect((await writer.read(before.path)).etag).not.toBe(before.etag)
      await writer.change(before, {})
    }
  })

  it('keeps a gallery with a venue', async () => {
    const owner = await writer.create('/galleries/', { name: 'Quayside' })
    const { id } = await makeVenue(test.db, { gallery_id: owner.id })
    const response = await writer.remove(owner)
    expectRejected(response, 409, 'record_in_use')
    expect(response.json()['detail']).toContain(`: 1 venue refers to it, such as ${id}.`)
  })
})
