import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import type { Answer } from '../support/send.ts'
import {
  CONTRASTING_SETS,
  createdKey,
  faultsOf,
  keyRequests,
  mayGrant,
  shownKey,
  type NewKey,
} from './key-requests.ts'

const test = useService()
const { get, post, remove, isValid } = keyRequests(test)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => test.db.deleteFrom('api_keys').execute())

const record = async (key: string, id: number) => shownKey(await get(key, `/api-keys/${id}/`))
const row = (id: number) =>
  test.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const elapsed = (from: string, to: string | null) => Date.parse(to ?? '') - Date.parse(from)

/** Moves a key into the past, so that `left` of its lifetime is left. */
async function age(id: number, lifetime: string, left: string): Promise<void> {
  const expiry = sql<string>`now() + ${left}::interval`
  await test.db
    .updateTable('api_keys')
    .set({ created_at: sql<string>`${expiry} - ${lifetime}::interval`, expires_at: expiry })
    .where('id', '=', id)
    .execute()
}

/** Ends the overlap of a replaced key. */
async function expire(id: number): Promise<void> {
  const expires_at = sql<string>`now()`
  await test.db.updateTable('api_keys').set({ expires_at }).where('id', '=', id).execute()
}

describe('the successor of a key', () => {
  it('has its owner, scopes and lifetime, also if admin creates it', async () => {
    const admin = await makeApiKey(test.db, { scopes: ['admin'] })
    const old = await makeApiKey(test.db, { scopes: ['artworks:write', 'events:write'] })
    await age(old.id, '90 days', '10 days')
    const made = createdKey(await post(admin.key, { replaces: old.id }))
    expect(made.owner.id).toBe(old.userId)
    expect(made.scopes).toEqual(['artworks:write', 'events:write'])
    expect(elapsed(made.created_at, made.expires_at)).toBe(90 * DAY_MS)
    expect(await isValid(made.key)).toBe(true)
  })

  it('does not expire if the key does not', async () => {
    const { key, id } = await makeApiKey(test.db)
    expect(createdKey(await post(key, { replaces: id })).expires_at).toBeNull()
  })

  it.each([
    { overlap_hours: undefined, hours: 24 },
    { overlap_hours: 1, hours: 1 },
    { overlap_hours: 720, hours: 720 },
  ])('leaves the key valid for an overlap: $hours hours', async ({ overlap_hours, hours }) => {
    const { key, id } = await makeApiKey(test.db)
    const made = createdKey(await post(key, { replaces: id, overlap_hours }))
    const old = await record(made.key, id)
    expect(elapsed(made.created_at, old.expires_at)).toBe(hours * HOUR_MS)
    expect([await isValid(key), await isValid(made.key)]).toEqual([true, true])
    await expire(id)
    expect([await isValid(key), await isValid(made.key)]).toEqual([false, true])
  })

  it('does not let the key live longer than before', async () => {
    const { key, id } = await makeApiKey(test.db)
    await age(id, '90 days', '2 hours')
    const before = await record(key, id)
    const made = createdKey(await post(key, { replaces: id, overlap_hours: 3 }))
    expect((await record(made.key, id)).expires_at).toBe(before.expires_at)
  })

  it('ends the key at once without an overlap, even the key that creates it', async () => {
    const { key, id } = await makeApiKey(test.db)
    const made = createdKey(await post(key, { replaces: id, overlap_hours: 0 }))
    expect([await isValid(key), await isValid(made.key)]).toEqual([false, true])
  })

  it('is named by the key, whose version changes', async () => {
    const { key, id } = await makeApiKey(test.db)
    const { headers } = await get(key, `/api-keys/${id}/`)
    const made = createdKey(await post(key, { replaces: id }))
    expect(made.replaced_by).toBeNull()
    expect((await record(key, id)).replaced_by).toBe(made.id)
    expect((await remove(key, id, headers['etag'])).status).toBe(412)
    const again = await get(key, `/api-keys/${id}/`)
    expect((await remove(key, id, again.headers['etag'])).status).toBe(204)
  })
})

describe('a replacement is rejected', () => {
  const noKey = [{ pointer: '/replaces', detail: 'No valid API key has this id.' }]

  it('for a key that has been replaced, even after the revocation of its successor', async () => {
    const { key, id } = await makeApiKey(test.db)
    const made = createdKey(await post(key, { replaces: id }))
    const detail = `The key ${made.id} has replaced this key.`
    const faults = [{ pointer: '/replaces', detail }]
    expect(faultsOf(await post(made.key, { replaces: id }))).toEqual(faults)
    expect((await remove(key, made.id)).status).toBe(204)
    expect(faultsOf(await post(key, { replaces: id }))).toEqual(faults)
  })

  it('for an expired or revoked key, and for one of another user as if there were none', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const past = '2024-05-07T09:30:00Z'
    const others = [
      await makeApiKey(test.db, { owner_id: userId, expires_at: past }),
      await makeApiKey(test.db, { owner_id: userId, revoked_at: past }),
      await makeApiKey(test.db),
      { id: 2147483647 },
    ]
    for (const { id } of others) expect(faultsOf(await post(key, { replaces: id }))).toEqual(noKey)
  })

  it.each([{ scopes: ['events:write'] }, { owner: 'mleroy' }, { expires_at: null }])(
    'with a field that the key determines: %j',
    async (field) => {
      const { key, id } = await makeApiKey(test.db)
      const [name = ''] = Object.keys(field)
      const response = await post(key, { replaces: id, ...field })
      expect(faultsOf(response)).toMatchObject([{ pointer: `/${name}` }])
      expect(await isValid(key)).toBe(true)
    },
  )

  it('for a key of the same user with a longer lifetime, unless admin sends it', async () => {
    const lifetimes = ['1 hour', '90 days', null]
    const isAdmin = [false, true]
    for (const [held, own] of lifetimes.entries()) {
      for (const [wanted, lifetime] of lifetimes.entries()) {
        for (const admin of isAdmin) {
          const scopes = admin ? (['admin'] as const) : (['events:write'] as const)
          const { key, id: sender, userId: owner_id } = await makeApiKey(test.db, { scopes })
          const { id } = await makeApiKey(test.db, { owner_id })
          if (own !== null) await age(sender, own, '30 minutes')
          if (lifetime !== null) await age(id, lifetime, '30 minutes')
          const before = await row(id)
          const response = await post(key, { replaces: id, overlap_hours: 0 })
          if (admin || wanted <= held) {
            const { expires_at, created_at } = createdKey(response)
            const span = expires_at === null ? null : elapsed(created_at, expires_at)
            expect(span).toBe([HOUR_MS, 90 * DAY_MS, null][wanted])
            continue
          }
          const detail = 'This key has a longer lifetime than the key of the sender.'
          expect(faultsOf(response)).toEqual([{ pointer: '/replaces', detail }])
          expect(await row(id)).toEqual(before)
        }
      }
    }
  })

  it('never for the expiring key itself, but its successor has no longer lifetime', async () => {
    const { key, id } = await makeApiKey(test.db)
    await age(id, '90 days', '10 days')
    const made = createdKey(await post(key, { replaces: id, overlap_hours: 0 }))
    expect(elapsed(made.created_at, made.expires_at)).toBe(90 * DAY_MS)
    const next = createdKey(await post(made.key, { replaces: made.id }))
    expect(elapsed(next.created_at, next.expires_at)).toBe(90 * DAY_MS)
  })

  it.each(CONTRASTING_SETS.map((held) => ({ held })))(
    'for a key of the same user with more scopes than $held',
    async ({ held }) => {
      for (const scopes of CONTRASTING_SETS) {
        const { key, userId: owner_id } = await makeApiKey(test.db, { scopes: held })
        const { id } = await makeApiKey(test.db, { owner_id, scopes })
        const before = await row(id)
        const response = await post(key, { replaces: id, overlap_hours: 0 })
        if (mayGrant(held, scopes)) {
          expect(createdKey(response).scopes).toEqual(scopes)
          continue
        }
        expect(response.status, scopes.join(' ')).toBe(403)
        expect(await row(id)).toEqual(before)
      }
    },
  )

  it('for all but one of concurrent requests', async () => {
    const { key, id, userId } = await makeApiKey(test.db)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => post(key, { replaces: id, overlap_hours: 24 })),
    )
    const winners = all.filter(({ status }) => status === 201).map(createdKey)
    expect(winners).toHaveLength(1)
    const [winner] = winners as [NewKey]
    for (const response of all.filter(({ status }) => status !== 201)) {
      expect(faultsOf(response)).toMatchObject([{ pointer: '/replaces' }])
    }
    expect((await row(id)).replaced_by).toBe(winner.id)
    const keys = await test.db
      .selectFrom('api_keys')
      .select('id')
      .where('owner_id', '=', userId)
      .execute()
    expect(new Set(keys.map((each) => each.id))).toEqual(new Set([id, winner.id]))
  })

  it('for a key that is being revoked', async () => {
    const { key, userId } = await makeApiKey(test.db)
    const { id } = await makeApiKey(test.db, { owner_id: userId })
    let response: Promise<Answer> | undefined
    await test.db.transaction().execute(async (trx) => {
      const revoked_at = sql<string>`now()`
      await trx.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
      response = post(key, { replaces: id })
      expect(await untilLockWaitOrEnd(test.db, response)).toBe('lock wait')
    })
    expect(faultsOf((await response) as Answer)).toEqual(noKey)
  })
})
