import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { authenticate } from '../../src/auth/authenticate.ts'
import type { Scope } from '../../src/auth/principal.ts'
import { slugOf } from '../../src/writes/slug.ts'
import { useService } from '../support/app.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeUser } from '../support/make-user.ts'
import type { Answer } from '../support/send.ts'
import {
  bodyWithoutId,
  CONTRASTING_SETS,
  createdKey,
  faultsOf,
  keyRequests,
  mayGrant,
  SCOPE_SETS,
  shownKey,
} from './key-requests.ts'

const test = useService()
const { get, post, remove, isValid } = keyRequests(test)
const MAX_VALID = 20
const SCOPES: readonly Scope[] = ['events:write']

beforeEach(() => test.db.deleteFrom('api_keys').execute())

const adminKey = () => makeApiKey(test.db, { scopes: ['admin'] })

async function countKeys(ownerId: string): Promise<number> {
  const rows = await test.db
    .selectFrom('api_keys')
    .select('id')
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.length
}

describe('a new key', () => {
  it.each(SCOPE_SETS.map((scopes) => ({ scopes })))(
    'authenticates its owner with exactly its scopes: $scopes',
    async ({ scopes }) => {
      const sender = await adminKey()
      const made = createdKey(await post(sender.key, { scopes }))
      expect(made).toMatchObject({
        scopes,
        expires_at: null,
        replaced_by: null,
        last_used_at: null,
      })
      expect(made.key.startsWith(made.hint)).toBe(true)
      const principal = await authenticate(test.db, `Bearer ${made.key}`)
      expect(principal).toMatchObject({ userId: sender.userId, scopes })
    },
  )

  it.each(CONTRASTING_SETS.map((held) => ({ held })))(
    'has at most the scopes of the key of its sender: $held',
    async ({ held }) => {
      for (const wanted of CONTRASTING_SETS) {
        const { key, userId } = await makeApiKey(test.db, { scopes: held })
        const response = await post(key, { scopes: wanted })
        const isAllowed = mayGrant(held, wanted)
        expect(response.status, wanted.join(' ')).toBe(isAllowed ? 201 : 403)
        expect(await countKeys(userId)).toBe(isAllowed ? 2 : 1)
      }
    },
  )

  it('is valid until it expires', async () => {
    const { key } = await adminKey()
    const expires_at = '2099-07-01T08:00:00.123456789+02:00'
    const made = createdKey(await post(key, { scopes: SCOPES, expires_at }))
    expect(made.expires_at).toBe('2099-07-01T06:00:00.123456Z')
    expect(await isValid(made.key)).toBe(true)
    await test.db
      .updateTable('api_keys')
      .set({ expires_at: '2024-05-07T09:30:00Z' })
      .where('id', '=', made.id)
      .execute()
    expect(await isValid(made.key)).toBe(false)
    expect(shownKey(await get(key, `/api-keys/${made.id}/`)).expires_at).toBe(
      '2024-05-07T09:30:00Z',
    )
  })

  it.each(['2020-07-01T08:00:00Z', '2020-07-01t08:00:00z', '2020-07-01t08:00:00.5+02:00'])(
    'cannot have expired before: %s',
    async (expires_at) => {
      const { key } = await adminKey()
      const response = await post(key, { scopes: SCOPES, expires_at })
      expect(faultsOf(response)).toMatchObject([{ pointer: '/expires_at' }])
    },
  )

  it.each(['2099-07-01t08:00:00z', '9999-12-31T23:59:59.9999999Z'])(
    'may expire at any later time: %s',
    async (expires_at) => {
      const { key } = await adminKey()
      expect((await post(key, { scopes: SCOPES, expires_at })).status).toBe(201)
    },
  )

  const ENDS = '2098-07-01T06:00:00.5Z'
  const SHOWN_END = '2098-07-01T06:00:00.500000Z'
  const BEFORE = '2098-07-01T06:00:00Z'
  it.each([
    { expires_at: undefined, shown: SHOWN_END },
    { expires_at: '2098-07-01T08:00:00.5+02:00', shown: SHOWN_END },
    { expires_at: BEFORE, shown: BEFORE },
    { expires_at: '2098-07-01T06:00:00.500001Z' },
    { expires_at: '2099-07-01T06:00:00Z' },
    { expires_at: null },
  ])(
    'expires no later than the key of its sender, which has no admin: $expires_at',
    async ({ expires_at, shown }) => {
      const sender = await makeApiKey(test.db, { expires_at: ENDS })
      const response = await post(sender.key, { scopes: SCOPES, expires_at })
      if (shown === undefined) {
        const detail = `It must not be later than the expiry of the sender's key, ${SHOWN_END}.`
        expect(faultsOf(response)).toEqual([{ pointer: '/expires_at', detail }])
        expect(await countKeys(sender.userId)).toBe(1)
      } else {
        expect(createdKey(response).expires_at).toBe(shown)
      }
      const others = [
        await makeApiKey(test.db),
        await makeApiKey(test.db, { scopes: ['admin'], expires_at: ENDS }),
      ]
      for (const { key } of others) {
        const made = createdKey(await post(key, { scopes: SCOPES, expires_at }))
        expect(made.expires_at === null).toBe((expires_at ?? null) === null)
      }
    },
  )

  it('is not created by a key that has been revoked meanwhile', async () => {
    const { key, id, userId } = await makeApiKey(test.db)
    let response: Promise<Answer> | undefined
    await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('id', '=', userId).forUpdate().execute()
      await trx.selectFrom('api_keys').where('id', '=', id).forUpdate().execute()
      response = post(key, { scopes: SCOPES })
      expect(await untilLockWaitOrEnd(test.db, response)).toBe('lock wait')
      const revoked_at = '2024-05-07T09:30:00Z'
      await trx.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
    })
    expect((await response)?.status).toBe(401)
    expect(await countKeys(userId)).toBe(1)
  })
})

describe('the owner of a new key', () => {
  it('is the sender, whether named or not', async () => {
    const { id, username } = await makeUser(test.db)
    const { key } = await makeApiKey(test.db, { owner_id: id })
    for (const owner of [undefined, username]) {
      const made = createdKey(await post(key, { scopes: SCOPES, owner }))
      expect(made.owner).toMatchObject({ id, username })
    }
  })

  it('is another user only if admin names one; others do not learn who exists', async () => {
    const { id, username } = await makeUser(test.db)
    const { key } = await makeApiKey(test.db)
    const known = await post(key, { scopes: SCOPES, owner: username })
    const unknown = await post(key, { scopes: SCOPES, owner: 'no-user-of-this-name' })
    expect([known.status, unknown.status]).toEqual([403, 403])
    expect(bodyWithoutId(known)).toEqual(bodyWithoutId(unknown))
    const admin = await adminKey()
    const made = createdKey(await post(admin.key, { scopes: SCOPES, owner: username }))
    expect(made.owner.id).toBe(id)
    const principal = await authenticate(test.db, `Bearer ${made.key}`)
    expect(principal).toMatchObject({ userId: id, scopes: SCOPES })
  })

  it.each(['kunsthal-nord', '.', '..', '-', '_', 'A.b-C_9', 'x'.repeat(150), 'x.'.repeat(75)])(
    'is created when admin names an unknown user: %s',
    async (owner) => {
      const { key } = await adminKey()
      const first = createdKey(await post(key, { scopes: SCOPES, owner }))
      expect(first.owner.username).toBe(owner)
      const second = createdKey(await post(key, { scopes: SCOPES, owner }))
      expect(second.owner).toEqual(first.owner)
    },
  )

  it('is created once by concurrent requests', async () => {
    const { key } = await adminKey()
    const body = { scopes: SCOPES, owner: 'kunsthal-syd' }
    const made = (await Promise.all([1, 2, 3, 4].map(() => post(key, body)))).map(createdKey)
    expect(new Set(made.map(({ owner }) => owner.id)).size).toBe(1)
  })

  it('gets another slug when one is taken, and is rejected when both are', async () => {
    const { key } = await adminKey()
    const made = (name: string) => slugOf(name, 'username', name)
    await makeUser(test.db, { slug: 'taken-once' })
    const once = createdKey(await post(key, { scopes: SCOPES, owner: 'taken-once' }))
    expect(once.owner).toMatchObject({ username: 'taken-once', slug: made('taken-once') })
    for (const slug of ['taken-twice', made('taken-twice')]) await makeUser(test.db, { slug })
    const twice = await post(key, { scopes: SCOPES, owner: 'taken-twice' })
    expect(faultsOf(twice)).toEqual([{ pointer: '/owner', detail: 'No user can have this name.' }])
  })
})

describe('the number of keys of a user', () => {
  const detail =
    'The owner has 20 keys that were valid within the last minute. Delete one, and wait a minute.'
  const FULL = [{ pointer: '', detail }]
  const PAST = '2024-05-07T09:30:00Z'

  it('is limited for recently valid ones; keys that ended before the last minute do not count', async () => {
    const sender = await makeApiKey(test.db)
    const owner_id = sender.userId
    for (let made = 0; made < MAX_VALID; made += 1) {
      await makeApiKey(test.db, { owner_id, expires_at: PAST })
      await makeApiKey(test.db, { owner_id, revoked_at: PAST })
    }
    for (let made = 2; made < MAX_VALID; made += 1) await makeApiKey(test.db, { owner_id })
    const last = createdKey(await post(sender.key, { scopes: SCOPES }))
    expect(faultsOf(await post(sender.key, { scopes: SCOPES }))).toEqual(FULL)
    expect(faultsOf(await post(sender.key, { replaces: last.id }))).toEqual(FULL)
    expect((await remove(sender.key, last.id)).status).toBe(204)
    expect(faultsOf(await post(sender.key, { scopes: SCOPES }))).toEqual(FULL)
    const ended = test.db.updateTable('api_keys').set({ revoked_at: PAST })
    await ended.where('id', '=', last.id).execute()
    expect((await post(sender.key, { scopes: SCOPES })).status).toBe(201)
  })

  it('is limited with those that have expired, until one of them is deleted', async () => {
    const sender = await makeApiKey(test.db)
    const expired = await makeApiKey(test.db, { owner_id: sender.userId, expires_at: PAST })
    const others = sql`generate_series(3, 1000)`
    await sql`
      insert into api_keys (hint, key_hash, owner_id, scopes, expires_at)
      select 'amk_', sha256(convert_to(number::text, 'UTF8')), owner_id, scopes, expires_at
      from api_keys, ${others} as number where id = ${expired.id}`.execute(test.db)
    const full = {
      pointer: '',
      detail: 'The owner has 1000 keys, expired ones included. Delete one first.',
    }
    expect(faultsOf(await post(sender.key, { scopes: SCOPES }))).toEqual([full])
    expect((await remove(sender.key, expired.id)).status).toBe(204)
    expect((await post(sender.key, { scopes: SCOPES })).status).toBe(201)
  })

  it('counts those of the owner, whoever creates them', async () => {
    const admin = await adminKey()
    const { id, username } = await makeUser(test.db)
    for (let made = 0; made < MAX_VALID; made += 1) await makeApiKey(test.db, { owner_id: id })
    const body = { scopes: SCOPES, owner: username }
    expect(faultsOf(await post(admin.key, body))).toEqual(FULL)
    expect((await post(admin.key, { scopes: SCOPES })).status).toBe(201)
  })

  it('is limited for concurrent requests of several keys', async () => {
    const one = await makeApiKey(test.db)
    const other = await makeApiKey(test.db, { owner_id: one.userId })
    const requests = Array.from({ length: 24 }, (_, index) =>
      post(index % 2 === 0 ? one.key : other.key, { scopes: SCOPES }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_VALID - 2)
    expect(statuses.filter((status) => status === 422)).toHaveLength(24 - MAX_VALID + 2)
    expect(await countKeys(one.userId)).toBe(MAX_VALID)
  })
})
