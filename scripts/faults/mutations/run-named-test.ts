import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Mutation } from './mutation.ts'

const run = promisify(execFile)

export type Outcome = 'passes' | 'fails' | 'is missing'

/** A mutation may make a test wait for what never comes. */
const LONGEST_MS = 180_000

/** Of tests that are no part of `npm test`, by what their names end with. */
const CONFIGS: Readonly<Record<string, string>> = {
  faults: 'vitest.faults.config.ts',
  slow: 'vitest.slow.config.ts',
}

interface Report {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
}

/** Runs one test in a copy of the tree, by its own configuration. */
export async function runNamedTest(
  folder: string,
  { test, name }: Pick<Mutation, 'test' | 'name'>,
): Promise<Outcome> {
  const config = CONFIGS[test.split('.').at(-2) ?? ''] ?? 'vitest.config.ts'
  const file = path.join(folder, 'outcome.json')
  const pattern = name
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    // What it.each puts in its place is not known here.
    .replaceAll(/%[sdj]|\\\$\w+/g, '.*')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config]
  const reporter = ['--reporter=json', `--outputFile.json=${file}`]
  const failed = await run(
    process.execPath,
    [...args, ...reporter, '--testNamePattern', pattern, test],
    { cwd: folder, timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 },
  ).then(
    () => false,
    () => true,
  )
  const text = await readFile(file, 'utf8').catch(() => '{}')
  await rm(file, { force: true })
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(text) as Report
  if (failed || numFailedTests > 0) return 'fails'
  return numPassedTests > 0 ? 'passes' : 'is missing'
}
