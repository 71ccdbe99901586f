import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../src/server/listen.ts'
import { hasEnded, inherited } from '../forked.ts'
import { nodeFlags } from './node-flags.ts'

/** The service as in production, in its own process. */
export interface ServiceProcess {
  /** Of its root, without a slash at the end. */
  readonly url: string
  readonly adminUrl: string
  readonly pid: number
  /** The file of its log. */
  readonly log: string
  readonly exit: Promise<Ended>
  hasEnded(): boolean
  /** Resolves when it is ready, and so warm. */
  untilReady(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Ends it with SIGTERM. @returns its exit code or signal. */
  stop(): Promise<Ended>
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

interface ServiceSettings {
  readonly databaseUrl: string
  /** The folder of its log. */
  readonly folder: string
  /** Additional variables. */
  readonly environment?: Readonly<Record<string, string>>
}

const HOST = '127.0.0.1'
const START_DEADLINE_MS = 30_000
const RETRY_MS = 5
/** Above the ports that developers usually use. */
const FIRST_PORT = 21_000
const FIRST_ADMIN_PORT = 22_000

/** Starts it, and waits until it lists artworks. @throws when it ends before that. */
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
    untilReady: () => untilResponding(service, `${service.adminUrl}/readyz`),
    signal: (name) => void child.kill(name),
    async stop() {
      if (!hasEnded(child)) child.kill('SIGTERM')
      return exit
    },
  }
  await untilResponding(service, `${url}/api/v1/marketplace-artworks/?limit=1`).catch(
    (error: unknown) => {
      child.kill('SIGKILL')
      throw error
    },
  )
  return service
}

let portsGiven = 0

/** A new port each time, because a port that was just released may still have pending connections. */
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
      // Ctrl-C reaches only this program, which then stops its processes.
      detached: true,
      env: {
        ...inherited(),
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        // Requests are counted, and never rejected: one client represents many here.
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

async function untilResponding(service: ServiceProcess, address: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS
  for (;;) {
    const response = await fetch(address).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    if (service.hasEnded()) throw new Error(`The service ended: ${await endOf(service.log)}`)
    if (performance.now() > deadline) throw new Error(`${address} gets no 200.`)
    await sleep(RETRY_MS)
  }
}

async function endOf(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  return lines.slice(-3).join('\n')
}

/** In the same tree as this file. */
function mainFile(): string {
  const here = fileURLToPath(import.meta.url)
  const file = path.resolve(here, `../../../../src/main${path.extname(here)}`)
  if (!existsSync(file)) throw new Error(`${file} is missing.`)
  return file
}
