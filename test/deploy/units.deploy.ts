import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClient } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { findFreePort } from '../../src/server/listen.ts'
import { readText } from '../support/repository.ts'
import { bootUnits, canBootUnits, type BootedUnits } from './booted-units.ts'
import { startDebianPostgresql, type DebianPostgresql } from './debian-postgresql.ts'
import { missingOf, postgresqlPrograms } from './programs.ts'

/** The commands of src/docs/back-up.md before the restart of PostgreSQL. */
function setUpOfArchive(): string {
  const [, commands = ''] =
    /^```console\n(install -d [^`]*)^systemctl restart/m.exec(readText('src/docs/back-up.md')) ?? []
  return commands
}

// The units of deploy/systemd/ as systemd runs them, with their sandboxes.

const missing = [
  ...missingOf('unshare', 'nsenter', 'pgrep', 'pg_dump'),
  ...(postgresqlPrograms() === undefined ? ['PostgreSQL of Debian'] : []),
  ...(canBootUnits() ? [] : ['right to boot a systemd']),
]
if (missing.length > 0)
  console.log(`Skipped: running units, as there is no ${missing.join(', no ')}`)

describe.skipIf(missing.length > 0)('a systemd with the units', () => {
  let postgresql: DebianPostgresql
  let units: BootedUnits
  let port: number
  let adminPort: number

  beforeAll(async () => {
    postgresql = await startDebianPostgresql()
    ;[port = 0, adminPort = 0] = await freePorts(2)
    units = await bootUnits(
      `NODE_ENV=production
DATABASE_URL='${postgresql.url('postgres')}'
PUBLIC_URL=http://127.0.0.1:${port}
MEDIA_URL=https://media.example
PORT=${port}
ADMIN_PORT=${adminPort}
`,
      'Date, USD, JPY, GBP, \n13 April 2026, 1.0512, 161.2, 0.8371, \n',
    )
  })
  afterAll(async () => {
    await units.stop()
    await postgresql.stop()
  })

  const propertiesOf = async (unit: string, ...names: readonly string[]): Promise<string[]> => {
    const values = await units.systemctl('show', `--property=${names.join()}`, unit)
    return values.trim().split('\n').toSorted()
  }

  it('runs the service in its sandbox', async () => {
    await units.systemctl('start', 'art-marketplace.service')
    const statusOf = async (url: string): Promise<number> =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => statusOf(`http://127.0.0.1:${adminPort}/readyz`)).toBe(200)
    expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(200)
    const pid = await units.systemctl('show', '--property=MainPID', '--value', 'art-marketplace')
    const state = await units.run('cat', `/proc/${pid.trim()}/status`)
    expect(state).toMatch(/^CapEff:\t0+$/m)
    expect(state).toMatch(/^NoNewPrivs:\t1$/m)
    expect(state).toMatch(/^Seccomp:\t2$/m)
    expect(state).not.toMatch(/^Uid:\t0/m)
  })

  it('runs further processes beside it, each with its ports', async () => {
    const isFree = async (number: number): Promise<boolean> =>
      (await findFreePort('127.0.0.1', 8_080 + number)) === 8_080 + number &&
      (await findFreePort('127.0.0.1', 9_400 + number)) === 9_400 + number
    const free: number[] = []
    for (let number = 0; number < 10; number += 1) if (await isFree(number)) free.push(number)
    const some = free.slice(-2)
    const names = some.map((number) => `art-marketplace@${number}.service`)
    await units.systemctl('start', ...names)
    for (const number of some) {
      const statusOf = (address: string) =>
        fetch(address).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(() => statusOf(`http://127.0.0.1:940${number}/readyz`)).toBe(200)
      expect(await statusOf(`http://127.0.0.1:808${number}/`)).toBe(200)
    }
    await units.systemctl('stop', ...names)
  })

  it('starts the service again after its end', async () => {
    await units.systemctl('kill', '--signal=KILL', 'art-marketplace.service')
    const state = () => propertiesOf('art-marketplace.service', 'NRestarts', 'ActiveState')
    await expect.poll(state).toEqual(['ActiveState=active', 'NRestarts=1'])
  })

  it('imports rates', async () => {
    await units.systemctl('start', 'art-marketplace-rates.service')
    const client = await connectClient(postgresql.url('postgres'))
    const { rows } = await client.query('SELECT currency FROM exchange_rates')
    await client.end()
    expect(rows).toHaveLength(3)
  })

  it('repeats an import of rates that failed', async () => {
    await units.run('sh', '-c', 'echo nothing > /etc/rates.csv')
    const start = units.systemctl('start', 'art-marketplace-rates.service')
    await expect(start).rejects.toThrow('failed')
    expect(await propertiesOf('art-marketplace-rates.service', 'RestartUSec', 'SubState')).toEqual([
      'RestartUSec=15min',
      'SubState=auto-restart',
    ])
  })

  it('backs the database up', async () => {
    await units.systemctl('start', 'art-marketplace-backup.service')
    const files = await units.run('ls', '/var/lib/art-marketplace-backups')
    expect(files).toMatch(/^\S+Z\.dump\n$/)
    const folder = await units.run('stat', '--format=%a', '--dereference', '/var/lib/private')
    expect(folder).toBe('700\n')
  })

  it('takes base backups of a PostgreSQL that archives its log', async () => {
    const backups = '/var/backups/art-marketplace'
    await units.run(
      'sh',
      '-ec',
      `cd /opt/art-marketplace
      VERSION=$(basename $(dirname ${postgresqlPrograms()}))
      test ! -e /etc/postgresql/$VERSION/main || pg_dropcluster $VERSION main
      pg_createcluster --port 5432 $VERSION main
      ${setUpOfArchive()}
      # Only by its socket: the network is that of the machine.
      echo "listen_addresses = ''" > /etc/postgresql/$VERSION/main/conf.d/socket.conf
      pg_ctlcluster --skip-systemctl-redirect $VERSION main start`,
    )
    await units.systemctl('start', 'art-marketplace-base-backup.service')
    expect(await units.run('ls', `${backups}/base`)).toMatch(/^\S+Z\n$/)
    // The end of a unit can take away what PostgreSQL shares with it.
    await units.systemctl('start', 'art-marketplace-base-backup.service')
    expect(await units.run('ls', `${backups}/wal`)).toMatch(/^[0-9A-F]{24}\.gz$/m)
  })

  it('knows when to run them', async () => {
    const timers = ['rates', 'backup', 'base-backup'].map((name) => `art-marketplace-${name}.timer`)
    await units.systemctl('start', ...timers)
    for (const timer of timers) {
      expect(await propertiesOf(timer, 'ActiveState', 'SubState')).toEqual([
        'ActiveState=active',
        'SubState=waiting',
      ])
    }
  })

  it('stops the service in order', async () => {
    await units.systemctl('stop', 'art-marketplace.service')
    const end = await propertiesOf('art-marketplace.service', 'Result', 'ExecMainStatus')
    expect(end).toEqual(['ExecMainStatus=0', 'Result=success'])
  })
})
