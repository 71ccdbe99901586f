import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../support/free-ports.ts'

/** Whether there is one on this machine: Debian has it in the package redis-server. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  readonly url: string
  /** Has it answer nobody, though it is there. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  /** At the same address, with nothing in it. */
  start(): Promise<void>
}

/** Starts a Redis of its own, which keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const [port = 0] = await freePorts(1)
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn('redis-server', options, { stdio: 'ignore' })
    while (!(await accepts(port))) await sleep(20)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode !== null || child.signalCode !== null || !child.kill('SIGKILL')) return
      await ended
    },
    start,
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
