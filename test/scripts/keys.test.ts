import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readArguments, KeyError } from '../../scripts/keys/key-arguments.ts'
import { type Printed, runCommand } from '../../scripts/keys/run-command.ts'
import { authenticate } from '../../src/auth/authenticate.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeUser } from '../support/make-user.ts'

const test = useDatabase()

beforeEach(async () => {
  await sql`TRUNCATE api_keys RESTART IDENTITY`.execute(test.db)
})

/** What `npm run keys -- LINE` prints; no argument of these tests has a blank. */
const keys = (line: string, serviceUrl?: string): Promise<Printed> =>
  runCommand(test.db, readArguments(line.split(' ').filter(Boolean)), serviceUrl)

/** The owner and the scopes of a valid key. */
async function who(key: string) {
  const principal = await authenticate(test.db, `Bearer ${key}`)
  return principal && { userId: principal.userId, scopes: principal.scopes }
}

interface Times {
  readonly lifetime: string | null
  readonly left: string | null
}

/** How long a key was made to live, and how long it still does, to the minute. */
async function timesOf(id: number): Promise<Times | undefined> {
  const { rows } = await sql<Times>`
    SELECT (expires_at - created_at)::text AS lifetime,
      justify_hours(date_trunc('minute', expires_at - now() + interval '30 s'))::text AS left
    FROM api_keys WHERE id = ${id}`.execute(test.db)
  return rows[0]
}

describe('keys create', () => {
  it('prints the key alone, and the rest as notes', async () => {
    const { username, id } = await makeUser(test.db)
    const line = `create --owner ${username} --scopes events:write`
    const { output, notes } = await keys(line, 'https://art.example')
    expect(output).toMatch(/^amk_[A-Za-z0-9_-]{43}$/)
    expect(await who(output)).toEqual({ userId: id, scopes: ['events:write'] })
    expect(notes).toBe(`Key 1
  owner    ${username}
  scopes   events:write
  expires  never
The key is shown only now: the database has no more than its hash. To use it as $KEY:
  curl -H "Authorization: Bearer $KEY" https://art.example/api/v1/events/`)
  })

  it('names no address where it does not know that of the service', async () => {
    const { notes } = await keys('create --owner anybody --scopes admin')
    expect(notes).toMatch(/, with the address of the API as \$API:\n.* \$API\/events\/$/)
    expect(notes).not.toContain('http')
  })

  it('makes the owner where there is none, and says so', async () => {
    const { output, notes } = await keys('create --owner North.Light --scopes admin')
    expect(notes).toContain('There was no user "North.Light", so it was made.')
    const user = await test.db
      .selectFrom('users')
      .select(['id', 'slug'])
      .where('username', '=', 'North.Light')
      .executeTakeFirstOrThrow()
    expect(user.slug).toMatch(/^north-light-[0-9a-f]{10}$/)
    expect(await who(output)).toEqual({ userId: user.id, scopes: ['admin'] })
    expect((await keys('create --owner North.Light --scopes admin')).notes).not.toContain('no user')
  })

  it.each([
    ['30m', '00:30:00'],
    ['12h', '12:00:00'],
    ['90d', '90 days'],
  ])('makes a key that expires after %s', async (time, lifetime) => {
    const { output, notes } = await keys(
      `create --owner north --scopes events:write --expires ${time}`,
    )
    expect(await timesOf(1)).toMatchObject({ lifetime })
    expect(notes).toMatch(/^ {2}expires {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m)
    expect(await who(output)).toBeDefined()
  })

  it.each(['user@post.example', 'Zoë', '', 'a/b', 'x'.repeat(151), "x'; DROP TABLE users"])(
    'refuses an owner whom no user can be, and makes nothing: %o',
    async (owner) => {
      const command = readArguments(['create', '--owner', owner, '--scopes', 'admin'])
      const made = runCommand(test.db, command, 'https://art.example')
      await expect(made).rejects.toThrow(KeyError)
      await expect(made).rejects.toThrow(/letters A to Z and a to z, digits, ".", "_" and "-"/)
      expect((await keys('list')).output).toBe('There are no keys.')
    },
  )

  it('takes the longest name', async () => {
    const { output } = await keys(`create --owner ${'x'.repeat(150)} --scopes admin`)
    expect(await who(output)).toBeDefined()
  })
})

describe('keys list', () => {
  it('shows every key with its state, and none of its text', async () => {
    const { id: owner_id } = await makeUser(test.db, { username: 'list.owner' })
    const past = '2024-05-07T09:30:00.123456Z'
    const active = await makeApiKey(test.db, { owner_id, scopes: ['artworks:write', 'admin'] })
    const expired = await makeApiKey(test.db, { owner_id, expires_at: past })
    const revoked = await makeApiKey(test.db, { owner_id, expires_at: past, revoked_at: past })
    await sql`UPDATE api_keys SET created_at = '2024-05-01T00:00:00Z'`.execute(test.db)
    await sql`UPDATE api_keys SET last_used_at = ${past} WHERE id = 2`.execute(test.db)
    const hints = [active, expired, revoked].map(({ key }) => `${key.slice(0, 12)}…`)
    const at = '2024-05-07T09:30:00Z'
    const made = '2024-05-01T00:00:00Z'
    const { output, notes } = await keys('list')
    expect(notes).toBe('3 keys, 1 of them active')
    expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'KEY', 'OWNER', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'],
      ['1', hints[0], 'list.owner', 'artworks:write,admin', made, 'never', 'never', 'active'],
      ['2', hints[1], 'list.owner', 'events:write', made, at, at, 'expired'],
      ['3', hints[2], 'list.owner', 'events:write', made, at, 'never', 'revoked'],
    ])
  })

  it('lines its columns up', async () => {
    await keys('create --owner a --scopes events:write')
    await keys('create --owner much-longer-than-that --scopes artworks:write,admin --expires 1d')
    const lines = (await keys('list')).output.split('\n')
    expect(new Set(lines.map((line) => /(STATE|active)$/.exec(line)?.index)).size).toBe(1)
  })
})

describe('keys revoke', () => {
  it('ends a key at once, and says since when', async () => {
    const { key, id } = await makeApiKey(test.db)
    const other = await makeApiKey(test.db)
    const { output } = await keys(`revoke ${id}`)
    expect(output).toMatch(/^Key 1 \(amk_.{8}…\) is revoked since 2\d{3}-\d\d-\d\dT[\d:]{8}Z\.$/)
    await expect(who(key)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await who(other.key)).toBeDefined()
  })

  it('leaves a revoked key as it is', async () => {
    await makeApiKey(test.db, { revoked_at: '2024-05-07T09:30:00Z' })
    expect((await keys('revoke 1')).output).toContain('is revoked since 2024-05-07T09:30:00Z.')
    expect((await keys('revoke 1')).output).toContain('is revoked since 2024-05-07T09:30:00Z.')
  })
})

describe('keys rotate', () => {
  it('makes a key for the same owner and scopes, beside the old one for the overlap', async () => {
    const old = await makeApiKey(test.db, { scopes: ['artworks:write', 'events:write'] })
    const { output, notes } = await keys('rotate 1 --overlap 48h')
    expect(await who(output)).toEqual(await who(old.key))
    expect(await who(output)).toMatchObject({ scopes: ['artworks:write', 'events:write'] })
    expect(notes).toMatch(/^Key 1 \(amk_.{8}…\) stays valid until 2\d{3}-\d\d-\d\dT[\d:]{8}Z\.$/m)
    expect(notes).toMatch(/^Key 2\n.*\n.*\n {2}expires {2}never\n/)
    expect(await timesOf(1)).toMatchObject({ left: '2 days' })
    expect(await timesOf(2)).toMatchObject({ lifetime: null })
  })

  it.each([
    ['revoked', { revoked_at: '2024-05-07T09:30:00Z' }],
    ['expired', { expires_at: '2024-05-07T09:30:00Z' }],
  ])('refuses a key that is %s', async (state, times) => {
    await makeApiKey(test.db, times)
    await expect(keys('rotate 1')).rejects.toThrow(`Key 1 is ${state}: create a new one instead.`)
    expect(await timesOf(2)).toBeUndefined()
  })

  it('replaces a key once, also for two commands at once', async () => {
    await makeApiKey(test.db)
    const both = await Promise.allSettled([keys('rotate 1'), keys('rotate 1')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(keys('rotate 1')).rejects.toThrow('Key 1 has been replaced by key 2: rotate that')
    expect((await keys('rotate 2')).notes).toContain('Key 3\n')
  })
})

describe('a key that is not there', () => {
  it.each(['revoke 812', 'rotate 812', 'revoke 2147483647'])('is an error: %s', async (line) => {
    await expect(keys(line)).rejects.toThrow(new KeyError(`There is no key ${line.slice(7)}.`))
  })
})

describe('the arguments of keys', () => {
  it.each([
    [
      'create --owner north --scopes events:write',
      { name: 'create', owner: 'north', scopes: ['events:write'], lifetimeSeconds: null },
    ],
    [
      'create --scopes=admin,events:write,admin --expires=9999d --owner=north',
      {
        name: 'create',
        owner: 'north',
        scopes: ['events:write', 'admin'],
        lifetimeSeconds: 863_913_600,
      },
    ],
    ['list', { name: 'list' }],
    ['revoke 7', { name: 'revoke', id: 7 }],
    ['rotate 7', { name: 'rotate', id: 7, overlapSeconds: 86_400 }],
    ['rotate --overlap 30m 7', { name: 'rotate', id: 7, overlapSeconds: 1_800 }],
  ])('are read: %s', (line, command) => {
    expect(readArguments(line.split(' '))).toEqual(command)
  })

  it.each([
    ['', 'A command is needed.'],
    ['make', '"make" is no command.'],
    ['create --scopes admin', 'create needs --owner NAME.'],
    ['create --owner north', 'create needs --scopes A,B.'],
    ['create --owner north --scopes=', '"" is no scope. The scopes are artworks:write,'],
    ['create --owner north --scopes events:read', '"events:read" is no scope.'],
    ['create --owner north --scopes admin,', '"" is no scope.'],
    ['create --owner north --scopes admin more', 'One argument is too many.'],
    ['create --owner --scopes admin', "Option '--owner' argument is ambiguous."],
    ['create --owner north --scopes admin --for 3d', "Unknown option '--for'"],
    ['create --owner north --scopes admin --expires 0d', '--expires is "0d" but must be 1 to 9999'],
    ['create --owner north --scopes admin --expires 90', '--expires is "90"'],
    ['create --owner north --scopes admin --expires 10000d', '--expires is "10000d"'],
    ['create --owner north --scopes admin --expires 1.5h', '--expires is "1.5h"'],
    ['create --owner north --scopes admin --expires never', '--expires is "never"'],
    ['rotate 1 --overlap 1w', '--overlap is "1w"'],
    ['rotate 1 --expires 1d', "Unknown option '--expires'"],
    ['rotate', 'The ID of a key is needed'],
    ['revoke', 'The ID of a key is needed'],
    ['revoke 0', 'The ID of a key is needed'],
    ['revoke 1e1', 'The ID of a key is needed'],
    ['revoke 2147483648', 'The ID of a key is needed'],
    ['revoke 1 2', 'One argument is too many.'],
    ['revoke 1 2 3', 'Some arguments are too many.'],
    ['revoke 1 --overlap 1d', "Unknown option '--overlap'"],
    ['list all', 'One argument is too many.'],
    ['list --owner north', "Unknown option '--owner'"],
  ])('are refused: %s', (line, message) => {
    const read = () => readArguments(line.split(' ').filter(Boolean))
    expect(read).toThrow(message)
  })

  it('are not repeated where a key may stand', () => {
    const key = `amk_${'A'.repeat(43)}`
    for (const args of [
      ['revoke', key],
      ['rotate', key, key],
    ]) {
      expect(() => readArguments(args)).toThrow(/^(?!.*amk_)/s)
    }
  })
})
