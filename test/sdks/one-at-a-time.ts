import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { interruption } from '../../scripts/programs/interruption.ts'

const RETRY_MS = 500

/**
 * Runs the work under a lock between processes. The lock file contains the process id of its owner; the lock of an
 * ended process is ignored.
 */
export async function oneAtATime<Result>(
  file: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(path.dirname(file), { recursive: true })
  while (!(await isTaken(file))) await sleep(RETRY_MS, undefined, { signal: interruption })
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function isTaken(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const holder = await readFile(file, 'utf8').catch(() => '')
  if (holder !== '' && !isAlive(Number(holder))) await rm(file, { force: true })
  return false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
