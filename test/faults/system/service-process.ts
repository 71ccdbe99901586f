import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../src/server/listen.ts'
import { hasEnded, inherited } from '../../bench/forked.ts'
import { nodeFlags } from '../../bench/service/node-flags.ts'

/** The service as it runs in production, in a process of its own. */
export interface ServiceProcess {
  /** Of its root, without a slash at the end. */
  readonly url: string
  /** Of the listener for operators. */
  readonly adminUrl: string
  readonly pid: number
  /** Where its log goes. */
  readonly log: string
  readonly exit: Promise<Ended>
  hasEnded(): boolean
  /** Waits until it says that it is ready, and so warm. */
  untilReady(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Ends it as an operator does. @returns how it ended. */
  stop(): Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServiceSettings {
  readonly databaseUrl: string
  /** For its log. */
  readonly folder: string
  /** Beside those that it always has. */
  readonly environment?: Readonly<Record<string, string>>
}

const HOST = '127.0.0.1'
const START_DEADLINE_MS = 30_000
const RETRY_MS = 5
/** From here on, clear of what a developer runs. */
const FIRST_PORT = 21_000
const FIRST_ADMIN_PORT = 22_000

/** Starts it, and waits until it lists artworks. @throws when it ends before. */
export async function startServiceProcess(settings: ServiceSettings): Promise<ServiceProcess> {
  const port = await freePort(FIRST_PORT)
  const adminPort = await freePort(FIRST_ADMIN_PORT)
  const url = `http://${HOST}:${port}`
  const log = path.join(settings.folder, `service-${port}.log`)
  const child = await spawnService(settings, log, {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    PUBLIC_URL: url,
    MEDIA_URL: `${url}/media`,
  })
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const service: ServiceProcess = {
    url,
    adminUrl: `http://${HOST}:${adminPort}`,
    pid: child.pid ?? 0,
    log,
    exit,
    hasEnded: () => hasEnded(child),
    untilReady: () => untilAnswered(service, `${service.adminUrl}/readyz`),
    signal: (name) => void child.kill(name),
    async stop() {
      if (!hasEnded(child)) child.kill('SIGTERM')
      return exit
    },
  }
  await untilAnswered(service, `${url}/api/v1/marketplace-artworks/?limit=1`).catch(
    (error: unknown) => {
      child.kill('SIGKILL')
      throw error
    },
  )
  return service
}

let portsGiven = 0

/** Another one each time: what one service has just left may still have connections that wait. */
function freePort(first: number): Promise<number> {
  portsGiven += 1
  return findFreePort(HOST, first + (process.pid % 200) * 4 + portsGiven)
}

async function spawnService(
  { databaseUrl, environment }: ServiceSettings,
  log: string,
  own: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const file = await open(log, 'a')
  try {
    const child = spawn(process.execPath, [...nodeFlags(), mainFile()], {
      stdio: ['ignore', file.fd, file.fd],
      // A Ctrl-C reaches this program alone, which then stops what it has started.
      detached: true,
      env: {
        ...inherited(),
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        // Counted as ever, and never reached: one client stands for all of them here.
        RATE_LIMIT_PER_MINUTE: '1000000000',
        ...own,
        ...environment,
      },
    })
    await once(child, 'spawn')
    return child
  } finally {
    await file.close()
  }
}

async function untilAnswered(service: ServiceProcess, address: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS
  for (;;) {
    const response = await fetch(address).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    if (service.hasEnded()) throw new Error(`The service ended: ${await endOf(service.log)}`)
    if (performance.now() > deadline) throw new Error(`${address} is not answered.`)
    await sleep(RETRY_MS)
  }
}

/** Where it said why. */
async function endOf(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  return lines.slice(-3).join('\n')
}

/** Of the same tree as this file: what is built of the sources. */
function mainFile(): string {
  const here = fileURLToPath(import.meta.url)
  const file = path.resolve(here, `../../../../src/main${path.extname(here)}`)
  if (!existsSync(file)) throw new Error(`${file} is missing.`)
  return file
}
