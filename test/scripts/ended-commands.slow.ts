import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { isNightly } from '../support/amount.ts'
import { root } from '../support/repository.ts'

/** A variable that every process inherits. */
const MARK = `ART_ENDED_${process.pid}`
/** Long enough for a busy machine; what is left is named before the test times out. */
const DEADLINE_MS = 60_000
const folder = mkdtempSync(path.join(tmpdir(), 'ended-'))
/** Where it is missing, `.ci/run` compiles it before the tests, which takes longer than the deadline. */
symlinkSync('/bin/true', path.join(folder, 'oasdiff'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const VITEST = /vitest run /

/** Each npm script that runs until it is ended, or for long, with a process that it has started by then, or a line. */
const LONG = [
  ['start', /postgres/],
  ['dev', /tsc|start\.js/],
  ['mock', /^ +Mock +http/m],
  ['test', /postgres/],
  ['test:nodes', /^Node /m],
  ['test:faults', /postgres/],
  ['test:failover', /etcd/],
  ['conformance', /postgres/],
  ['nightly', VITEST],
  ['generate', /postgres/],
  ['release', /generate\.js --check/],
  ['compatibility', /redocly/],
] as const

/** They end by the same functions as `test`, `test:faults` and `conformance`. */
const ALIKE = [
  ['test:quick', /vitest/],
  ['test:slow', /postgres/],
  ['browser', /postgres/],
  ['sdks', /postgres/],
  ['bench', /postgres/],
] as const

interface Running {
  readonly pid: number
  readonly command: string
}

/** The processes below `folder` or with the mark in their environment. PostgreSQL replaces its environment. */
function marked(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8')
        const at = readlinkSync(`/proc/${name}/cwd`)
        const isOurs = environment.includes(MARK) || command.includes(folder) || at.includes(folder)
        return isOurs && command !== '' ? [{ pid: Number(name), command }] : []
      } catch {
        return []
      }
    })
}

async function until(what: string, isSo: () => boolean, child?: ChildProcess): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS
  while (!isSo()) {
    if (child !== undefined && child.exitCode !== null) throw new Error(`It ended before ${what}`)
    if (performance.now() > deadline) {
      throw new Error(`Not within ${DEADLINE_MS} ms: ${what}. Left: ${JSON.stringify(marked())}`)
    }
    await sleep(50)
  }
}

/** npm and apt have others there. */
function isOurFolder(name: string): boolean {
  return name.startsWith('art-marketplace-')
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Only SIGKILL ends them then, and the program that sends it must not be killed first. */
function stopTests(): void {
  for (const { pid, command } of marked()) if (VITEST.test(command)) process.kill(pid, 'SIGSTOP')
}

describe.skipIf(process.platform !== 'linux')('a signal to npm', () => {
  it.each([...LONG, ...(isNightly ? ALIKE : [])])(
    'ends all that npm run %s has started',
    async (script, started) => {
      const child = spawn('npm', ['run', script], {
        cwd: root,
        env: {
          ...process.env,
          [MARK]: '1',
          PATH: `${folder}:${process.env['PATH']}`,
          TMPDIR: folder,
          DATA_DIRECTORY: path.join(folder, 'data'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      }
      try {
        await until(
          String(started),
          () =>
            started.test(output) ||
            marked().some(({ pid, command }) => pid !== child.pid && started.test(command)),
          child,
        )
        if (started === VITEST) stopTests()
        const ended = once(child, 'close')
        child.kill('SIGTERM')
        await ended
        await until('no process is left', () => marked().length === 0)
        await until('no folder is left', () => !readdirSync(folder).some(isOurFolder))
      } catch (error) {
        throw new Error(`${String(error)}\n${output}`, { cause: error })
      } finally {
        for (const { pid } of marked()) endNow(pid)
      }
      expect(output).toContain('SIGTERM')
    },
  )

  // It cannot clean up, as after a second signal.
  it('that nothing can handle ends the database of npm run conformance, too', async () => {
    const env = { ...process.env, [MARK]: '1', TMPDIR: folder }
    const child = spawn('npm', ['run', 'conformance'], { cwd: root, env, stdio: 'ignore' })
    const databases = () => marked().filter(({ command }) => command.includes('postgres -D'))
    try {
      await until('PostgreSQL', () => databases().length > 0, child)
      for (const { pid, command } of marked())
        if (/(launch|conformance)\.js/.test(command)) endNow(pid)
      await until('no process is left', () => marked().length === 0)
    } finally {
      for (const { pid } of marked()) endNow(pid)
    }
  })
})
