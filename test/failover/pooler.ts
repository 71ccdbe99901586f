import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findServerAccount } from '../../src/database/server-account.ts'
import { freePorts } from '../support/free-ports.ts'
import { readText } from '../support/repository.ts'
import type { Cluster } from './cluster.ts'
import { endProgramsAfterThisProcess } from '../support/end-programs.ts'

export interface Pooler {
  /** The database of the cluster through PgBouncer and HAProxy, which follow the primary. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts HAProxy and PgBouncer with the files for operators. */
export async function startPooler({ machines, password }: Cluster): Promise<Pooler> {
  const account = await findServerAccount()
  const folder = await mkdtemp(path.join(tmpdir(), `art-marketplace-test-${process.pid}-pooler-`))
  endProgramsAfterThisProcess(folder)
  const [proxyPort = 0, port = 0] = await freePorts(2)
  const servers = machines.map(
    (machine) => `server ${machine.name} 127.0.0.1:${machine.port} port ${machine.apiPort}`,
  )
  const proxy = readText('deploy/patroni/haproxy.cfg')
    .replace(/(?:^ {2}server .*\n)+/m, servers.map((line) => `  ${line}\n`).join(''))
    .replace('127.0.0.1:5000', `127.0.0.1:${proxyPort}`)
  const users = path.join(folder, 'userlist.txt')
  const pooler = readText('deploy/pgbouncer/pgbouncer.ini')
    .replace(/^\* = .*$/m, `* = host=127.0.0.1 port=${proxyPort}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
  await writeFile(users, `"art" "${password}"\n`)
  const start = async (program: string, args: readonly string[], text: string) => {
    const file = path.join(folder, path.basename(program))
    await writeFile(file, text)
    const log = await open(`${file}.log`, 'a')
    const child = account.start(program, [...args, file], log.fd)
    await log.close()
    return child
  }
  const running = [
    await start('/usr/sbin/haproxy', ['-f'], proxy),
    await start('/usr/sbin/pgbouncer', [], pooler),
  ]
  return {
    url: `postgresql://art:${password}@127.0.0.1:${port}/art`,
    async stop() {
      await Promise.all(running.map(killed))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
