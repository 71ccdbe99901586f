import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CODE, MIGRATION_NAMES } from '../../src/database/migrate.ts'
import { useDatabase } from '../support/database.ts'
import { runService, statusOf, type ServiceProcess } from '../server/service-process.ts'

const test = useDatabase()
const name = `empty_${randomUUID().replaceAll('-', '')}`
let service: ServiceProcess

beforeAll(async () => {
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(test.db)
  service = await runService({
    NODE_ENV: 'production',
    DATABASE_URL: test.url.replace(/\/test_\w+\?/, `/${name}?`),
    REVISION: '5bfb797',
  })
})

afterAll(async () => {
  service.process.kill('SIGKILL')
  await service.ended
  await sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(test.db)
})

const lines = () =>
  service
    .output()
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

const isOfFastify = (msg: unknown): boolean => String(msg).startsWith('Server listening at ')

const REQUESTS = 2_000

it('F18 the log has migrations, versions, all requests and the reason for the end, also if its reader stops', async () => {
  await service.untilReady()
  await expect
    .poll(() => lines().map(({ msg }) => msg))
    .toContain('There is no venue, which an event needs. Create one: POST /api/v1/venues/')
  service.process.stdout?.pause()
  // A line of a request has about 200 bytes, and a socket takes about 200 KiB.
  for (let count = 0; count < REQUESTS; count += 1) {
    expect(await statusOf(`${service.url}/api/v1/nothing-${count}`)).toBe(404)
  }
  service.process.stdout?.resume()
  const requests = () => service.output().stdout.split('"msg":"request"').length - 1
  await expect.poll(requests).toBe(REQUESTS)
  service.signal('SIGTERM')
  expect((await service.ended).by).toBe(0)
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown
  const migrated = [...MIGRATION_NAMES, CODE].map((migration) => ({
    migration,
    msg: 'A migration was run',
  }))
  expect(lines().filter(({ msg }) => msg !== 'request' && !isOfFastify(msg))).toMatchObject([
    ...migrated,
    {
      msg: 'The service has started',
      version,
      node_version: process.version,
      contract_version: version,
      revision: '5bfb797',
      schema: 'current',
      migrations: MIGRATION_NAMES.length,
      newestMigration: MIGRATION_NAMES.at(-1),
      url: service.url,
      adminUrl: service.adminUrl,
    },
    ...[
      'There is no API key.',
      'There are no exchange rates',
      'There is no gallery',
      'There is no venue',
    ].map((missing) => ({ level: 40, msg: expect.stringContaining(missing) as unknown })),
    {
      msg: 'The service has stopped',
      reason: 'SIGTERM',
      exitCode: 0,
      durationMs: expect.any(Number) as unknown,
    },
  ])
  expect(service.output().stderr).toBe('')
})

it('F18 an unwritable log affects neither responses nor the shutdown', async () => {
  const settings = { DATABASE_URL: test.url, NODE_ENV: 'production' }
  const unwritable = await runService(settings, {
    command: ['sh', '-c', 'exec "$@" >/dev/full', 'sh'],
  })
  await unwritable.untilReady()
  for (let count = 0; count < 50; count += 1) {
    expect(await statusOf(`${unwritable.url}/api/v1/events/?offset=${count}`)).toBe(200)
  }
  expect(await statusOf(`${unwritable.adminUrl}/livez`)).toBe(200)
  const signalledAt = performance.now()
  unwritable.signal('SIGTERM')
  const { by, at } = await unwritable.ended
  expect(by).toBe(0)
  expect(at - signalledAt).toBeLessThan(8_000)
})
