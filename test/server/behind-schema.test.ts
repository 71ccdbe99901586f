import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { operations } from '../../src/operations.ts'
import { migrationGate } from '../../src/server/migration-gate.ts'
import type { MigrationState } from '../../src/server/migration-gate.ts'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
let app: FastifyInstance
let state: MigrationState = 'current'

beforeAll(async () => {
  app = await buildApp({
    operations,
    context: { db: test.db, urls: { public: PUBLIC_URL, media: MEDIA_URL } },
    connection: connectionTo(test.url),
    logLevel: 'silent',
    guard: migrationGate(() => state),
  })
  return () => app.close()
})

afterEach(() => {
  state = 'current'
})

const venue = JSON.stringify({ name: 'Kunsthal', city: 'Aarhus', country: 'DK' })

async function create(authorization?: string) {
  return send(app, {
    method: 'POST',
    path: '/venues/',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: venue,
  })
}

describe('behind a schema that is waited for', () => {
  it('F14 answers lists and records with 503 and Retry-After', async () => {
    state = 'waiting'
    for (const path of ['/events/', '/events/1/', '/artists/']) {
      const { status, headers } = await send(app, { path })
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    }
  })

  it('F14 answers what needs no database as ever', async () => {
    state = 'waiting'
    const statusOf = async (sent: Parameters<typeof send>[1]) => (await send(app, sent)).status
    expect(await statusOf({ path: '/events/?limit=x' })).toBe(400)
    expect(await statusOf({ path: '/events/', method: 'DELETE' })).toBe(405)
    expect(await statusOf({ path: '/events/', method: 'OPTIONS' })).toBe(200)
    expect((await create()).status).toBe(401)
    expect((await create('Bearer nonsense')).status).toBe(401)
    const docs = await app.inject('/openapi/v1.json')
    expect(docs.statusCode).toBe(200)
  })

  it('F14 takes nothing', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['events:write'] })
    state = 'waiting'
    expect((await create(`Bearer ${key}`)).status).toBe(503)
    state = 'current'
    expect((await create(`Bearer ${key}`)).status).toBe(201)
  })
})

describe('behind a schema that is newer', () => {
  it('F15 reads and refuses to write', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['events:write'] })
    state = 'newer'
    expect((await send(app, { path: '/events/' })).status).toBe(200)
    const { status, headers } = await create(`Bearer ${key}`)
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  })
})
