import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { BlockList, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findServerAccount } from '../../src/database/server-account.ts'
import { runService } from '../server/service-process.ts'
import { connectClient } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { readText, root } from '../support/repository.ts'
import { readCompose, type Compose } from './compose-file.ts'
import { startDebianPostgresql } from './debian-postgresql.ts'
import { missingOf, postgresqlPrograms } from './programs.ts'
import { expectSettings, imageVariables, stopSeconds } from './service-settings.ts'

// deploy/compose.yaml as the reference implementation of the Compose Specification reads it.

const missing = missingOf('go')
if (missing.length > 0) console.log('Skipped: deploy/compose.yaml, as there is no go')

describe.skipIf(missing.length > 0)('deploy/compose.yaml', () => {
  let compose: Compose
  const service = (name: string) => compose.services[name] ?? {}
  const network = () => compose.networks.default.ipam.config[0]
  const adminAddress = () => service('service').environment?.['ADMIN_HOST'] ?? ''

  beforeAll(async () => {
    compose = await readCompose('Mai7tbu2')
  })

  it('gives the service variables that it reads, with values with which it starts', () => {
    for (const name of ['service', 'commands']) {
      expectSettings({ ...imageVariables(), ...service(name).environment })
    }
  })

  it('trusts the addresses of its own network', () => {
    expect(service('service').environment).toMatchObject({ TRUSTED_PROXIES: network().subnet })
  })

  it('lets the machine reach the admin listener, and nobody else', () => {
    const { ADMIN_PORT } = imageVariables()
    const address = adminAddress()
    expect(service('service').networks?.['default']?.ipv4_address).toBe(address)
    expect(listOf(network().subnet).check(address)).toBe(true)
    // No other container can get it.
    expect(listOf(network().ip_range).check(address)).toBe(false)
    expect(service('service').ports).toMatchObject([
      { host_ip: '127.0.0.1', published: ADMIN_PORT, target: Number(ADMIN_PORT) },
    ])
    expect(readText('src/docs/observe.md')).toContain(`targets: ['127.0.0.1:${ADMIN_PORT}']`)
  })

  it('sends requests to what is ready', () => {
    const { PORT, ADMIN_PORT } = imageVariables()
    expect(service('service').healthcheck?.test.join(' ')).toContain(
      `http://${adminAddress()}:${ADMIN_PORT}/readyz`,
    )
    expect(service('proxy').depends_on).toMatchObject({ service: { condition: 'service_healthy' } })
    expect(service('proxy').environment).toMatchObject({ SERVICE: `service:${PORT}` })
  })

  it('leaves the service time to stop', () => {
    const seconds = Number(/^(\d+)s$/.exec(service('service').stop_grace_period ?? '')?.[1])
    expect(seconds).toBeGreaterThan(stopSeconds())
  })

  it('mounts files that are there', () => {
    const files = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter(({ type }) => type === 'bind')
    expect(files.length).toBeGreaterThan(1)
    for (const { source } of files) expect(existsSync(path.join(root, 'deploy', source))).toBe(true)
  })

  // Compose leaves a container as it is when only a mounted file changes.
  it('restarts in an upgrade what reads mounted files', () => {
    const [, names = ''] =
      /deploy\/compose.yaml restart ([a-z ]+)$/m.exec(readText('src/docs/deploy.md')) ?? []
    const mounting = Object.entries(compose.services).filter(([, { volumes = [] }]) =>
      volumes.some(({ type }) => type === 'bind'),
    )
    expect(names.split(' ').toSorted()).toEqual(mounting.map(([name]) => name).toSorted())
  })

  const lacking = missingOf('pgbouncer', 'redis-server')
  const canCompose = lacking.length === 0 && postgresqlPrograms() !== undefined

  // The programs themselves, at other addresses: there is no registry of images.
  it.skipIf(!canCompose)('has settings with which its parts work together', async () => {
    const postgresql = await startDebianPostgresql()
    onTestFinished(() => postgresql.stop())
    const own = await readCompose(postgresql.password)
    const client = await connectClient(postgresql.url('postgres'))
    await client.query('CREATE DATABASE art')
    await client.query(own.configs['statement_timeout']?.content ?? '')
    await client.end()

    const [poolerPort = 0, redisPort = 0] = await freePorts(2)
    const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-parts-'))
    const users = path.join(folder, 'userlist.txt')
    await writeFile(users, own.configs['pgbouncer_users']?.content ?? '')
    const replaced = {
      'host=postgresql port=5432': `host=127.0.0.1 port=${postgresql.port}`,
      'listen_addr = *': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${poolerPort}\nunix_socket_dir =`,
      '/etc/pgbouncer/userlist.txt': users,
    }
    const settings = Object.entries(replaced).reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replace(from, to)
    }, readText('deploy/pgbouncer/pgbouncer.ini'))
    await writeFile(path.join(folder, 'pgbouncer.ini'), settings)
    const account = await findServerAccount()
    const log = await open(path.join(folder, 'log'), 'w')
    const pooler = account.start(
      '/usr/sbin/pgbouncer',
      [path.join(folder, 'pgbouncer.ini')],
      log.fd,
    )
    const [program = '', ...args] = own.services['redis']?.command ?? []
    const redis = spawn(program, [...args, '--port', String(redisPort)], { stdio: 'ignore' })
    onTestFinished(async () => {
      for (const child of [pooler, redis]) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      await log.close()
      await rm(folder, { recursive: true })
    })

    const environment = own.services['service']?.environment ?? {}
    const running = await runService({
      NODE_ENV: 'production',
      ...environment,
      ADMIN_HOST: '127.0.0.1',
      DATABASE_URL:
        environment['DATABASE_URL']?.replace('pgbouncer:6432', `127.0.0.1:${poolerPort}`) ?? '',
      REDIS_URL: environment['REDIS_URL']?.replace('redis:6379', `127.0.0.1:${redisPort}`) ?? '',
    })
    onTestFinished(async () => {
      running.signal('SIGTERM')
      await running.ended
    })
    await running.untilReady()
    expect((await fetch(`${running.url}/api/v1/events/`)).status).toBe(200)
    const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text()
    expect(metrics).toMatch(/^rate_limit_shared_up\{.*\} 1$/m)
  })
})

/** The addresses of a network, such as 10.0.0.0/24. */
function listOf(network: string): BlockList {
  const [address = '', bits] = network.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(bits))
  return list
}

describe.skipIf(missingOf('amtool').length > 0)(
  'the daily script beside deploy/compose.yaml',
  () => {
    it('ends with a dump that fails, and tells Alertmanager', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-daily-'))
      const alerts: unknown[] = []
      const alertmanager = createServer((request, response) => {
        request
          .on('data', (chunk: Buffer) => alerts.push(JSON.parse(chunk.toString())))
          .on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
      }).listen(0, '127.0.0.1')
      onTestFinished(async () => {
        alertmanager.close()
        await rm(folder, { recursive: true })
      })
      await once(alertmanager, 'listening')
      const { port } = alertmanager.address() as AddressInfo
      const [, script = ''] =
        /^```sh\n(#!\/bin\/sh\n[^]*?)^```$/m.exec(readText('src/docs/deploy.md')) ?? []
      const here = script
        .replace('/opt/art-marketplace', root)
        .replaceAll('/var/backups/art', `${folder}/dumps`)
        .replace('127.0.0.1:9093', `127.0.0.1:${port}`)
        // Nothing runs there, so it has no project either.
        .replaceAll('docker compose', 'docker --host unix:///nowhere compose')
      const shell = spawn('sh', ['-c', here], { stdio: 'ignore' })
      const [exitCode] = (await once(shell, 'close')) as [number]
      expect(exitCode).not.toBe(0)
      expect(await readdir(`${folder}/dumps`)).toEqual([expect.stringMatching(/\.dump\.part$/)])
      expect(alerts).toMatchObject([[{ labels: { alertname: 'DailyScriptFailed' } }]])
    })
  },
)
