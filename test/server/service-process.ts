import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProgramsAfterThisProcess } from '../support/end-programs.ts'
import { freePorts } from '../support/free-ports.ts'
import { PATIENCE } from '../support/patience.ts'

/** A program of this repository in a process of its own. */
export interface Program {
  readonly process: ChildProcess
  /** The output so far. */
  output(): { readonly stdout: string; readonly stderr: string }
  signal(name: NodeJS.Signals): void
  /** Resolves at the exit. */
  readonly ended: Promise<Ending>
}

interface Ending {
  /** The exit code, or the signal. */
  readonly by: number | NodeJS.Signals
  /** In the time of performance.now(). */
  readonly at: number
}

const TYPESCRIPT = fileURLToPath(new URL('../processes/register-typescript.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** In the environment of each program, so that none outlives this process, even if that is killed. */
const TEST_PROCESS = randomUUID()
endProgramsAfterThisProcess(TEST_PROCESS)

/**
 * Runs the sources as they are.
 * @param file from the root of the repository.
 * @param command a wrapper that runs Node.
 * @param root of the sources, which can be those of another version.
 */
export function run(
  file: string,
  environment: Readonly<Record<string, string>> = {},
  command: readonly string[] = [],
  root = ROOT,
): Program {
  const [program, ...given] = [...command, process.execPath, '--import', TYPESCRIPT, file]
  const child = spawn(program, given, {
    cwd: root,
    env: { PATH: process.env['PATH'], TEST_PROCESS, ...environment },
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
  /** The root, without a trailing slash. */
  readonly url: string
  /** The root of the admin listener. */
  readonly adminUrl: string
  /** Waits until `/readyz` has this status. */
  untilReady(status?: number): Promise<void>
}

/** Starts the production service; it may not listen yet. */
export async function runService(
  environment: Readonly<Record<string, string>>,
  { file = 'src/main.ts', command = [] as readonly string[], root = ROOT } = {},
): Promise<ServiceProcess> {
  const [port, adminPort] = await freePorts(2)
  const program = run(
    file,
    { PORT: String(port), ADMIN_PORT: String(adminPort), ...environment },
    command,
    root,
  )
  const adminUrl = `http://127.0.0.1:${adminPort}`
  return {
    ...program,
    url: `http://127.0.0.1:${port}`,
    adminUrl,
    untilReady: (status = 200) => untilStatus(program, `${adminUrl}/readyz`, status),
  }
}

/** Polls `url` until it responds with `status`. */
export async function untilStatus(program: Program, url: string, status: number): Promise<void> {
  const began = performance.now()
  for (;;) {
    if ((await statusOf(url)) === status) return
    const { exitCode, signalCode } = program.process
    const hasEnded = exitCode !== null || signalCode !== null
    if (hasEnded || performance.now() - began > PATIENCE.expect.poll.timeout) {
      throw new Error(`${url} does not respond with ${status}: ${program.output().stderr}`)
    }
    await sleep(10)
  }
}

/** Undefined without a response. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
