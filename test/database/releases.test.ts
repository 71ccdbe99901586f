import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaText } from '../../scripts/generate/schema-text.ts'
import { migrate } from '../../src/database/migrate.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { refreshAll } from '../../src/read-model/documents/refresh-task.ts'
import { priceRefresh } from '../../src/read-model/documents/price-refresh.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { lists, needsKey, resolve, type Operation } from '../contract/document.ts'
import { serviceAt } from '../read-model/services.ts'
import { copyRows } from '../support/copy-rows.ts'
import { finish } from '../support/finish.ts'
import { connectClient, connectionTo, useDatabase } from '../support/database.ts'
import { sendUnvalidated } from '../support/send.ts'

// A database of each release starts under this version, with all its data. `npm run release` adds the dump of a database.

const FOLDER = new URL('releases/', import.meta.url)
const RELEASES = readdirSync(FOLDER).toSorted()

type Rows = ReadonlyMap<string, readonly string[]>

/** The rows of all tables, each as JSON of the columns that `like` has, or all columns. */
async function rowsOf(db: Kysely<Database>, like?: Rows): Promise<Rows> {
  const names = like?.keys() ?? (await tableNames(db))
  const rows = new Map<string, string[]>()
  for (const name of names) {
    const found = await sql<{ row: object }>`
      SELECT to_jsonb(each) AS row FROM ${sql.id(name)} AS each`.execute(db)
    const columns =
      like === undefined
        ? undefined
        : Object.keys(JSON.parse(like.get(name)?.[0] ?? '{}') as object)
    const texts = found.rows.map(({ row }) =>
      JSON.stringify(row, columns?.toSorted() ?? Object.keys(row).toSorted()),
    )
    rows.set(name, texts.toSorted())
  }
  return rows
}

/** Caches may be rebuilt, the position of the log belongs to the server, and a migration records itself. */
const NOT_DATA = /^(schema_versions|change_log\w*|offset_\w*|\w+_documents)$/

async function tableNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !NOT_DATA.test(name))
}

/** Every page of every public list in every order, by its path. */
async function pagesOf(url: string): Promise<Record<string, string>> {
  const { app, close } = await serviceAt(url)
  const pages: Record<string, string> = {}
  const isPublic = (list: Operation) => !needsKey(list) && !list.template.includes('{')
  const pathsOf = ({ template, parameters }: Operation): string[] => {
    const { schema = {} } = parameters.find(({ name }) => name === 'ordering') ?? {}
    const orderings = resolve(schema).enum ?? []
    return orderings.map((ordering) => `${template}?limit=40&ordering=${ordering}`)
  }
  try {
    const waiting = [...lists.filter(isPublic).flatMap(pathsOf), '/exchange-rates/']
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { status, text, headers } = await sendUnvalidated(app, { path })
      if (status === 503) {
        // A busy machine; clients wait, too.
        await sleep(Number(headers['retry-after']) * 1000)
        waiting.unshift(path)
        continue
      }
      expect(status, path + text).toBe(200)
      pages[path] = text
      const { next } = JSON.parse(text) as { next?: string | null }
      if (typeof next === 'string')
        waiting.push(next.slice(next.indexOf('/api/v1') + '/api/v1'.length))
    }
  } finally {
    await close()
  }
  return pages
}

describe.each(RELEASES)('the database of release %s', (file) => {
  const fresh = useDatabase()
  const name = `release_${randomUUID().replaceAll('-', '')}`
  const url = (): string => fresh.url.replace(/\/test_\w+\?/, `/${name}?`)
  let db: Kysely<Database>
  let before: Rows

  beforeAll(async () => {
    await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE template0`.execute(fresh.db)
    const client = await connectClient(url())
    await client.query(gunzipSync(readFileSync(new URL(file, FOLDER))).toString())
    await client.end()
    db = connect({ ...connectionTo(url()), poolSize: 2 })
    before = await rowsOf(db)
  })

  afterAll(async () => {
    await db.destroy()
    await sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(fresh.db)
  })

  it('gets the schema of a new database, keeps all rows, and shows what a new database shows', async () => {
    await migrate(db)
    expect(await migrate(db)).toEqual([])
    expect(await schemaText(db)).toBe(await schemaText(fresh.db))
    expect(await rowsOf(db, before)).toEqual(before)
    await finish(refreshAll(db, priceRefresh))
    expect(await checkOffsetIndex(db, DOCUMENTS)).toSatisfy(isConsistent)

    await copyRows(url(), fresh.url)
    await finish(refreshAll(fresh.db, priceRefresh))
    const pages = await pagesOf(url())
    expect(Object.keys(pages).length).toBeGreaterThan(40)
    expect(pages).toEqual(await pagesOf(fresh.url))
  })
})

describe('a database that this version cannot migrate', () => {
  const fresh = useDatabase()
  it('is named, with the command that helps, if its data definitions are not those of the recorded migrations', async () => {
    await sql`UPDATE schema_versions SET hash = 'edited' WHERE name = '0001-baseline'`.execute(
      fresh.db,
    )
    await expect(migrate(fresh.db)).rejects.toThrow(
      /^The file of the migration 0001-baseline .*\(npm run export -- /,
    )
    await sql`DROP TABLE schema_versions`.execute(fresh.db)
    await sql`CREATE TABLE kysely_migration (name text)`.execute(fresh.db)
    await sql`INSERT INTO kysely_migration VALUES ('0001-baseline')`.execute(fresh.db)
    await sql`DROP TABLE artwork_counts`.execute(fresh.db)
    await expect(migrate(fresh.db)).rejects.toThrow(
      /^An unreleased version before 1\.3\.0 .*\(npm run export -- /,
    )
  })
})
