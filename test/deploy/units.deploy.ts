import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClient } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { findFreePort } from '../../src/server/listen.ts'
import { readText } from '../support/repository.ts'
import { bootUnits, canBootUnits, type BootedUnits } from './booted-units.ts'
import { startDebianPostgresql, type DebianPostgresql } from './debian-postgresql.ts'
import { missingOf, postgresqlPrograms } from './programs.ts'

const PAGE = readText('src/docs/back-up.md')

/** The commands of the page before the restart of PostgreSQL. */
function setUpOfArchive(): string {
  const [, commands = ''] = /^```console\n(install -d [^`]*)^systemctl restart/m.exec(PAGE) ?? []
  return commands
}

/** The commands of the page that end everything before a restore, and those that start the timers after it. */
function aroundRestores(): { readonly ends: string[]; readonly starts: string[] } {
  const lines = (pattern: RegExp) => [...PAGE.matchAll(pattern)].map(([line]) => line)
  return {
    ends: lines(/^systemctl stop .*\.service'/gm),
    starts: lines(/^systemctl start .*timers\.target/gm),
  }
}

// The units of deploy/systemd/ as systemd runs them, with their sandboxes.

const missing = [
  ...missingOf('unshare', 'nsenter', 'pgrep', 'pg_dump', 'amtool', 'rsync', 'ssh'),
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

  it('copies the dumps elsewhere after each one, and alerts if it cannot', async () => {
    const [alerts = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${alerts}`
    const setting = async (unit: string, line: string): Promise<void> => {
      const folder = `/etc/systemd/system/${unit}.service.d`
      const write = `mkdir -p ${folder} && printf '[Service]\\n${line}\\n' > ${folder}/test.conf`
      await units.run('sh', '-ec', write)
      await units.systemctl('daemon-reload')
    }
    const copyTo = (place: string) =>
      units.run('sh', '-ec', `echo COPY_TO=${place} > /etc/art-marketplace-copy.env`)
    const backUp = () => units.systemctl('start', 'art-marketplace-backup.service')
    const failed = async (): Promise<string> =>
      units.run('amtool', `--alertmanager.url=${url}`, 'alert', 'query', '--output=json').then(
        (text) => text,
        () => '',
      )
    const state = () => propertiesOf('art-marketplace-copy.service', 'ActiveState', 'Result')

    await setting('art-marketplace-failed@', `Environment=ALERTMANAGER=${url}\\nRestartSec=1`)
    const [key = ''] = /^install .*\nssh-keygen .*-f .*$/m.exec(PAGE) ?? []
    await units.run('sh', '-ec', key)
    await copyTo('backup@127.0.0.1:copies/')
    await backUp()
    await expect.poll(state).toEqual(['ActiveState=failed', 'Result=exit-code'])

    // It starts after the failure, and learns of it all the same.
    const options = [`--web.listen-address=127.0.0.1:${alerts}`, '--cluster.listen-address=']
    const program = ['prometheus-alertmanager', '--config.file=/etc/prometheus/alertmanager.yml']
    await units.run('systemd-run', ...program, '--storage.path=/tmp', ...options)
    await expect.poll(failed).toContain('"unit":"art-marketplace-copy"')
    expect(await failed()).toContain('Its error: journalctl -u art-marketplace-copy"')

    await units.run('install', '-d', '-m', '777', '/srv/copies')
    await setting('art-marketplace-copy', 'ReadWritePaths=/srv/copies')
    await copyTo('/srv/copies/dumps/')
    await backUp()
    const dumps = await units.run('ls', '/var/lib/art-marketplace-backups')
    await expect.poll(() => units.run('ls', '/srv/copies/dumps')).toBe(dumps)
    await expect.poll(state).toEqual(['ActiveState=inactive', 'Result=success'])
    await units.run('rm', '/etc/art-marketplace-copy.env')
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

  it('ends all that could disturb a restore, and starts the timers again that are enabled', async () => {
    const timers = ['rates', 'backup', 'base-backup'].map((name) => `art-marketplace-${name}.timer`)
    const states = async (...names: readonly string[]): Promise<string[]> =>
      Promise.all(
        names.map(async (unit) =>
          (await units.systemctl('show', '--property=ActiveState', '--value', unit)).trim(),
        ),
      )
    await units.systemctl('enable', ...timers.slice(0, 2))
    const { ends, starts } = aroundRestores()
    expect([ends.length, starts.length]).toEqual([2, 2])
    for (const [at, end] of ends.entries()) {
      await units.systemctl('start', ...timers, 'art-marketplace.service')
      await units.run('sh', '-ec', end)
      const ended = await states(...timers, 'art-marketplace.service')
      expect(ended).toEqual(['inactive', 'inactive', 'inactive', 'inactive'])
      await units.run('sh', '-ec', starts[at] ?? '')
      expect(await states(...timers)).toEqual(['active', 'active', 'inactive'])
    }
  })

  it('stops the service in order', async () => {
    await units.systemctl('stop', 'art-marketplace.service')
    const end = await propertiesOf('art-marketplace.service', 'Result', 'ExecMainStatus')
    expect(end).toEqual(['ExecMainStatus=0', 'Result=success'])
  })
})
