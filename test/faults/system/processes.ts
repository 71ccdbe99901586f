import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The resources that a process uses. */
export interface Resources {
  readonly rssBytes: number
  /** Open files and sockets; undefined where the system does not show them. */
  readonly descriptors: number | undefined
}

/** The running child processes of `pid`. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0)
}

/** @throws when the process has ended. */
export async function resourcesOf(pid: number): Promise<Resources> {
  return { rssBytes: await rssOf(pid), descriptors: await descriptorsOf(pid) }
}

async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const [, shown] = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '') ?? []
  if (shown !== undefined) return Number(shown) * 1_024
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1_024
}

async function descriptorsOf(pid: number): Promise<number | undefined> {
  const entries = await readdir(`/proc/${pid}/fd`).catch(() => undefined)
  return entries?.length
}
