import { beforeAll, describe, expect, it } from 'vitest'
import { newApiKey } from '../../src/auth/api-key.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import type { Sent } from '../support/send.ts'

// How a key is sent; who may do what with it is in authorization-matrix.test.ts.

const test = useService()
/** One of each kind: those that need a credential and those that look at it when there is one. */
let requests: readonly Sent[]
let create: Sent
let valid: string

beforeAll(async () => {
  const made = await makeApiKey(test.db)
  const { id, venue_id } = await makeEvent(test.db, { author_id: made.userId })
  const times = { start_time: '2026-03-14T09:00:00Z', end_time: '2026-06-30T16:00:00Z' }
  const body = JSON.stringify({ title: 'Northern Light', venue: venue_id, category: 1, ...times })
  const path = `/events/${id}/`
  valid = made.key
  create = {
    method: 'POST',
    path: '/events/',
    headers: { 'content-type': 'application/json' },
    body,
  }
  requests = [
    create,
    { method: 'DELETE', path, headers: { 'if-match': '*' } },
    { path: '/events/' },
    { path },
    { path: '/marketplace-artworks/' },
  ]
})

function withHeaders(request: Sent, headers: Readonly<Record<string, string>>): Sent {
  return { ...request, headers: { ...request.headers, ...headers } }
}

/** The same words and the same headers, whatever was wrong. */
async function expectUnauthorized(request: Sent): Promise<void> {
  const answer = await test.send(request)
  const { 'x-request-id': id, ...headers } = answer.headers
  expect(answer.status, `${answer.method} ${answer.url}`).toBe(401)
  expect(headers['www-authenticate']).toBe('Bearer realm="art-marketplace"')
  expect(answer.json()).toEqual({
    type: 'https://art.example/docs/problems/unauthorized',
    title: 'Unauthorized',
    status: 401,
    detail: 'Send a valid API key as `Authorization: Bearer KEY`.',
    instance: `urn:uuid:${id}`,
    code: 'unauthorized',
  })
}

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('may call its scheme %s', async (scheme) => {
    const answer = await test.send(withHeaders(create, { authorization: `${scheme} ${valid}` }))
    expect(answer.status).toBe(201)
  })

  it.each(['Basic', 'Digest', 'Token', 'ApiKey', 'Negotiate', 'xBearer', 'Bearer,', 'Bearer:'])(
    'is refused with the scheme %s, even with a valid key',
    async (scheme) => {
      for (const request of requests) {
        await expectUnauthorized(withHeaders(request, { authorization: `${scheme} ${valid}` }))
      }
    },
  )

  const { key } = newApiKey()
  const token = Buffer.from(`author:${key}`).toString('base64')

  it.each([
    ['an unknown key', `Bearer ${key}`],
    ['a key alone', key],
    ['a user name and a password', `Basic ${token}`],
    ['a JSON Web Token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['two credentials', `Bearer ${key}, Bearer ${key}`],
  ])('is refused in the same words when it has %s', async (_, authorization) => {
    for (const request of requests)
      await expectUnauthorized(withHeaders(request, { authorization }))
  })

  it('is the only place where a key is looked for', async () => {
    await expectUnauthorized(withHeaders(create, { 'x-api-key': valid }))
    await expectUnauthorized(withHeaders(create, { cookie: `authorization=Bearer ${valid}` }))
    await expectUnauthorized(withHeaders(create, { 'proxy-authorization': `Bearer ${valid}` }))
    await expectUnauthorized({ ...create, path: `/events/?authorization=Bearer+${valid}` })
    await expectUnauthorized({ ...create, path: `/events/?api_key=${valid}` })
  })
})
