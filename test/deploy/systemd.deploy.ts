import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateAt } from '../../src/database/migrate.ts'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { connectClient } from '../support/database.ts'
import { filesBelow, readText, root } from '../support/repository.ts'
import { startDebianPostgresql, type DebianPostgresql } from './debian-postgresql.ts'
import { missingOf, postgresqlPrograms } from './programs.ts'
import { expectSettings, stopSeconds } from './service-settings.ts'

// The units of deploy/systemd/ by systemd's own checks, and their programs on a PostgreSQL of Debian.

const FOLDER = 'deploy/systemd'
const SERVICES = filesBelow(FOLDER, '.service')
const UNITS = [...SERVICES, ...filesBelow(FOLDER, '.timer')]

/** Of 100; 13 are what a program needs that compiles at run time and talks to other machines. */
const MAX_EXPOSURE = 15

const INSTALLED = '/opt/art-marketplace'
const ENVIRONMENT_FILE = '/etc/art-marketplace.env'

// systemd looks for the programs that units start.
const withoutSystemd = missingOf('systemd-analyze', 'amtool', 'rsync')
if (withoutSystemd.length > 0)
  console.log(`Skipped: checks of units, as there is no ${withoutSystemd.join(', no ')}`)

describe.skipIf(withoutSystemd.length > 0)('the units', () => {
  it('have no error', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-units-'))
    for (const unit of UNITS) {
      const text = readText(unit)
        .replaceAll(INSTALLED, root)
        .replace('ExecStart=node', `ExecStart=${process.execPath}`)
      await writeFile(path.join(folder, path.basename(unit)), text)
    }
    const files = UNITS.map((unit) => path.join(folder, path.basename(unit)))
    const command = `systemd-analyze verify ${files.join(' ')} 2>&1`
    expect(await runProgram('sh', ['-c', command], folder)).toBe('')
    await rm(folder, { recursive: true })
  })

  it.each(SERVICES)('%s exposes little of the machine', async (unit) => {
    const options = ['--offline=true', `--threshold=${MAX_EXPOSURE}`, '--no-pager']
    const report = await runProgram('systemd-analyze', ['security', ...options, unit], root)
    expect(report).toMatch(/Overall exposure level for \S+: [01]\.\d/)
  })
})

describe('the units', () => {
  const settingsOf = (unit: string, name: string): string[] =>
    [...readText(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  // Their programs need the password of the database; those of the others must not have it.
  const ofService = SERVICES.filter((unit) => !/(copy|base-backup|failed@)\.service$/.test(unit))

  it('have the settings of the service only where they need them', () => {
    const given = SERVICES.filter((unit) =>
      settingsOf(unit, 'EnvironmentFile').includes(ENVIRONMENT_FILE),
    )
    expect(given).toEqual(ofService)
  })

  it.each(ofService)('%s sets variables that the service reads', (unit) => {
    const pairs = settingsOf(unit, 'Environment').map((pair) => pair.split('=') as [string, string])
    const example = /^NODE_ENV=production\n[^`]*/m.exec(readText('src/docs/install.md'))?.[0] ?? ''
    const given = example
      .trim()
      .split('\n')
      .map((line) => line.replaceAll("'", '').replace('PASSWORD', 'Mai7tbu2'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
    expectSettings(Object.fromEntries([...given, ...pairs]) as Record<string, string>)
  })

  // systemd starts the service again, and Prometheus sees it. Nothing else sees the end of the others.
  it('report that they have failed', () => {
    const silent = SERVICES.filter(
      (unit) =>
        settingsOf(unit, 'Type').includes('oneshot') &&
        !settingsOf(unit, 'OnFailure').includes('art-marketplace-failed@%N.service'),
    )
    expect(silent).toEqual([`${FOLDER}/art-marketplace-failed@.service`])
  })

  it('give the service time to stop', () => {
    const [seconds = ''] = settingsOf(`${FOLDER}/art-marketplace.service`, 'TimeoutStopSec')
    expect(Number(seconds)).toBeGreaterThan(stopSeconds())
  })

  it('are the same for one process and for several, apart from the ports', () => {
    const linesOf = (name: string): string[] =>
      readText(`${FOLDER}/${name}`)
        .split('\n')
        .filter((line) => !/^(#|Description=|Environment=ADMIN_PORT=)/.test(line))
        .map((line) =>
          line.replace(/^ExecStart=(\/usr\/bin\/env PORT=808%i ADMIN_PORT=940%i )?/, ''),
        )
    expect(linesOf('art-marketplace@.service')).toEqual(linesOf('art-marketplace.service'))
    expect(readText('deploy/systemd/art-marketplace@.service')).toContain('ADMIN_PORT=940%i node')
  })

  // These flags are measured, and stated once.
  it('start the service with the flags of the page, as the image does', () => {
    const [, command = ''] = /^node (.*)$/m.exec(readText('src/docs/install.md')) ?? []
    const [started] = settingsOf(`${FOLDER}/art-marketplace.service`, 'ExecStart')
    expect(started).toBe(`node ${command}`)
    const [, image = ''] = /^CMD (.*)$/m.exec(readText('Containerfile')) ?? []
    expect(JSON.parse(image)).toEqual(['node', ...command.split(' ')])
  })
})

const programs = postgresqlPrograms()
if (programs === undefined)
  console.log('Skipped: backup and rates, as there is no PostgreSQL of Debian')

describe.skipIf(programs === undefined)('the programs of the units', () => {
  let postgresql: DebianPostgresql
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-units-'))
    postgresql = await startDebianPostgresql()
    await migrateAt(postgresql.url('postgres'))
  })
  afterAll(async () => {
    await postgresql.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const environmentOf = (database: string) => ({
    DATABASE_URL: postgresql.url(database),
    NODE_ENV: 'production',
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    STATE_DIRECTORY: folder,
  })

  it('import the rates of a file', async () => {
    const rates = path.join(folder, 'rates.csv')
    await writeFile(rates, 'Date, USD, JPY, GBP, \n13 April 2026, 1.0512, 161.2, 0.8371, \n')
    const download = /^curl .*\nfunzip .*(?= >)/m
    const script = readText(`${FOLDER}/rates.sh`)
    expect(script).toMatch(download)
    const local = script.replace(download, `cat ${rates}`)
    await runProgram('sh', ['-c', local], root, environmentOf('postgres'))
    const { rows } = await queryAt('postgres', 'SELECT count(*)::int AS count FROM exchange_rates')
    expect(rows).toEqual([{ count: 3 }])
  })

  // The service takes the password as a parameter, too.
  it.each(['?password=PASSWORD&sslmode=disable&user=art', '?user=art&password=PASSWORD'])(
    'back the database of a URL with %s up',
    async (parameters) => {
      const own = await mkdtemp(path.join(folder, 'parameters-'))
      const url = postgresql.url('postgres').replace(/\/\/.*@/, '//') + parameters
      const DATABASE_URL = url.replace('PASSWORD', postgresql.password)
      const settings = { ...environmentOf('postgres'), DATABASE_URL, STATE_DIRECTORY: own }
      await backUp(settings, postgresql.password)
      expect(await readdir(own)).toEqual([expect.stringMatching(/Z\.dump$/)])
    },
  )

  // A part would fill the disk, and each night there would be one more. Without a new dump, the old ones are all there is.
  it.each([
    ['whose disk is full', 'ulimit -f 1', {}, /File size limit|File too large/i],
    [
      'that is incomplete although its program reports no error',
      'pg_dump() { command pg_dump "$@" && truncate --size=1000 "$STATE_DIRECTORY"/*.part; }',
      {},
      /pg_restore: error/,
    ],
    ['without a database', ':', { DATABASE_URL: '' }, /DATABASE_URL: is not set/],
  ])(
    'keep the older dumps, and nothing else, after a dump %s',
    async (_name, before, changed, reason) => {
      const own = await mkdtemp(path.join(folder, 'failed-'))
      const old = await makeOld(own, 100)
      const command = `${before}; . ${path.join(root, FOLDER, 'backup.sh')}`
      const settings = {
        ...environmentOf('postgres'),
        ...(await defaultsOfPrograms()),
        STATE_DIRECTORY: own,
        ...changed,
      }
      await expect(runProgram('sh', ['-c', command], own, settings)).rejects.toThrow(reason)
      expect(await readdir(own)).toEqual([old])
    },
  )

  it('delete dumps that are older than 14 days and the part of a killed dump, and nothing else', async () => {
    const own = await mkdtemp(path.join(folder, 'old-'))
    await makeOld(own, 15)
    await makeOld(own, 0, 'killed.dump.part')
    const kept = [await makeOld(own, 14, 'kept.dump'), await makeOld(own, 100, 'notes.txt')]
    const before = Date.now()
    await backUp({ ...environmentOf('postgres'), STATE_DIRECTORY: own }, postgresql.password)
    const [made = '', ...others] = (await readdir(own)).toSorted()
    expect(others).toEqual(kept)
    // The name is the time in UTC: in that of a zone, an hour would be there twice.
    const time = made.replace(/T(\d\d)(\d\d)(\d\d)Z\.dump$/, 'T$1:$2:$3Z')
    expect(Math.abs(Date.parse(time) - before)).toBeLessThan(3_600_000)
  })

  it('back the database up, without a password in a command line', async () => {
    // A role whose password needs encoding in a URL.
    await queryAt('postgres', `ALTER ROLE art PASSWORD 'a/b@c:d %'`)
    const url = postgresql
      .url('postgres')
      .replace(postgresql.password, encodeURIComponent('a/b@c:d %'))
    const settings = { ...environmentOf('postgres'), DATABASE_URL: url }
    await backUp(settings, 'a/b@c:d %')
    const dumps = (await readdir(folder)).filter((name) => name.endsWith('.dump'))
    expect(dumps).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.dump$/)])

    const restored = url.replace(/postgres$/, 'restored')
    const restore = `createdb --maintenance-db="$DATABASE_URL" restored && pg_restore --dbname="$RESTORED" ${dumps[0]}`
    await runProgram('sh', ['-c', restore], folder, { ...settings, RESTORED: restored })
    const client = await connectClient(restored)
    const { rows } = await client.query('SELECT currency FROM exchange_rates ORDER BY 1')
    await client.end()
    expect(rows).toHaveLength(3)
    await migrateAt(restored)
  })

  /** With these, the programs of PostgreSQL find a database without a URL. */
  async function defaultsOfPrograms(): Promise<Record<string, string>> {
    const PGPASSFILE = path.join(folder, 'pgpass')
    await writeFile(PGPASSFILE, `*:*:*:*:${postgresql.password}\n`, { mode: 0o600 })
    const PGPORT = String(postgresql.port)
    return { PGPASSFILE, PGPORT, PGHOST: '127.0.0.1', PGUSER: 'art', PGDATABASE: 'postgres' }
  }

  /** @returns the name of a file of that age. */
  async function makeOld(at: string, days: number, name = `${days}-days.dump`): Promise<string> {
    // Where clocks change, some days have 23 hours.
    await runProgram('touch', [`--date=${days * 24} hours ago`, name], at)
    return name
  }

  /** Runs the program, and expects that no other account can see the password. */
  async function backUp(
    settings: Readonly<Record<string, string>>,
    password: string,
  ): Promise<void> {
    const script = path.join(root, FOLDER, 'backup.sh')
    const trace = await runProgram('sh', ['-c', `sh -x ${script} 2>&1`], folder, settings)
    const [command = ''] = /^\+ pg_dump .*$/m.exec(trace) ?? []
    expect(command).toContain('postgresql://')
    expect(decodeURIComponent(command)).not.toContain(password)
  }

  async function queryAt(database: string, statement: string) {
    const client = await connectClient(postgresql.url(database))
    const result = await client.query<Record<string, unknown>>(statement)
    await client.end()
    return result
  }
})
