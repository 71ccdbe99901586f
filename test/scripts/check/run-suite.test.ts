import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../../support/repository.ts'
import { runProgram, type Outcome } from '../../support/run-program.ts'

const PROGRAM = [
  '--import',
  path.join(root, 'test/processes/register-typescript.js'),
  path.join(root, 'test/scripts/check/suite-program.ts'),
]

const PASSING = "it('passes', () => {})"

const FILES = {
  'package.json': '{ "type": "module" }',
  'page.md': '',
  'input.txt': 'first',
  'check.js': '',
  'vitest.config.js': `export default {
    root: import.meta.dirname,
    test: { globals: true, include: ['**/*.test.js'], isolate: false, maxWorkers: 1 },
  }`,
  'some.test.js': PASSING,
  'of-tools/tool.test.js': PASSING,
  'of-another-suite/other.test.js': PASSING,
} as const

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-suite-'))
  for (const each of ['of-tools', 'of-another-suite']) await mkdir(path.join(folder, each))
  for (const [name, text] of Object.entries(FILES)) await write(name, text)
})

afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string): Promise<void> =>
  writeFile(path.join(folder, name), text)

const isVerified = (): boolean => existsSync(path.join(folder, 'verified.json'))

/** Without variables of this run, which is one of vitest as well. */
function runSuite(...args: readonly string[]): Promise<Outcome> {
  const { PATH, HOME } = process.env
  const settings = ['-i', `PATH=${PATH}`, `HOME=${HOME}`, `SUITE=${folder}`]
  return runProgram('env', [...settings, process.execPath, ...PROGRAM, ...args], folder)
}

async function lastLineOf(...args: readonly string[]): Promise<string | undefined> {
  const { exitCode, stdout } = await runSuite(...args)
  expect(exitCode, stdout).toBe(0)
  return stdout.trimEnd().split('\n').at(-1)
}

it('leaves out only what has passed with the same inputs, and only with --changed', async () => {
  // Two tests and two checks; nothing is known of them yet.
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
  await write(
    'some.test.js',
    `${PASSING}\nif (process.env.NIGHTLY) it('passes at night', () => {})`,
  )
  expect(await lastLineOf('--changed')).toBe('2 passed, 0 failed')
  expect(await lastLineOf()).toBe('4 passed, 0 failed')
  expect(await lastLineOf('--nightly')).toBe('6 passed, 0 failed')
  await write('input.txt', 'second')
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
  expect(await lastLineOf('--changed')).toBe('2 passed, 0 failed')
})

it.each([
  ['a test that fails', 'some.test.js', "it('fails', () => expect(1).toBe(2))", 1],
  ['a test that is left out', 'of-tools/tool.test.js', `it.skip('is skipped', () => {})`, 0],
  ['a test that is yet to write', 'of-tools/tool.test.js', "it.todo('is missing')", 0],
  ['a file that does not load', 'of-tools/tool.test.js', "throw new Error('No tests')", 1],
  ['an error outside of tests', 'some.test.js', `${PASSING}\nPromise.reject(new Error('Late'))`, 1],
  ['a check that fails', 'check.js', 'process.exitCode = 1', 1],
])('records nothing after %s', async (_name, file, text, exitCode) => {
  await write(file, text)
  const outcome = await runSuite()
  expect(outcome.exitCode, outcome.stdout).toBe(exitCode)
  expect(outcome.stdout).toContain(exitCode === 0 ? ' 0 failed, 1 skipped' : ' 1 failed')
  expect(isVerified()).toBe(false)
})

it('records the inputs with which the tests began', async () => {
  const input = JSON.stringify(path.join(folder, 'input.txt'))
  const changing = `import { appendFileSync } from 'node:fs'\nappendFileSync(${input}, 'more')`
  await write('some.test.js', `${changing}\n${PASSING}`)
  expect(await lastLineOf()).toBe('4 passed, 0 failed')
  expect(isVerified()).toBe(true)
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
})
