import type { ChildProcess } from 'node:child_process'
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
  /** The folder of its cluster. */
  readonly cluster: string
  /** A folder of its account, beside the cluster. */
  readonly folder: string
  /** The address of a database for the role `art`, a superuser. */
  url(database: string): string
  /** Runs a program under its account, with the connection in the environment. */
  run(program: string, ...args: readonly string[]): Promise<void>
  /** Starts it again after `halt`. */
  start(): Promise<void>
  /** Ends it, and keeps the cluster. */
  halt(): Promise<void>
  /** Ends it, and removes everything. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL from Debian's package, as operators have it: by TCP, with a password.
 * @param settings such as `port=5432`, from the folder of its account.
 */
export async function startDebianPostgresql(
  settings: (folder: string) => readonly string[] = () => [],
): Promise<DebianPostgresql> {
  const programs = postgresqlPrograms() ?? ''
  const account = await findServerAccount()
  const outer = await mkdtemp(path.join(tmpdir(), 'art-marketplace-deploy-'))
  const folder = path.join(outer, 'own')
  await account.makeDirectory(folder)
  const [port = 0] = await freePorts(1)
  const password = randomBytes(12).toString('hex')
  const passwordFile = path.join(outer, 'password')
  await writeFile(passwordFile, `${password}\n`)
  const cluster = path.join(folder, 'cluster')
  await account.run(path.join(programs, 'initdb'), [
    `--pgdata=${cluster}`,
    '--username=art',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--pwfile=${passwordFile}`,
    '--no-sync',
  ])
  const own = [`port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off']
  const args = [...own, ...settings(folder)].flatMap((setting) => ['-c', setting])
  const url = (database: string): string =>
    `postgresql://art:${password}@127.0.0.1:${port}/${database}`
  const connection = [`PGHOST=${folder}`, `PGPORT=${port}`, 'PGUSER=art', `PGPASSWORD=${password}`]
  let server: ChildProcess
  const postgresql: DebianPostgresql = {
    port,
    password,
    cluster,
    folder,
    url,
    run: (program, ...given) => account.run('env', [...connection, program, ...given]),
    async start() {
      const log = await open(path.join(outer, 'log'), 'a')
      server = account.start(path.join(programs, 'postgres'), ['-D', cluster, ...args], log.fd)
      await log.close()
      await untilReady(url('postgres'))
    },
    async halt() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    async stop() {
      await postgresql.halt()
      await rm(outer, { recursive: true, force: true })
    },
  }
  await postgresql.start()
  return postgresql
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
