import { existsSync } from 'node:fs'
import { access, constants, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Builder } from 'junit-report-builder'
import { makeFolders } from '../../src/make-folders.ts'
import { messageOf } from '../command-line.ts'
import { CannotTry } from './load-contract.ts'
import { failureText } from './report.ts'
import type { Outcome } from './run.ts'

/** Characters that XML 1.0 does not allow. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/**
 * Makes the folder of a report. After all requests, an error would come too late.
 * @throws CannotTry when the file cannot be written.
 */
export async function prepareJunit(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file))
  try {
    makeFolders(folder)
    const target = existsSync(file) ? file : folder
    await access(target, constants.W_OK)
    if (target === file && (await stat(file)).isDirectory()) throw new Error('it is a folder')
  } catch (error) {
    throw new CannotTry(`--junit ${file} cannot be written: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Writes the outcomes as JUnit XML: a suite for each group, a case for each case.
 * @param untried the number of cases left at an interruption: an error in a suite of its own.
 */
export async function writeJunit(
  file: string,
  title: string,
  outcomes: readonly Outcome[],
  untried: number,
): Promise<void> {
  // Only here: a deployment without development dependencies has everything else.
  const { default: module } = await import('junit-report-builder')
  // Its types are those of its other build, in which the builder is one step deeper.
  const report = (module as unknown as Builder).newBuilder().name(plain(title))
  for (const [group, all] of Map.groupBy(outcomes, (outcome) => outcome.group)) {
    const suite = report.testSuite().name(plain(group))
    for (const { name, state, failures, reason, seconds } of all) {
      const one = suite.testCase().className(plain(group)).name(plain(name)).time(seconds)
      if (state === 'skipped') one.skipped().standardOutput(plain(reason))
      if (state !== 'failed') continue
      const [first] = failures
      one.failure(plain(first?.message ?? ''))
      one.stacktrace(plain(failures.map(failureText).join('\n\n')))
    }
  }
  if (untried > 0) {
    const one = report.testSuite().name('interruption').testCase().className('interruption')
    one.name('runs to the end').error(`Interrupted: ${untried} cases were not tried`)
  }
  await writeFile(file, report.build())
}

function plain(text: string): string {
  return text.replaceAll(NOT_XML, '\u{FFFD}')
}
