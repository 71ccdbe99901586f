import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { requireSet } from '../../src/contract/request-context.ts'
import { ARTWORK_REFERENCES } from '../../src/artworks/artwork-kind.ts'
import { NAMED_TABLES } from '../../src/database/tables.ts'
import { EVENT_REFERENCES } from '../../src/events/event-kind.ts'
import { LIMITED_PER_USER, REFERENCES, tableOf } from '../contract/document.ts'
import { kindOf, insertReferrer } from '../contract/response-cases/kinds.ts'
import { useServices } from '../read-model/services.ts'
import { countLockWaits, untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import {
  expectRejected,
  makeRecordWriter,
  versionOf,
  type RecordWriter,
} from '../support/record-writer.ts'
import { send, type Answer, type Sent } from '../support/send.ts'

// Named records to which other records refer. The first service writes, the second has cached what it changes.

const test = useServices(2)
let writer: RecordWriter
let partner: RecordWriter
let venue: number
let gallery: number

beforeAll(async () => {
  const [app] = test.apps
  if (app === undefined) throw new Error('No service')
  const service = { ...test, send: (request: Sent) => send(app, request) }
  writer = await makeRecordWriter(service)
  partner = await makeRecordWriter(service, ['catalogue:write'])
  venue = (await makeVenue(test.db)).id
  gallery = (await makeGallery(test.db)).id
})

/** Kinds to which others refer, and the field of a request that refers to them. */
const KINDS = REFERENCES.map((reference) => ({
  ...reference,
  noun: NAMED_TABLES[reference.to.table],
  collection: reference.to.path,
  referrer: tableOf(reference.referrers).slice(0, -1) as 'artwork' | 'event',
}))

type ReferredKind = (typeof KINDS)[number]

const COLLECTIONS = { artwork: '/marketplace-artworks/', event: '/events/' } as const

let created = 0

function createNamed({ collection }: ReferredKind) {
  created += 1
  return writer.create(collection, { name: `Named ${created}` })
}

/** A POST of a record that refers to the id. */
function postReferrer(
  { referrer, field, isMany }: ReferredKind,
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
    [field]: isMany ? [id] : id,
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

it.each([
  ['/marketplace-artworks/', ARTWORK_REFERENCES],
  ['/events/', EVENT_REFERENCES],
])('the contract has all fields of %s that refer to named records', (list, fields) => {
  const stated = KINDS.filter(({ referrers }) => referrers === list)
  expect(Object.fromEntries(stated.map(({ field, to }) => [field, to.table]))).toEqual(fields)
})

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

  it('in use is not deleted; only records that the sender may see are named and counted', async () => {
    const named = await createNamed(kind)
    const { noun, referrer, collection, to } = kind
    const texts = (sender: RecordWriter) => async (text: string) => {
      const response = await sender.remove(await sender.read(named.path))
      expectRejected(response, 409, 'record_in_use')
      const start = `The ${noun} ${named.id} cannot be deleted`
      expect(response.json()['detail']).toBe(`${start}: ${text}.`)
    }
    const expectInUse = texts(writer)
    // Those who may delete a category or a gallery see all records that refer to it.
    const isShared = LIMITED_PER_USER.includes(to) && kindOf(collection)?.isOwned !== true
    const expectHidden = isShared ? texts(partner) : () => Promise.resolve()
    const draft = await makeReferrer(kind, named.id, 'draft')
    await expectInUse(`1 ${referrer} refers to it, such as ${draft}`)
    await expectHidden('records that are not public refer to it')
    const one = await makeReferrer(kind, named.id)
    await expectInUse(`2 ${referrer}s refer to it, such as ${draft} and ${one}`)
    await expectHidden(`1 ${referrer} refers to it, such as ${one}`)
    const two = await makeReferrer(kind, named.id)
    const three = await makeReferrer(kind, named.id)
    await makeReferrer(kind, named.id)
    await expectInUse(`5 ${referrer}s refer to it, such as ${draft}, ${one} and ${two}`)
    await expectHidden(`4 ${referrer}s refer to it, such as ${one}, ${two} and ${three}`)
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
        const row = sql`${sql.table(kind.to.table)} WHERE id = ${named.id}`
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
      // A deletion lets new references in until it has counted those that there are.
      const isRemoved = removed?.status === 204
      expect([removed?.status, posted?.status]).toEqual(isRemoved ? [204, 422] : [409, 201])
      expect((await writer.get(named.path)).status).toBe(isRemoved ? 404 : 200)
      const list = await textOf(COLLECTIONS[kind.referrer])
      expect(list.includes(`${String(named.record['name'])}"`)).toBe(!isRemoved)
    },
  )
})

describe.each(KINDS)('a record of $collection', (kind) => {
  it('is changed while a transaction refers to it, and both changes are shown', async () => {
    const named = await createNamed(kind)
    // So that both services have cached it.
    await textOf(named.path)
    const referrer = await test.db.transaction().execute(async (trx) => {
      const { id } = await insertReferrer(trx, kind, named.id)
      const change = writer.change(named, { name: 'Renamed meanwhile' })
      expect(await untilLockWaitOrEnd(test.db, change)).toBe('end')
      await change
      return `${COLLECTIONS[kind.referrer]}${id}/`
    })
    for (const path of [named.path, referrer])
      expect(await textOf(path)).toContain('Renamed meanwhile')
    expect(JSON.parse(await textOf(named.path))).toMatchObject(
      { artist: { has_artworks: true }, gallery: { total_artworks: 1 } }[kind.noun as string] ?? {},
    )
  })
})

describe.each(KINDS)('a record of $collection', (kind) => {
  it('whose deletion commits while a request refers to it is unknown to the request', async () => {
    const named = await createNamed(kind)
    const { posted } = await test.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM ${sql.table(kind.to.table)} WHERE id = ${named.id}`.execute(trx)
      const waiting = { posted: postReferrer(kind, named.id) }
      expect(await untilLockWaitOrEnd(test.db, waiting.posted)).toBe('lock wait')
      return waiting
    })
    const hint = 'Give the foreign key a rule (src/database/errors.ts)'
    expect((await posted).status, hint).toBe(422)
  })
})

describe('the number of artworks', () => {
  it('changes galleries and venues at once, and fails no If-Match', async () => {
    const owner = await writer.create('/galleries/', { name: 'Quayside' })
    const { id } = await makeVenue(test.db, { gallery_id: owner.id })
    const shown = [owner, await writer.read(`/venues/${id}/`)]
    for (const { path } of [...shown, ...shown]) await textOf(path)
    const ofGallery = KINDS.find(({ collection }) => collection === '/galleries/')
    await makeReferrer(requireSet(ofGallery), owner.id)
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
