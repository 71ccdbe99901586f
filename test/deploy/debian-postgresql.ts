import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findServerAccount } from '../../src/database/server-account.ts'
import { freePorts } from '../support/free-ports.ts'
import { postgresqlPrograms } from './programs.ts'

export interface DebianPostgresql {
  readonly port: number
  readonly password: string
  /** The address of a database for the role `art`, a superuser. */
  url(database: string): string
  stop(): Promise<void>
}

/** Starts PostgreSQL from Debian's package, as operators have it: by TCP, with a password. */
export async function startDebianPostgresql(): Promise<DebianPostgresql> {
  const programs = postgresqlPrograms() ?? ''
  const account = await findServerAccount()
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-deploy-'))
  const own = path.join(folder, 'own')
  await account.makeDirectory(own)
  const [port = 0] = await freePorts(1)
  const password = randomBytes(12).toString('hex')
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, `${password}\n`)
  const cluster = path.join(own, 'cluster')
  await account.run(path.join(programs, 'initdb'), [
    `--pgdata=${cluster}`,
    '--username=art',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--pwfile=${passwordFile}`,
    '--no-sync',
  ])
  const log = await open(path.join(folder, 'log'), 'w')
  const settings = [`port=${port}`, `unix_socket_directories=${own}`, 'fsync=off']
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  const server = account.start(path.join(programs, 'postgres'), args, log.fd)
  await log.close()
  const url = (database: string): string =>
    `postgresql://art:${password}@127.0.0.1:${port}/${database}`
  await untilReady(url('postgres'))
  return {
    port,
    password,
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries === 200) throw error
      await sleep(50)
    }
  }
}
