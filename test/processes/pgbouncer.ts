import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findServerAccount } from '../../src/database/server-account.ts'

/** Debian's package installs it in a folder that is not on every PATH. */
const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

export const hasPgBouncer = PROGRAM !== undefined

export interface PgBouncer {
  /** The same database through the pooler. */
  readonly url: string
  readonly log: () => Promise<string>
  stop(): Promise<void>
}

/**
 * Starts PgBouncer for the server of `databaseUrl`. It uses its connections round-robin,
 * so that a client rarely gets the same one twice, and reconnects at once after a rejection.
 * @param settings more lines of pgbouncer.ini.
 */
export async function startPgBouncer(
  databaseUrl: string,
  connections: number,
  mode = 'transaction',
  settings = '',
): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed')
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const account = await findServerAccount()
  const directory = await mkdtemp(
    path.join(tmpdir(), `art-marketplace-test-${process.pid}-pooler-`),
  )
  const folder = path.join(directory, 'own')
  await account.makeDirectory(folder)
  const file = path.join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${searchParams.get('host')} user=postgres
[pgbouncer]
unix_socket_dir = ${folder}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 500
server_login_retry = 0
server_round_robin = 1
${settings}
`,
  )
  const log = await open(path.join(directory, 'log'), 'a')
  const program = account.start(PROGRAM, [file], log.fd)
  await log.close()
  const url = `postgresql://postgres@${pathname}?host=${encodeURIComponent(folder)}&port=6432`
  const readLog = () => readFile(path.join(directory, 'log'), 'utf8')
  await untilReady(url, program, readLog)
  return {
    url,
    log: readLog,
    async stop() {
      const ended = once(program, 'exit')
      program.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilReady(
  connectionString: string,
  program: ChildProcess,
  log: () => Promise<string>,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      return await client.end()
    } catch (error) {
      if (isPgBouncerError(error)) return
      if (tries === 100 || program.exitCode !== null) {
        throw new Error(`PgBouncer did not start: ${await log()}`, { cause: error })
      }
      await sleep(50)
    }
  }
}

/** PgBouncer itself reports that its server is down. */
function isPgBouncerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '08P01'
}
