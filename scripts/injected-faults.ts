import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { messageOf, parseOptions, TEXT } from './command-line.ts'
import { runInterruptible } from './interruptible.ts'
import { interruption } from './programs/interruption.ts'
import { runProgram } from './programs/run-program.ts'

const USAGE = `Usage: npm run injected-faults [-- OPTIONS]

Injects each fault of test/injected-faults/faults.json into a copy of the last commit, and names the first test that
fails. All faults and suites take hours.
  --only N,M        these faults, by their place in the file, from 1
  --suite COMMAND   runs this shell command instead of all suites`

const root = projectRoot()

interface Fault {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
}

/** After a change of the contract or of the schema. */
const GENERATE = ['npm run generate && npm run changelog']

/** The beginning of the line of a suite's output that names what failed. */
const FAILURE = /^.*?(?:FAIL |FAILED|MISSED|not ok|Unhandled|error TS|^ +x |^Error).{0,200}/m

/** `npm run injected-faults`: counts the known faults that the suites notice. */
await runInterruptible({
  name: 'injected-faults',
  usage: USAGE,
  readOptions: (args) => parseOptions(args, { only: TEXT, suite: TEXT }).values,
  run: tryFaults,
})

async function tryFaults({ only, suite }: { only?: string; suite?: string }): Promise<void> {
  const text = await readFile(path.join(root, 'test/injected-faults/faults.json'), 'utf8')
  const faults = [...(JSON.parse(text) as Fault[]).entries()]
  const chosen = faults.filter(([at]) => only?.split(',').includes(`${at + 1}`) ?? true)
  const copy = await mkdtemp(path.join(tmpdir(), 'art-marketplace-fault-'))
  const run = (command: string) => runProgram('sh', ['-c', command], copy, { NO_COLOR: '1' })
  let noticed = 0
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root })
    // Packages of its own: a launcher in the copy may install them again.
    await run('npm ci --prefer-offline --no-audit --no-fund')
    for (const [at, fault] of chosen) {
      await inject(fault, copy)
      const suites = suite === undefined ? suitesOf(fault.file) : [suite]
      const isSource = /\.(yaml|sql)$/.test(fault.file)
      const failure = await firstFailure([...(isSource ? GENERATE : []), ...suites], run)
      if (failure !== undefined) noticed += 1
      console.log(`${at + 1} ${fault.file}: ${fault.name}: ${failure ?? 'not noticed'}`)
      await run('git checkout --quiet .')
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
  }
  console.log(`\n${noticed} noticed, ${chosen.length - noticed} not noticed`)
}

async function inject({ file, find, replace }: Fault, folder: string): Promise<void> {
  const target = path.join(folder, file)
  const parts = (await readFile(target, 'utf8')).split(find)
  if (parts.length !== 2) throw new Error(`"${find}" must occur once in ${file}`)
  await writeFile(target, parts.join(replace))
}

/** @returns the command that notices the fault, and the line that names what failed; undefined if none does. */
async function firstFailure(
  commands: readonly string[],
  run: (command: string) => Promise<string>,
): Promise<string | undefined> {
  for (const command of commands) {
    const output = await run(command).then(() => undefined, messageOf)
    interruption.throwIfAborted()
    if (output !== undefined) return `${command}: ${FAILURE.exec(output)?.[0].trim() ?? 'failed'}`
  }
  return undefined
}

/** First types and lint, the tests of the same folder, and those that import the file: most faults are noticed there. */
function suitesOf(file: string): readonly string[] {
  const [, folder = ''] = /^(?:src\/)?((?:scripts\/)?[\w-]+)/.exec(file) ?? []
  return [
    'npx oxlint --type-aware --type-check --deny-warnings',
    `npx vitest run --bail 1 --passWithNoTests test/${folder === 'openapi' ? 'contract' : folder}`,
    `npx vitest related --run --bail 1 --passWithNoTests ${file}`,
    'npm test',
    ...['test:slow', 'browser', 'sdks', 'conformance', 'test:faults', 'test:failover'].map(
      (name) => `npm run ${name}`,
    ),
  ]
}
