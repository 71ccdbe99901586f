import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'

export interface OtherProcess {
  /** GET of a path below /api/v1. */
  get(path: string): Promise<{ readonly status: number; readonly text: string }>
  stop(): Promise<void>
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A service on this database in another process. */
export async function startOtherProcess(databaseUrl: string): Promise<OtherProcess> {
  const program = spawn(
    process.execPath,
    [
      '--import',
      here('register-typescript.js'),
      here('service-program.ts'),
      databaseUrl,
      PUBLIC_URL,
      MEDIA_URL,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(program, 'exit')
  const line = (await Promise.race([once(program.stdout, 'data'), ended])) as unknown[]
  const port = Number(String(line[0]))
  if (!(port > 1_000)) throw new Error(`The other process has ended: ${String(line[0])}`)
  return {
    async get(path) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`)
      return { status: response.status, text: await response.text() }
    },
    async stop() {
      program.stdin.end()
      await ended
    },
  }
}
