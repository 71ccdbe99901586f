import { SDKS } from '../test/sdks/all-sdks.ts'
import { checkSdk } from '../test/sdks/check-sdk.ts'
import { chosenSdks } from '../test/sdks/chosen-sdks.ts'
import { takeDocuments } from '../test/sdks/documents.ts'
import { FLAG, parseOptions, readCommandLine, TEXT } from './command-line.ts'
import { inParallel } from './in-parallel.ts'
import { interruption } from '../test/sdks/interruption.ts'
import { markdownTable, matrix, plainTable, type CheckedSdk } from '../test/sdks/matrix.ts'
import { reasonOf, type ClientOutcome } from '../test/sdks/outcome.ts'
import { startScratchService } from '../test/sdks/scratch-service.ts'
import { summary } from '../test/sdks/summary.ts'

/**
 * `npm run sdks`: makes clients from the published documents with the generators that partners use,
 * compiles them, and runs each against the service, on a database of its own. Generators come from
 * the registries of their languages and are kept in .data/sdks. One whose toolchain or registry
 * cannot be had is skipped by name, which fails the run where `--require-all` is given.
 */
const USAGE = `Usage: npm run sdks -- [OPTIONS]

  --only NAMES      some generators, separated by commas
  --language NAME   the generators of one language
  --markdown        prints the table as Markdown
  --require-all     ends with 1 when a generator is skipped`
const { values: options } = readCommandLine(USAGE, (args) =>
  parseOptions(args, { only: TEXT, language: TEXT, markdown: FLAG, 'require-all': FLAG }),
)

/** Most compilers use a core each. */
const AT_A_TIME = 2

const closers: (() => Promise<void>)[] = []
try {
  report(await checkAll())
} catch (error) {
  console.error(`sdks: ${reasonOf(error)}`)
  process.exitCode = interruption.aborted ? 130 : 1
} finally {
  for (const close of closers.toReversed()) await close().catch(console.error)
}

async function checkAll(): Promise<CheckedSdk[]> {
  const chosen = chosenSdks(SDKS, options)
  const service = await startScratchService((close) => {
    closers.push(close)
    interruption.throwIfAborted()
  })
  const documents = await takeDocuments(service.url, service.folder)
  // Those of the languages that compile longest stand last.
  const checked = await inParallel(AT_A_TIME, chosen.toReversed(), async (sdk) => ({
    sdk,
    outcome: await checkSdk(sdk, documents, service, (line) => console.error(line)),
  }))
  interruption.throwIfAborted()
  return checked.toReversed()
}

function report(checked: readonly CheckedSdk[]): void {
  for (const { sdk, outcome } of checked) printReasons(sdk.generator, Object.values(outcome))
  console.log(`\n${(options.markdown ? markdownTable : plainTable)(matrix(checked))}\n`)
  const { failed, skipped, line } = summary(checked.map(({ outcome }) => outcome))
  if (failed > 0 || (skipped > 0 && options['require-all'])) process.exitCode = 1
  console.log(line)
}

/** Each once, where something did not pass. */
function printReasons(generator: string, clients: readonly ClientOutcome[]): void {
  const outcomes = clients.flatMap(({ compiles, runs }) => [compiles, runs])
  const lines = outcomes.map(({ state, reason }) => (reason === '' ? '' : `${state}: ${reason}`))
  for (const line of new Set(lines)) if (line !== '') console.error(`\n${generator} ${line}`)
}
