import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeScratchFolder } from '../../scripts/scratch-folder.ts'
import { startEmbeddedServer, type EmbeddedServer } from '../../src/database/embedded-server.ts'
import { connect } from '../../src/database/pool.ts'
import { explain, type OnClose } from '../../src/server/lifecycle.ts'
import { serve } from '../../src/server/serve.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import {
  runService,
  statusOf,
  untilStatus,
  type ServiceProcess,
} from '../server/service-process.ts'

const test = useDatabase()
/** The tries of a test that expects a duration. */
const SOON = { retry: 4 }
let server: OwnServer
const services: ServiceProcess[] = []

beforeAll(async () => {
  server = await makeServer()
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const service of services.splice(0)) {
    service.signal('SIGKILL')
    await service.ended
  }
})

afterAll(() => server.remove())

async function start(environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await runService(environment)
  services.push(service)
  return service
}

/** One sentence, which names the setting. */
const WRONG_PASSWORD = /^The server rejects DATABASE_URL: password authentication failed .*\.\n?$/

describe('the start', () => {
  it('F13 fails with 1 and one line for a wrong password', async () => {
    const service = await start({ DATABASE_URL: server.urlWith('wrong') })
    // Timed from the end of module loading; the process may end before it is seen alive.
    const lives = untilStatus(service, `${service.adminUrl}/livez`, 200).catch(() => {})
    const began = await Promise.race([lives.then(() => performance.now()), service.ended])
    const { by, at } = await service.ended
    expect(by).toBe(1)
    expect(at - (typeof began === 'number' ? began : began.at)).toBeLessThan(5_000)
    const { stderr, stdout } = service.output()
    expect(stderr).toMatch(WRONG_PASSWORD)
    expect(stdout).toBe('')
  })

  it.each([
    [
      'a wrong password where another host is down',
      () => ({
        DATABASE_URL: server.urlWith('wrong').replace(/(?<=host=[^&]*)$/, ',%2Fnowhere'),
      }),
      WRONG_PASSWORD,
    ],
    [
      'an unknown user',
      () => ({ DATABASE_URL: test.url.replace('postgres@', 'nobody@') }),
      /^The server rejects DATABASE_URL: .*nobody.*\.$/,
    ],
    [
      'a missing database',
      () => ({ DATABASE_URL: test.url.replace(/\/test_\w+\?/, '/nowhere?') }),
      /^The server rejects DATABASE_URL: .*nowhere.*\.$/,
    ],
    [
      'a server without TLS',
      () => ({ DATABASE_URL: `${test.url}&sslmode=no-verify` }),
      /^The server does not support SSL connections\. Turn TLS on .* DATABASE_URL\.$/,
    ],
    [
      'an unknown setting of the server',
      () => ({ DATABASE_URL: `${test.url}&options=-c%20nothing%3D1` }),
      /^unrecognized configuration parameter "nothing"\. Correct .* DATABASE_URL, .*\.$/,
    ],
    [
      'a setting of the server without a value',
      () => ({ DATABASE_URL: `${test.url}&options=-c%20work_mem` }),
      /^-c work_mem requires a value\. Correct .* DATABASE_URL, .*\.$/,
    ],
    [
      'a setting that only the start of the server can change',
      () => ({ DATABASE_URL: `${test.url}&options=-c%20shared_buffers%3D1` }),
      /^parameter "shared_buffers" cannot be changed .*\. Correct .* DATABASE_URL, .*\.$/,
    ],
    [
      'a search path without a schema',
      () => ({ DATABASE_URL: `${test.url}&options=-c%20search_path%3Dnowhere` }),
      /^no schema has been selected to create in\. Let the search_path .* DATABASE_URL .*\.$/,
    ],
    [
      'an unknown name of a host',
      () => ({ DATABASE_URL: test.url, ADMIN_HOST: 'nowhere.invalid' }),
      /^Cannot listen on "nowhere\.invalid": .* Set HOST and ADMIN_HOST .*\.$/,
    ],
    [
      'a folder that cannot be made for the embedded database',
      () => ({ DATABASE_URL: '', DATA_DIRECTORY: '/proc/art/data' }),
      /^The embedded PostgreSQL does not start in \/proc\/art\/data\. DATA_DIRECTORY can name another folder.*\n {2}ENOENT/,
    ],
  ])('F13 fails for %s', (_what, environment, message) => expectFailure(environment(), message))

  // Soon is a matter of degree: on a busy machine, the database itself is slow after its start.
  it(
    'F13 F14 succeeds without the database, reports that, and serves soon after its start',
    SOON,
    async () => {
      await server.stop()
      const service = await start({ DATABASE_URL: server.urlWith('Zq81-vienna') })
      const list = `${service.url}/api/v1/events/`
      await untilStatus(service, list, 503)
      expect((await fetch(list)).headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await statusOf(`${service.adminUrl}/livez`)).toBe(200)
      expect(await (await fetch(`${service.adminUrl}/readyz`)).json()).toEqual({
        ready: false,
        service: 'starting',
        schema: 'waiting',
        database: 'unknown',
        warnings: [],
      })
      expect(await statusOf(`${service.url}/docs/guide`)).toBe(200)
      await server.start()
      const accepted = performance.now()
      await untilStatus(service, list, 200)
      expect(performance.now() - accepted).toBeLessThan(1_000)
      await service.untilReady()
      expect(service.output().stderr.match(/cannot be used yet/g)).toHaveLength(1)
      const printed = (): string[] =>
        service.output().stdout.match(/(?<=^ {2}[A-Z]\w+ +)http\S+$/gm) ?? []
      await expect.poll(printed).toHaveLength(6)
      await expect.poll(() => Promise.all(printed().map(statusOf))).toEqual(Array(6).fill(200))
      service.signal('SIGTERM')
      expect((await service.ended).by).toBe(0)
    },
  )

  it('F18 ends with 0 on a signal during the wait for the database', async () => {
    const service = await start({ DATABASE_URL: 'postgresql://art:Zq81@127.0.0.1:1/art' })
    await untilStatus(service, `${service.url}/api/v1/events/`, 503)
    const signalled = performance.now()
    service.signal('SIGTERM')
    const { by, at } = await service.ended
    expect(by).toBe(0)
    expect(at - signalled).toBeLessThan(4_000)
  })

  describe('on a database with newer migrations', () => {
    beforeAll(async () => {
      await sql`INSERT INTO schema_versions (name, hash, breaks_older, program)
        VALUES ('9999-newer', '', true, '9.0.0')`.execute(test.db)
      return async () => {
        await sql`DELETE FROM schema_versions WHERE name = '9999-newer'`.execute(test.db)
      }
    })

    it('F15 allows reads, is not ready, and rejects writes', async () => {
      const service = await start({ DATABASE_URL: test.url })
      await untilStatus(service, `${service.url}/api/v1/events/`, 200)
      const report = await fetch(`${service.adminUrl}/readyz`)
      expect(report.status).toBe(503)
      expect(await report.json()).toMatchObject({ schema: 'newer', database: 'responds' })
      const { key } = await makeApiKey(test.db)
      const created = await fetch(`${service.url}/api/v1/venues/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Kunsthal', city: 'Aarhus', country: 'DK' }),
      })
      expect(created.status).toBe(503)
    })

    it('F15 fails in production', () =>
      expectFailure(
        { DATABASE_URL: test.url, NODE_ENV: 'production' },
        /^The database has migrations .*: 9999-newer\. Start .*\.$/,
      ))
  })

  it('threat 14 fails in production with settings for development', () =>
    expectFailure(
      { NODE_ENV: 'production', DATABASE_URL: '', ADMIN_HOST: '0.0.0.0' },
      /DATABASE_URL must name a database[^]*ADMIN_HOST is/,
    ))
})

/** Expects an error of a start in this process, which need not load the service for each. `runProcess` prints it and ends with 1. */
async function expectFailure(
  environment: Readonly<Record<string, string>>,
  message: RegExp,
): Promise<void> {
  const [port, adminPort] = await freePorts(2)
  const settings = { PORT: String(port), ADMIN_PORT: String(adminPort), ...environment }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const closers: Parameters<OnClose>[0][] = []
  const began = performance.now()
  const error: unknown = await serve((close) => void closers.push(close)).catch(
    (each: unknown) => each,
  )
  expect(performance.now() - began).toBeLessThan(5_000)
  for (const close of closers.toReversed()) await close({ exitCode: 1, reason: '', at: 0 })
  expect(explain(error)).toMatch(message)
}

/** A PostgreSQL in its own folder that a test stops and starts. */
interface OwnServer {
  /** The URL of the user `art`, which needs a password. */
  urlWith(password: string): string
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** @returns a running server. */
async function makeServer(): Promise<OwnServer> {
  const folder = await makeScratchFolder(path.join(tmpdir(), 'art-marketplace-own-'))
  const rules = path.join(folder, 'pg_hba.conf')
  await writeFile(rules, 'local all art scram-sha-256\nlocal all all trust\n')
  const open = (): Promise<EmbeddedServer> =>
    startEmbeddedServer(folder, ['fsync=off', `hba_file=${rules}`])
  let running: EmbeddedServer | undefined = await open()
  const url = running.url()
  await createUser(url)
  const stop = async (): Promise<void> => {
    await running?.release()
    running = undefined
  }
  return {
    urlWith: (password) => url.replace('postgres@', `art:${password}@`),
    start: async () => {
      running = await open()
    },
    stop,
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createUser(databaseUrl: string): Promise<void> {
  const db = connect({ ...connectionTo(databaseUrl), poolSize: 1 })
  await sql`CREATE USER art SUPERUSER PASSWORD 'Zq81-vienna'`.execute(db)
  await db.destroy()
}
