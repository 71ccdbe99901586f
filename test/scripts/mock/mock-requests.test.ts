import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../contract/document.ts'
import { responseCases } from '../../contract/response-cases/all.ts'
import type { World } from '../../contract/response-cases/response-case.ts'
import { makeWorld } from '../../contract/response-cases/world.ts'
import { useService } from '../../support/app.ts'
import type { Answer, Sent } from '../../support/send.ts'
import { ANY_KEY, fittingRequest, useMock } from './mock-service.ts'

// What the real service refuses before it asks its database, the mock refuses in the same words.

const test = useService()
const mock = useMock()
let world: World

beforeAll(async () => {
  world = await makeWorld(test.db, () => Promise.reject(new Error('Nothing waits here')))
})

/** Without what belongs to the one exchange, and what only the mock may prefer. */
function comparable({ status, headers, text }: Answer): object {
  const { 'x-request-id': id = '', date: _, 'content-length': __, vary: ___, ...rest } = headers
  return { status, headers: rest, text: text.replaceAll(id, 'ID') }
}

async function expectTheSame(sent: Sent): Promise<Answer> {
  const [real, mocked] = [await test.send(sent), await mock.send(sent)]
  expect(comparable(mocked)).toEqual(comparable(real))
  expect(['Accept, Accept-Encoding', 'Accept, Accept-Encoding, Prefer']).toContain(
    mocked.headers['vary'],
  )
  return mocked
}

/** Faults of the request by itself; others are of the state of things, which a mock has none of. */
const BY_THE_REQUEST = ['400', '405', '406', '413', '415', '428']
const refusals = operations.flatMap(({ id }) =>
  BY_THE_REQUEST.flatMap((status) =>
    (responseCases[id]?.[status] ?? []).map(({ request }, index) => ({
      title: `${id} ${status} (${index + 1})`,
      status,
      request,
    })),
  ),
)

describe('the mock refuses what the service refuses', () => {
  it.each(refusals)('$title', async ({ status, request }) => {
    const sent = await request(world, test.send)
    const answer = await expectTheSame(sent)
    expect(String(answer.status)).toBe(status)
  })

  it('has a refusal of each kind to be asked about', () => {
    expect([...new Set(refusals.map(({ status }) => status))].toSorted()).toEqual(BY_THE_REQUEST)
  })

  it.each<[string, Sent, number]>([
    ['a path that is none', { path: '/nothing/' }, 404],
    ['a path outside the API', { url: '/nothing' }, 404],
    ['an id that is none', { path: '/events/abc/' }, 404],
    ['an id that is too large', { path: '/venues/2147483648/' }, 404],
    ['a query that is not UTF-8', { path: '/events/?limit=%ff' }, 400],
    ['a parameter given twice', { path: '/events/?limit=1&limit=2' }, 400],
    ['two faults at once', { path: '/events/?limit=0&ordering=odd' }, 400],
    ['no credential', { method: 'POST', path: '/events/' }, 401],
    ['a wrong scheme', { path: '/events/', headers: { authorization: 'Basic YTpi' } }, 401],
    ['drafts without a key', { path: '/events/?publish_status=draft' }, 401],
    [
      'an archive without a key, whatever is preferred',
      {
        path: '/marketplace-artworks/?publish_status=archived',
        headers: { prefer: 'code=404, example=X' },
      },
      401,
    ],
    ['drafts without a key and with a fault', { path: '/events/?publish_status=draft&x=1' }, 400],
    ['no key', { path: '/events/', headers: { authorization: 'Bearer amk_short' } }, 401],
  ])('%s', async (_, sent, status) => {
    expect(await expectTheSame(sent)).toMatchObject({ status })
  })
})

describe('a request that does not fit is refused as such', () => {
  it.each(operations)('$id, whatever it prefers', async (operation) => {
    const sent = fittingRequest(operation, 'code=500')
    const answer = await mock.send({ ...sent, path: `${sent.path}?odd=1` })
    expect(answer.status).toBe(400)
    expect(answer.headers['preference-applied']).toBeUndefined()
    expect(answer.text).toContain('odd')
  })
})

describe('a key', () => {
  it('is taken by its looks, with every scope', async () => {
    const writing = operations.filter(({ method }) => method !== 'GET')
    expect(writing.length).toBeGreaterThan(4)
    for (const operation of writing) {
      expect((await mock.send(fittingRequest(operation))).status).toBeLessThan(300)
    }
  })

  it('may ask for another state', async () => {
    const headers = { authorization: ANY_KEY }
    const { status } = await mock.send({ path: '/events/?publish_status=draft', headers })
    expect(status).toBe(200)
  })

  it('makes an answer private', async () => {
    const headers = { authorization: ANY_KEY }
    const answer = await mock.send({ path: '/events/', headers })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })
})
