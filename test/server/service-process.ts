import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../support/free-ports.ts'

/** A program of this repository in a process of its own. */
export interface Program {
  readonly process: ChildProcess
  /** All that it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string }
  signal(name: NodeJS.Signals): void
  /** Resolves with how it ends. */
  readonly ended: Promise<Ending>
}

export interface Ending {
  /** The exit code, or the signal. */
  readonly by: number | NodeJS.Signals
  /** In the time of performance.now(). */
  readonly at: number
}

const TYPESCRIPT = fileURLToPath(new URL('../read-model/register-typescript.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs the sources as they are.
 * @param file from the root of the repository.
 * @param command what runs Node, where that is not the program itself.
 */
export function run(
  file: string,
  environment: Readonly<Record<string, string>> = {},
  command: readonly string[] = [],
): Program {
  const [program, ...given] = [...command, process.execPath, '--import', TYPESCRIPT, file]
  const child = spawn(program, given, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]) => ({
    by: (code ?? signal) as Ending['by'],
    at: performance.now(),
  }))
  return { process: child, output: () => output, signal: (name) => child.kill(name), ended }
}

export interface ServiceProcess extends Program {
  /** Of its root, without a slash at the end. */
  readonly url: string
  /** Of the listener for operators. */
  readonly adminUrl: string
  /** Waits until `/readyz` has this status. */
  untilReady(status?: number): Promise<void>
}

/** The service as it runs in production; it has not begun to listen yet. */
export async function runService(
  environment: Readonly<Record<string, string>>,
  { file = 'src/main.ts', command = [] as readonly string[] } = {},
): Promise<ServiceProcess> {
  const [port, adminPort] = await freePorts(2)
  const program = run(
    file,
    { PORT: String(port), ADMIN_PORT: String(adminPort), ...environment },
    command,
  )
  const adminUrl = `http://127.0.0.1:${adminPort}`
  return {
    ...program,
    url: `http://127.0.0.1:${port}`,
    adminUrl,
    untilReady: (status = 200) => untilStatus(program, `${adminUrl}/readyz`, status),
  }
}

const LONGEST_MS = 60_000

/** Asks again and again; whoever does not answer yet is not there yet. */
export async function untilStatus(program: Program, url: string, status: number): Promise<void> {
  const began = performance.now()
  for (;;) {
    if ((await statusOf(url)) === status) return
    const { exitCode, signalCode } = program.process
    const hasEnded = exitCode !== null || signalCode !== null
    if (hasEnded || performance.now() - began > LONGEST_MS) {
      throw new Error(`${url} is not answered with ${status}: ${program.output().stderr}`)
    }
    await sleep(10)
  }
}

/** Undefined where nothing answers. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
