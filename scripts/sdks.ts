import pLimit from 'p-limit'
import { chosenSdks, SDKS } from '../test/sdks/all-sdks.ts'
import { checkSdk } from '../test/sdks/check-sdk.ts'
import { takeDocuments } from '../test/sdks/documents.ts'
import { SDK_INPUTS, Verification } from './check/verification.ts'
import { interruption } from './programs/interruption.ts'
import { markdownTable, matrix, plainTable, summary, type CheckedSdk } from '../test/sdks/matrix.ts'
import type { ClientOutcome } from '../test/sdks/outcome.ts'
import { addUnknownWords } from '../test/sdks/scratch-queries.ts'
import { startScratchService } from '../test/sdks/scratch-service.ts'
import { FLAG, parseOptions, TEXT } from './command-line.ts'
import { runInterruptible } from './interruptible.ts'

const USAGE = `Usage: npm run sdks [-- OPTIONS]
  --changed         runs nothing if all have passed with the same documents, generators and programs
  --only NAMES      some of these generators, separated by commas:
${SDKS.map(({ generator, language }) => `                      ${generator} (${language})`).join('\n')}
  --language NAME   the generators of one language
  --markdown        prints the matrix as Markdown
  --require-all     ends with 1 when a generator is skipped
Writes ${SDK_INPUTS.file} once all have passed; commit it.`

const OPTIONS = {
  changed: FLAG,
  only: TEXT,
  language: TEXT,
  markdown: FLAG,
  'require-all': FLAG,
}

/** Most of the generators, compilers and programs use a core each. */
const MAX_PARALLEL = 2

const verification = new Verification(SDK_INPUTS)

type SdkOptions = ReturnType<typeof readOptions>

/**
 * `npm run sdks`: generates clients from the published documents with the generators that partners use,
 * compiles them, and runs each against the service on a database of its own. The generators come from
 * the registries of their languages and stay in .data/sdks. A generator whose toolchain or registry is not
 * available is skipped, and the output names it; with `--require-all` that fails the run.
 * With `--changed`, nothing runs if all clients have passed with the same inputs.
 */
await runInterruptible({ name: 'sdks', usage: USAGE, readOptions, run: checkSdks })

function readOptions(args: readonly string[]) {
  return parseOptions(args, OPTIONS).values
}

async function checkSdks(options: SdkOptions): Promise<void> {
  if (options.changed && verification.isCurrent()) {
    console.log(`${SDK_INPUTS.file}: every generated client has passed with these documents.`)
    console.log('1 passed, 0 failed')
    return
  }
  const closers: (() => Promise<void>)[] = []
  try {
    const inputs = verification.hash()
    report(await checkAll(options, (close) => closers.push(close)), { ...options, inputs })
  } finally {
    for (const close of closers.toReversed()) await close().catch(console.error)
  }
}

async function checkAll(
  options: SdkOptions,
  onClose: (close: () => Promise<void>) => void,
): Promise<CheckedSdk[]> {
  const chosen = chosenSdks(SDKS, options)
  const scratch = await startScratchService((close) => {
    onClose(close)
    interruption.throwIfAborted()
  })
  const service = { ...scratch, unknownWordsArtwork: await addUnknownWords(scratch.db) }
  const documents = await takeDocuments(service.url, service.folder)
  // The languages that take longest to compile are last in SDKS, and start first.
  const checked = await pLimit(MAX_PARALLEL).map(chosen.toReversed(), async (sdk) => ({
    sdk,
    outcome: await checkSdk(sdk, documents, service, (line) => console.error(line)),
  }))
  interruption.throwIfAborted()
  return checked.toReversed()
}

interface ReportOptions extends SdkOptions {
  /** The hash of what the clients were made of. */
  readonly inputs: string
}

function report(checked: readonly CheckedSdk[], options: ReportOptions): void {
  for (const { sdk, outcome } of checked) logReasons(sdk.generator, Object.values(outcome))
  console.log(`\n${(options.markdown ? markdownTable : plainTable)(matrix(checked))}\n`)
  const { failed, skipped, line } = summary(checked.map(({ outcome }) => outcome))
  if (failed > 0 || (skipped > 0 && options['require-all'])) process.exitCode = 1
  if (checked.length === SDKS.length && failed + skipped === 0) {
    verification.record(options.inputs)
    console.log(`Wrote ${SDK_INPUTS.file}: commit it.`)
  }
  console.log(line)
}

/** Logs each reason for a step that did not pass, once. */
function logReasons(generator: string, clients: readonly ClientOutcome[]): void {
  const outcomes = clients.flatMap(({ compiles, runs }) => [compiles, runs])
  const lines = outcomes.map(({ state, reason }) => (reason === '' ? '' : `${state}: ${reason}`))
  for (const line of new Set(lines)) if (line !== '') console.error(`\n${generator} ${line}`)
}
