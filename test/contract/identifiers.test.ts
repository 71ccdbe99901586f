import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { recordDatabase, type RecordedDatabase } from '../support/recorded-database.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
let recorded: RecordedDatabase
let app: FastifyInstance

beforeAll(async () => {
  expect(await makeArtwork(test.db)).toMatchObject({ id: 1 })
  expect(await makeEvent(test.db)).toMatchObject({ id: 1, venue_id: 1 })
  recorded = recordDatabase(test.url)
  app = await testApp(recorded)
  vi.spyOn(app.readModel!.anonymous, 'record')
})

afterAll(async () => {
  await app.close()
  await recorded.db.destroy()
})

/** The statements and reads since the last call. */
const takeReads = (): unknown[] => {
  const reads = vi.mocked(app.readModel!.anonymous.record).mock.calls.splice(0)
  return [...recorded.statements.splice(0), ...reads]
}

describe.each(['/marketplace-artworks', '/events', '/venues'])('%s/{id}/', (list) => {
  it('returns the record of an existing id', async () => {
    expect((await send(app, { path: `${list}/1/` })).json()).toMatchObject({ id: 1 })
    expect(takeReads()).not.toEqual([])
  })

  it.each(['2', '2147483647'])('gets 404 for %s, which no record has', async (id) => {
    const response = await send(app, { path: `${list}/${id}/` })
    expect(response.status).toBe(404)
    expect(response.json()['detail']).toContain(`has the id ${id}.`)
    takeReads()
  })

  it.each([
    '0',
    '-1',
    '01',
    '+1',
    '1.0',
    '1e0',
    '1e3',
    '0x1',
    '%201',
    '1%20',
    '1%00',
    '%00',
    '%D9%A1',
    '%EF%BC%91',
    '2147483648',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(101),
    '1'.repeat(400),
    'b5e3f1a0-52a5-4f0c-8a52-1d7f0c2b9a10',
    'abc',
    'null',
    'NaN',
    '1%2f',
    'a%2Fb',
    '1;x',
    '1,2',
    "1'--",
    '__proto__',
  ])('B14 gets 404 for "%s" without a query', async (id) => {
    for (const path of [`${list}/${id}/`, `${list}/${id}`]) {
      const response = await send(app, { path })
      expect(response.status).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found', detail: 'No record has this id.' })
    }
    expect(takeReads()).toEqual([])
  })

  it.each(['%zz', '%ff', '%c0%af', '1%'])('B1 gets 400 for %s, which is not UTF-8', async (id) => {
    const response = await send(app, { path: `${list}/${id}/` })
    expect(response.status).toBe(400)
    const detail = 'The path is not percent-encoded UTF-8.'
    expect(response.json()).toMatchObject({ code: 'invalid_request', detail })
    expect(takeReads()).toEqual([])
  })
})
