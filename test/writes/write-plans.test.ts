import { sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectOver, createPool } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { operations } from '../contract/document.ts'
import { responseCases } from '../contract/response-cases/all.ts'
import type { World } from '../contract/response-cases/response-case.ts'
import { makeWorld } from '../contract/response-cases/world.ts'
import { testApp } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'

// No statement of a write reads a table whole: each scan of a table that grows has an index condition. PostgreSQL
// reports the plan of each statement that it runs, also of those in functions and triggers.

const test = useDatabase()

/** Tables that stay small: the categories of `admin`, and one row. */
const SMALL = new Set(['artwork_categories', 'event_categories', 'exchange_rate_version'])

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** The tables that a plan reads without an index condition. */
function wholeReads(plan: Plan): string[] {
  const table = plan['Relation Name']
  const isScan = plan['Node Type'].endsWith('Scan')
  // A bitmap heap scan has its condition in the index scan below it.
  const isByIndex = plan['Index Cond'] !== undefined || plan['Node Type'] === 'Bitmap Heap Scan'
  const own = isScan && table !== undefined && !SMALL.has(table) && !isByIndex ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(wholeReads)]
}

/** Of each new session. Tests have small tables: what is still scanned then cannot be found by an index. */
const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_nested_statements = on',
  "auto_explain.log_format = 'json'",
  "auto_explain.log_level = 'notice'",
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
]

/** Statement and plan, as PostgreSQL reports them. */
let plans: { readonly 'Query Text': string; readonly Plan: Plan }[] = []

async function connectExplained(): Promise<Kysely<Database>> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.db)
  for (const setting of SETTINGS) {
    await sql.raw(`ALTER DATABASE ${rows[0]!.name} SET ${setting}`).execute(test.db)
  }
  const options = { ...connectionTo(test.url), poolSize: 4 }
  const pool = createPool(options)
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\s*(\{.*)/s.exec(message)?.[1]
      if (json !== undefined) plans.push(JSON.parse(json) as (typeof plans)[number])
    })
  })
  return connectOver(pool, options)
}

let world: World
let send: (sent: Sent) => ReturnType<typeof sendUnvalidated>

beforeAll(async () => {
  world = await makeWorld(test.db, () => Promise.resolve())
  const db = await connectExplained()
  const app = await testApp({ ...test, db })
  send = (sent) => sendUnvalidated(app, sent)
  return async () => {
    await app.close()
    await db.destroy()
  }
})

const writes = operations.filter(({ method }) => method !== 'GET')

describe.each(writes)('$id', ({ id }) => {
  it('reads no table whole', async () => {
    const successes = Object.entries(responseCases[id] ?? {})
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, cases]) => cases)
    plans = []
    for (const { request } of successes) {
      const { status, text } = await send(await request(world, send))
      expect(status, text).toBeLessThan(300)
    }
    expect(plans.length).toBeGreaterThan(successes.length)
    const whole = plans
      .map((plan) => ({ tables: wholeReads(plan.Plan), statement: plan['Query Text'] }))
      .filter(({ tables }) => tables.length > 0)
    expect(whole).toEqual([])
  })
})
