import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, inject } from 'vitest'
import type { NpmPackages } from '../../scripts/packages/make-packages.ts'
import { runProgram, type Outcome } from '../support/run-program.ts'

export interface RunningMock {
  readonly url: string
  /** Returns the exit code, and what was printed to standard error. */
  close(): Promise<[number, string]>
}

interface PartnerProject {
  folder: string
  write(name: string, text: string): Promise<void>
  /** Copies a program of `test/packages/programs/`. */
  add(program: string): Promise<void>
  /** The file of an installed package. */
  read(packageName: string, file: string): Promise<string>
  /** Runs a program; never rejects. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Outcome>
  /** Runs the mock, until `close`. */
  startMock(): Promise<RunningMock>
}

/** An empty project outside of this one, for the test file that calls this at its top level. @param names installed packages. */
export function usePartnerProject(...names: (keyof NpmPackages)[]): PartnerProject {
  const started: ChildProcess[] = []
  const project = {
    write: (name, text) => writeFile(path.join(project.folder, name), text),
    add: (program) =>
      copyFile(
        path.join(import.meta.dirname, 'programs', program),
        path.join(project.folder, program),
      ),
    read: (packageName, file) =>
      readFile(path.join(project.folder, 'node_modules', packageName, file), 'utf8'),
    run: (program, args, env) => runProgram(program, args, project.folder, env),
    startMock: () => startMockIn(project.folder, started),
  } as PartnerProject
  beforeAll(async () => {
    project.folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-partner-'))
    await project.write('package.json', '{ "private": true, "type": "module" }')
    const packages = inject('packages')
    const files = names.map((name) => packages[name].file)
    const options = ['--offline', '--no-audit', '--no-fund']
    const { exitCode, stderr } = await project.run('npm', ['install', ...options, ...files])
    if (exitCode !== 0) throw new Error(stderr)
  })
  afterAll(async () => {
    // Those that a failed test has not closed.
    for (const child of started) child.kill()
    await rm(project.folder, { recursive: true, force: true })
  })
  return project
}

async function startMockIn(cwd: string, started: ChildProcess[]): Promise<RunningMock> {
  // A variable of the partner's own that the service would reject.
  const env = { ...process.env, DATABASE_URL: 'mysql://partner', LOG_LEVEL: 'error' }
  const child = spawn('node_modules/.bin/art-marketplace-mock', { cwd, env })
  started.push(child)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'exit') as Promise<[number]>
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^ {2}Mock +(\S+)\/api\/v1\/$/.exec(line) ?? []
    if (url === undefined) continue
    return {
      url,
      close: async () => {
        child.kill('SIGTERM')
        const [exitCode] = await exited
        return [exitCode, stderr]
      },
    }
  }
  throw new Error(stderr)
}
