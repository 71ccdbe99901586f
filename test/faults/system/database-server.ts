import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, startEmbeddedServer } from '../../../src/database/embedded-server.ts'
import { findServerAccount } from '../../../src/database/server-account.ts'
import { hasEnded } from '../../bench/forked.ts'
import { withClient } from '../../bench/database/bench-database-queries.ts'
import { childrenOf } from './processes.ts'

/** A PostgreSQL as a child process, which can be killed and waited for. */
export interface DatabaseServer {
  /** Over the Unix socket, as the superuser. */
  readonly url: string
  /** The folder of the Unix socket, and its only file's name. */
  readonly socket: string
  /** @returns when it accepts connections, in milliseconds of `performance.now`. */
  start(): Promise<number>
  /** Resolves when it has ended, with all its children. */
  stop(how: keyof typeof SIGNALS): Promise<void>
  /** Kills the postmaster and every backend at once, as an operating system without memory. */
  killAll(): Promise<void>
  /** Waits until connections are accepted. @returns when, in milliseconds of `performance.now`. */
  untilAccepting(): Promise<number>
  isRunning(): boolean
}

/** The shutdown modes of a postmaster, as PostgreSQL's manual names them. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

const ACCEPT_DEADLINE_MS = 30_000
const RETRY_MS = 5

/** A killed process loses no written data, so fsync is not needed. */
const SETTINGS = [
  'fsync=off',
  'unix_socket_permissions=0700',
  'listen_addresses=',
  'max_connections=100',
  'shared_buffers=128MB',
  'timezone=UTC',
  'log_min_messages=log',
]

/** Creates a cluster in `folder` without starting it. */
export async function makeDatabaseServer(folder: string): Promise<DatabaseServer> {
  const embedded = await startEmbeddedServer(folder)
  const url = embedded.url()
  await embedded.release()
  const program = path.join(await findBinaries(), 'postgres')
  const account = await findServerAccount()
  const directory = new URL(url.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  let postmaster: ChildProcess | undefined

  const untilAccepting = async (): Promise<number> => {
    const deadline = performance.now() + ACCEPT_DEADLINE_MS
    for (;;) {
      const isUp = await withClient(url, () => Promise.resolve(true)).catch(() => false)
      if (isUp) return performance.now()
      if (performance.now() > deadline) throw new Error(`PostgreSQL in ${folder} does not start.`)
      await sleep(RETRY_MS)
    }
  }
  /** A running postmaster would prevent the next one from starting. */
  const ended = async (): Promise<void> => {
    if (postmaster !== undefined && !hasEnded(postmaster)) await once(postmaster, 'exit')
  }
  return {
    url,
    socket: path.join(directory, '.s.PGSQL.5432'),
    untilAccepting,
    isRunning: () => postmaster !== undefined && !hasEnded(postmaster),
    async start() {
      await ended()
      await account.makeDirectory(directory)
      const log = await open(path.join(folder, 'postgres.log'), 'a')
      try {
        const options = [`unix_socket_directories="${directory}"`, ...SETTINGS]
        const args = ['-D', path.join(folder, 'postgres')]
        for (const option of options) args.push('-c', option)
        postmaster = account.start(program, args, log.fd)
        await once(postmaster, 'spawn')
        // This program waits for its end.
        postmaster.ref()
      } finally {
        await log.close()
      }
      return untilAccepting()
    },
    async stop(how) {
      postmaster?.kill(SIGNALS[how])
      await ended()
    },
    async killAll() {
      const { pid } = postmaster ?? {}
      if (pid === undefined) return
      // Stopped first, so that it starts no new backend, which would prevent the next start.
      kill(pid, 'SIGSTOP')
      const all = [...(await childrenOf(pid)), pid]
      for (const each of all) kill(each, 'SIGKILL')
      await ended()
      while (all.some((each) => kill(each, 0))) await sleep(RETRY_MS)
    },
  }
}

/** @returns whether the process existed. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
