import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockKey, revokeKey } from '../../src/api-keys/api-key-queries.ts'
import { requireUnrevokedKey } from '../../src/auth/api-key-queries.ts'
import { requireSet } from '../../src/contract/request-context.ts'
import { useService } from '../support/app.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { expectRejected } from '../support/record-writer.ts'
import type { Answer } from '../support/send.ts'
import { createdKey, keyRequests, LIST, shownKey, type ShownKey } from './key-requests.ts'
import { walkPages } from '../support/walk-pages.ts'
import { eventBody } from '../writes/event-requests.ts'

const test = useService()
const { get, post, remove, isValid } = keyRequests(test)
const PAST = '2024-05-07T09:30:00Z'

beforeEach(() => test.db.deleteFrom('api_keys').execute())

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly ShownKey[]
}

async function pageAt(key: string, path: string): Promise<Page> {
  const response = await get(key, path)
  expect(response.status, response.text).toBe(200)
  return response.json() as unknown as Page
}

const walk = (key: string, limit: number): Promise<Page[]> =>
  walkPages((url) => pageAt(key, url.replace('/api/v1', '')), `${LIST}?limit=${limit}`)

/** The ids of the valid and expired keys of two users, whose revoked keys are in no list. */
async function makeKeys(): Promise<{ own: number[]; all: number[]; one: MadeApiKey }> {
  const one = await makeApiKey(test.db)
  const other = await makeApiKey(test.db)
  const own = [one.id]
  const all = [one.id, other.id]
  for (let round = 0; round < 4; round += 1) {
    for (const owner_id of [one.userId, other.userId]) {
      await makeApiKey(test.db, { owner_id, revoked_at: PAST })
      const listed = [
        await makeApiKey(test.db, { owner_id }),
        await makeApiKey(test.db, { owner_id, expires_at: PAST }),
      ].map(({ id }) => id)
      all.push(...listed)
      if (owner_id === one.userId) own.push(...listed)
    }
  }
  return { own: own.toReversed(), all: all.toReversed(), one }
}

describe('the list', () => {
  it.each([1, 2, 7, 100])(
    'has the own keys that are not revoked, the newest first, in pages of %i',
    async (limit) => {
      const { own, one } = await makeKeys()
      const pages = await walk(one.key, limit)
      expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(own)
      expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([own.length]))
      expect(pages).toHaveLength(Math.ceil(own.length / limit))
      expect(pages.at(-1)?.previous === null).toBe(pages.length === 1)
    },
  )

  it('has the keys of all users for admin', async () => {
    const { all } = await makeKeys()
    const admin = await makeApiKey(test.db, { scopes: ['admin'] })
    const pages = await walk(admin.key, 5)
    const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
    expect(ids).toEqual([admin.id, ...all])
    expect(pages[0]?.count).toBe(ids.length)
  })

  it('shows each key as it is at its own address', async () => {
    const { one } = await makeKeys()
    // The first use is recorded.
    await get(one.key)
    const { results } = await pageAt(one.key, LIST)
    for (const record of results) {
      expect(shownKey(await get(one.key, `${LIST}${record.id}/`))).toEqual(record)
    }
  })
})

describe('the use of a key', () => {
  it('is shown, and does not change its version', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const used = await makeApiKey(test.db, { owner_id: userId })
    const path = `${LIST}${used.id}/`
    const before = await get(key, path)
    expect(shownKey(before).last_used_at).toBeNull()
    expect(await isValid(used.key)).toBe(true)
    const after = await get(key, path)
    expect(shownKey(after).last_used_at).not.toBeNull()
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect((await remove(key, used.id, before.headers['etag'])).status).toBe(204)
    expect(await isValid(used.key)).toBe(false)
  })

  it('leaves the ETag of its creation valid', async () => {
    const { key } = await makeApiKey(test.db)
    const response = await post(key, { scopes: ['events:write'] })
    const made = createdKey(response)
    expect(await isValid(made.key)).toBe(true)
    expect((await remove(made.key, made.id, response.headers['etag'])).status).toBe(204)
  })
})

describe('a revoked key', () => {
  it('is invalid at once, even if it has revoked itself, and cannot be found again', async () => {
    const { key, id, userId } = await makeApiKey(test.db)
    const other = await makeApiKey(test.db, { owner_id: userId })
    const admin = await makeApiKey(test.db, { scopes: ['admin'] })
    const { headers } = await get(key, `${LIST}${id}/`)
    expectRejected(await remove(key, id), 409, 'record_in_use')
    expect((await remove(key, id, headers['etag'])).status).toBe(204)
    expect(await isValid(key)).toBe(false)
    expect((await remove(key, id)).status).toBe(401)
    for (const reader of [other.key, admin.key]) {
      expect((await get(reader, `${LIST}${id}/`)).status).toBe(404)
      expect((await remove(reader, id)).status).toBe(404)
    }
    expect((await pageAt(other.key, LIST)).results.map((record) => record.id)).toEqual([other.id])
  })

  it.each(['PATCH', 'DELETE', 'POST'])(
    'commits no %s that has waited for a lock',
    async (method) => {
      const { key, id } = await makeApiKey(test.db, { scopes: ['catalogue:write'] })
      await test.db.deleteFrom('tags').execute()
      const { id: tag } = await makeTag(test.db, { name: 'Before' })
      let response: Promise<Answer> | undefined
      await test.db.transaction().execute(async (trx) => {
        await trx.updateTable('tags').set({ name: 'Other' }).where('id', '=', tag).execute()
        response = test.send({
          method,
          path: method === 'POST' ? '/tags/' : `/tags/${tag}/`,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type':
              method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
            ...(method === 'POST' ? { 'idempotency-key': 'a' } : { 'if-match': '*' }),
          },
          ...(method !== 'DELETE' && { body: '{"name":"Other"}' }),
        })
        expect(await untilLockWaitOrEnd(test.db, response)).toBe('lock wait')
        await test.db
          .updateTable('api_keys')
          .set({ revoked_at: PAST })
          .where('id', '=', id)
          .execute()
        // For a POST, so that its name is free again.
        await trx.updateTable('tags').set({ name: 'Before' }).where('id', '=', tag).execute()
      })
      expectRejected(requireSet(await response), 401, 'unauthorized')
      const tags = await test.db.selectFrom('tags').select('name').execute()
      expect(tags).toEqual([{ name: 'Before' }])
    },
  )

  it.each(['/events/', '/events/batch/', '/events/batch/?atomic=true'])(
    'commits nothing after the response to its revocation: POST %s',
    async (path) => {
      const { key, id, userId } = await makeApiKey(test.db, { scopes: ['events:write'] })
      const other = await makeApiKey(test.db, { owner_id: userId })
      const event = JSON.parse(eventBody((await makeVenue(test.db)).id)) as object
      const isBatch = path !== '/events/'
      const responses = await withCommitsWaiting(async () => {
        const written = test.send({
          method: 'POST',
          path,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': isBatch ? 'application/x-ndjson' : 'application/json',
          },
          body: JSON.stringify(isBatch ? { external_id: 'a', event } : event),
        })
        expect(await untilLockWaitOrEnd(test.db, written)).toBe('lock wait')
        const revoked = remove(other.key, id)
        expect(await untilLockWaitOrEnd(test.db, revoked, 2)).toBe('lock wait')
        return { written, revoked }
      })
      const statuses = [(await responses.written).status, (await responses.revoked).status]
      expect(statuses).toEqual([isBatch ? 200 : 201, 204])
    },
  )

  it('revokes no other key, even one that revokes it at the same time', async () => {
    const one = await makeApiKey(test.db)
    const other = await makeApiKey(test.db, { owner_id: one.userId })
    const revocations = await test.db.transaction().execute(async (trx) => {
      for (const { id } of [one, other]) {
        await sql`SELECT pg_advisory_xact_lock_shared(5432024, ${id}::integer)`.execute(trx)
      }
      const sent = Promise.all([remove(one.key, other.id), remove(other.key, one.id)])
      expect(await untilLockWaitOrEnd(test.db, sent, 2)).toBe('lock wait')
      return { sent }
    })
    const answers = await revocations.sent
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
  })

  it('is revoked by the operator once a rotation of it by itself has ended', async () => {
    const { id } = await makeApiKey(test.db)
    const revocation = await test.db.transaction().execute(async (rotation) => {
      await lockKey(rotation, id)
      const sent = revokeKey(test.db, id)
      expect(await untilLockWaitOrEnd(test.db, sent)).toBe('lock wait')
      await requireUnrevokedKey(rotation, id)
      return { sent }
    })
    expect((await revocation.sent)?.revoked_at).not.toBeNull()
  })

  /** Runs `work` while each transaction that inserts events waits at its COMMIT. */
  async function withCommitsWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
    await sql`CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$`.execute(test.db)
    await sql`CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON events
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`.execute(test.db)
    onTestFinished(async () => {
      await sql`DROP FUNCTION wait_at_commit CASCADE`.execute(test.db)
    })
    return test.db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(1)`.execute(trx)
      return work()
    })
  }

  it('keeps its row and the time of its revocation', async () => {
    const { id, userId } = await makeApiKey(test.db)
    await remove((await makeApiKey(test.db, { owner_id: userId })).key, id)
    const { rows } = await sql<{ is_recent: boolean }>`
      SELECT revoked_at > now() - interval '1 hour' AS is_recent FROM api_keys WHERE id = ${id}`.execute(
      test.db,
    )
    expect(rows).toEqual([{ is_recent: true }])
  })

  it('may have had more scopes than the key that revokes it', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const leaked = await makeApiKey(test.db, { owner_id: userId, scopes: ['admin'] })
    expect((await remove(key, leaked.id)).status).toBe(204)
    expect(await isValid(leaked.key)).toBe(false)
  })
})
