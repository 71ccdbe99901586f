import pLimit from 'p-limit'
import { NIGHTLY, runProgram, reportCounts, runTests } from './run-tests.ts'
import { readFlags } from '../command-line.ts'
import { Verification, type SuiteInputs } from './verification.ts'

/** Lines of a check that are printed even when it passes. */
const NOTES = /^(Skipped|Warning): .*$/gm

interface Suite {
  /** The text of `--help`. */
  readonly usage: string
  readonly checks?: readonly Check[]
  readonly config: string
  /** Tests that the configuration includes, for single runs, and the suite leaves to another one. */
  readonly without?: readonly string[]
  /** Whether its tests have an amount for `npm run nightly`. */
  readonly hasNightly?: boolean
  /** Of tests and checks that `--changed` leaves out if they have passed with the same files. */
  readonly inputs?: SuiteInputs
}

interface Checked {
  readonly isMet: boolean
  /** The printed lines. */
  readonly text: string
}

/**
 * Runs the checks and, at the same time, the tests of a vitest configuration. A failure stops neither. The checks
 * run one at a time, because the tests rarely leave more than one core idle. The results of the checks are printed
 * after those of the tests. The last line counts both together.
 */
export async function runSuite({
  usage,
  checks = [],
  config,
  without = [],
  hasNightly,
  inputs,
}: Suite): Promise<void> {
  const { changed, nightly } = readFlags(usage, [
    ...(inputs ? ['changed' as const] : []),
    ...(hasNightly ? ['nightly' as const] : []),
  ])
  const verification = inputs && new Verification(inputs)
  const hash = verification?.hash() ?? ''
  const verified = inputs && changed && verification?.isCurrent() ? [inputs.tests] : []
  for (const tests of verified) console.log(`${tests} has passed with the same files.`)
  const isTried = ({ isNightly = false, isOfInputs = false }: Check): boolean =>
    (nightly === true || !isNightly) && (verified.length === 0 || !isOfInputs)
  const [tests, checked] = await Promise.all([
    runTests(config, {
      args: [...without, ...verified].map((files) => `--exclude=${files}`),
      env: nightly ? NIGHTLY : {},
    }),
    pLimit(1).map(checks.filter(isTried), runCheck),
  ])
  for (const { text } of checked) console.log(text)
  const passed = tests.passed + checked.filter(({ isMet }) => isMet).length
  const failed = tests.failed + checked.filter(({ isMet }) => !isMet).length
  if (verification && verified.length === 0 && failed === 0) {
    if (tests.skipped === 0) verification.record(hash)
    console.log(
      tests.skipped === 0
        ? `Wrote ${verification.file}: commit it.`
        : `Tests were skipped, so ${verification.file} is as it was.`,
    )
  }
  reportCounts({ passed, failed, skipped: tests.skipped })
}

async function runCheck({ name, program, args, env }: Check): Promise<Checked> {
  const began = performance.now()
  const { exitCode, output } = await runProgram(program, args, true, env)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const isMet = exitCode === 0
  const line = `${isMet ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`
  const printed = isMet ? (output.match(NOTES) ?? []) : [output]
  return { isMet, text: [line, ...printed].join('\n') }
}

interface Check {
  readonly name: string
  /** `node`, or one of the programs that the project installs. */
  readonly program: string
  readonly args: readonly string[]
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether `npm run test:quick` runs it as well. */
  readonly isQuick?: boolean
  /** Whether a commit leaves it out. */
  readonly isNightly?: boolean
  /** Whether it depends on the inputs of the suite alone. */
  readonly isOfInputs?: boolean
}

/** The checks of `npm run check`. */
export const CHECKS: readonly Check[] = [
  {
    name: 'generated files are fresh',
    program: 'node',
    args: ['dist/scripts/generate.js', '--check'],
    isQuick: true,
  },
  {
    name: 'contract fits the OpenAPI 3.1 schema',
    program: 'validate-api',
    args: ['generated/v1.json'],
  },
  {
    name: '3.0.3 copy fits the OpenAPI 3.0 schema',
    program: 'validate-api',
    args: ['generated/v1-3.0.json'],
  },
  {
    name: 'contract and 3.0.3 copy pass Redocly, recommended-strict and more',
    program: 'redocly',
    args: ['lint', 'generated/v1.json', 'generated/v1-3.0.json'],
  },
  {
    name: 'contract breaks nothing that was released, and announces deprecations in time',
    program: 'node',
    args: ['dist/scripts/compatibility.js'],
  },
  {
    name: 'changelog is up to date with the contract',
    program: 'node',
    args: ['dist/scripts/changelog.js', '--check'],
  },
  {
    name: 'types and lint',
    program: 'oxlint',
    args: ['--type-aware', '--type-check', '--deny-warnings'],
    // It is written in Go, whose collection of garbage would take a third of its time.
    env: { GOGC: 'off', GOMEMLIMIT: '2GiB' },
    isQuick: true,
  },
  {
    name: 'format',
    program: 'oxfmt',
    args: ['--check'],
  },
]

/** The checks of `npm run test:slow`: Spectral takes as long as most other checks together. */
export const SLOW_CHECKS: readonly Check[] = [
  {
    name: 'contract passes Spectral, oas',
    program: 'spectral',
    args: ['lint', 'generated/v1.json', '--fail-severity=hint'],
    isOfInputs: true,
  },
  {
    // Generated from the contract; Redocly reads it on each commit.
    name: '3.0.3 copy passes Spectral, oas',
    program: 'spectral',
    args: ['lint', 'generated/v1-3.0.json', '--fail-severity=hint'],
    isNightly: true,
  },
]
