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

it('leaves out only what has passed with the inputs with which it began, and only with --changed', async () => {
  // Two tests and two checks; nothing is known of them yet.
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
  await write(
    'some.test.js',
    `${PASSING}\nif (process.env.NIGHTLY) it('passes at night', () => {})`,
  )
  expect(await lastLineOf('--changed')).toBe('2 passed, 0 failed')
  expect(await lastLineOf('--nightly')).toBe('6 passed, 0 failed')
  await write('input.txt', 'second')
  const input = JSON.stringify(path.join(folder, 'input.txt'))
  const changing = `import { appendFileSync } from 'node:fs'\nappendFileSync(${input}, 'more')`
  await write('some.test.js', `${changing}\n${PASSING}`)
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
  // That run has changed its input.
  expect(await lastLineOf('--changed')).toBe('4 passed, 0 failed')
})

it.each([
  ['a check that fails', { 'check.js': 'process.exitCode = 1' }, '3 passed, 1 failed'],
  [
    'tests that fail',
    { 'some.test.js': "it.for([3, 4])('fails', (no) => expect(no).toBe(2))" },
    '3 passed, 2 failed',
  ],
  [
    'tests that are left out or yet to write',
    { 'of-tools/tool.test.js': "it.skip('is skipped', () => {})\nit.todo('is missing')" },
    '3 passed, 0 failed, 2 skipped',
  ],
  [
    'a file that does not load',
    { 'of-tools/tool.test.js': "throw new Error('No tests')" },
    '3 passed, 1 failed',
  ],
])('records nothing after %s', async (_name, files, line) => {
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const { exitCode, stdout } = await runSuite()
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(line)
  expect(exitCode).toBe(line.includes(' 0 failed') ? 0 : 1)
  expect(stdout.includes('Tests were skipped')).toBe(line.endsWith('skipped'))
  expect(existsSync(path.join(folder, 'verified.json'))).toBe(false)
})
