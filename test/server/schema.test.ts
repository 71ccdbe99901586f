import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { startMigration, type SchemaMigration } from '../../src/server/migration-gate.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()
const schemas: SchemaMigration[] = []

afterEach(() => {
  for (const schema of schemas.splice(0)) schema.stop()
})

function prepare(databaseUrl: string, rejectsNewer = false) {
  const waits: unknown[] = []
  const onWait = (error: unknown) => waits.push(error)
  const schema = startMigration({ databaseUrl, isPooled: false, rejectsNewer, onWait })
  schemas.push(schema)
  return { schema, waits }
}

describe('prepareSchema', () => {
  it('is current on a migrated database', async () => {
    const { schema, waits } = prepare(test.url)
    expect(schema.state()).toBe('waiting')
    await schema.settled
    expect(schema.state()).toBe('current')
    expect(waits).toEqual([])
  })

  it('F14 waits for a database that refuses connections, and tells why once', async () => {
    const { schema, waits } = prepare('postgresql://a@127.0.0.1:1/art')
    await expect.poll(() => waits).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
    await sleep(600)
    expect(schema.state()).toBe('waiting')
    expect(waits).toHaveLength(1)
  })

  it('F14 stops waiting when it is told to', async () => {
    const { schema, waits } = prepare('postgresql://a@127.0.0.1:1/art')
    await expect.poll(() => waits).toHaveLength(1)
    schema.stop()
    await expect(schema.settled).rejects.toThrow()
  })

  it.each([
    ['a database that is not there', (url: string) => url.replace(/\/test_\w+\?/, '/nowhere?')],
    ['a user who is not there', (url: string) => url.replace('postgres@', 'nobody@')],
  ])('F13 does not wait for %s', async (_what, change) => {
    const { schema, waits } = prepare(change(test.url))
    await expect(schema.settled).rejects.toThrow(
      /^The server rejects DATABASE_URL: .*(nowhere|nobody)/,
    )
    expect(waits).toEqual([])
  })

  it('F13 does not wait for privileges', async () => {
    const role = `powerless_${randomUUID().replaceAll('-', '')}`
    await sql`CREATE ROLE ${sql.id(role)} LOGIN`.execute(test.db)
    const { schema } = prepare(test.url.replace('postgres@', `${role}@`))
    await expect(schema.settled).rejects.toThrow(
      /^The server rejects DATABASE_URL: permission denied/,
    )
    await sql`DROP ROLE ${sql.id(role)}`.execute(test.db)
  })

  describe('on a database with newer migrations', () => {
    const newer = sql`INSERT INTO kysely_migration VALUES ('9999-newer', now()::text)`
    const older = sql`DELETE FROM kysely_migration WHERE name = '9999-newer'`

    afterEach(() => older.execute(test.db))

    it('F15 tells that it is newer', async () => {
      await newer.execute(test.db)
      const { schema } = prepare(test.url)
      await schema.settled
      expect(schema.state()).toBe('newer')
    })

    it('F15 gives up where that is refused, naming them', async () => {
      await newer.execute(test.db)
      const { schema } = prepare(test.url, true)
      await expect(schema.settled).rejects.toThrow(/does not know: 9999-newer\. Start the version/)
    })
  })
})
