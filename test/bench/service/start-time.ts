import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../src/server/listen.ts'
import { hasEnded, inherited, stopChild } from '../forked.ts'
import { nodeFlags } from './node-flags.ts'
import { productionEnvironment } from './service.ts'

const RETRY_MS = 2
const MAX_WAIT_MS = 60_000

/**
 * Starts the service as in production and requests `listPath` until it gets 200.
 * @returns the seconds from the start of its process to the first 200.
 */
export async function timeStart(
  databaseUrl: string,
  listPath: string,
  signal: AbortSignal,
): Promise<number> {
  const port = await findFreePort('127.0.0.1')
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeFlags(), mainFile()], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: { ...inherited(), ...productionEnvironment(databaseUrl), PORT: String(port) },
  })
  try {
    await untilListed(`http://127.0.0.1:${port}${listPath}`, child, began, signal)
    return (performance.now() - began) / 1_000
  } finally {
    await stopChild(child)
  }
}

async function untilListed(
  url: string,
  child: ChildProcess,
  began: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const response = await fetch(url, { signal }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    if (hasEnded(child)) throw new Error('The service ended before its first response.')
    if (performance.now() - began > MAX_WAIT_MS) throw new Error(`${url} gets no 200.`)
    await sleep(RETRY_MS)
  }
}

/** In the same tree as this file: sources or build. */
function mainFile(): string {
  const here = fileURLToPath(import.meta.url)
  const file = path.resolve(here, `../../../../src/main${path.extname(here)}`)
  if (!existsSync(file)) throw new Error(`${file} is missing.`)
  return file
}
