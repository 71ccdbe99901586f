import { runContractTests } from '../test/conformance/contract-tests.ts'
import {
  EXTENTS,
  runSchemathesis,
  runStockSchemathesis,
  type Share,
} from '../test/conformance/schemathesis.ts'
import { closingLine, type Verdict } from '../test/conformance/verdict.ts'
import { interruption } from './programs/interruption.ts'
import { missingPrograms } from './programs/missing-programs.ts'
import { RegistryUnreachable } from './programs/registry.ts'
import { startScratchService, type ScratchService } from '../test/sdks/scratch-service.ts'
import { readFlags, messageOf } from './command-line.ts'

/**
 * `npm run conformance`: the contract tests of this project and Schemathesis, against the service on a
 * database of its own. Schemathesis is installed from the Python package index into .data/conformance. A tool
 * that is not available is skipped, and the output names it.
 */
const { nightly } = readFlags(
  `Usage: npm run conformance [-- --nightly]
  --nightly         also without hooks and with the 3.0 document, with all operations and more examples, as npm run
                    nightly

Verifies the service, on a database of its own, against the contract: with the contract tests of this project
and with Schemathesis. Takes about a minute, and with --nightly some minutes.`,
  ['nightly'],
)
const extent = nightly ? EXTENTS.nightly : EXTENTS.commit
/** The 3.0 document is generated from the other one. */
const documents = nightly ? ['v1.json', 'v1-3.0.json'] : ['v1.json']

interface Tool {
  readonly name: string
  /** Programs that must be on the PATH. */
  readonly programs: readonly string[]
  readonly run: (service: ScratchService) => Promise<Verdict>
}

const contract: Tool = { name: 'npm run contract', programs: [], run: runContractTests }

const schemathesis = (share: Share): Tool[] =>
  documents.map((document) => ({
    name: `Schemathesis with ${document}, ${share}`,
    programs: ['python3'],
    run: (service) => runSchemathesis(document, share, extent, service),
  }))

const stock = (nightly ? documents : []).map((document): Tool => ({
  name: `Schemathesis with ${document}, without hooks`,
  programs: ['python3'],
  run: (service) => runStockSchemathesis(document, service),
}))

/** Each group has a service of its own: Schemathesis uses one processor. */
const GROUPS: readonly (readonly Tool[])[] = [
  schemathesis('events and artworks'),
  // The contract tests then see what Schemathesis has written.
  [...schemathesis('the rest'), contract, ...stock],
]

const closers: (() => Promise<void>)[] = []
try {
  // After a failure, the other group still uses what is closed.
  const groups = await Promise.allSettled(GROUPS.map(tryGroup))
  const verdicts = groups.flatMap((group) => {
    if (group.status === 'rejected') throw group.reason
    return group.value
  })
  if (verdicts.some(({ failed }) => failed > 0)) process.exitCode = 1
  console.log(closingLine(verdicts))
} catch (error) {
  console.error(`conformance: ${messageOf(error)}`)
  process.exitCode = interruption.aborted ? 130 : 1
} finally {
  for (const close of closers.toReversed()) await close().catch(console.error)
}

async function tryGroup(tools: readonly Tool[]): Promise<Verdict[]> {
  const service = await startScratchService((close) => {
    closers.push(close)
    interruption.throwIfAborted()
  })
  const verdicts: Verdict[] = []
  for (const tool of tools) verdicts.push(await tryTool(tool, service))
  return verdicts
}

async function tryTool({ name, programs, run }: Tool, service: ScratchService): Promise<Verdict> {
  const began = performance.now()
  const missing = await missingPrograms(programs)
  const verdict =
    missing.length > 0
      ? skipped(name, `${missing.join(', ')} is not installed`)
      : await run(service).catch((error: unknown) => {
          interruption.throwIfAborted()
          if (error instanceof RegistryUnreachable) return skipped(name, error.message)
          return { tool: name, passed: 0, failed: 1, skipped: 0, text: messageOf(error) }
        })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  const state = verdict.failed > 0 ? 'FAILED ' : verdict.passed > 0 ? 'ok     ' : 'skipped'
  console.log(`${state} ${name} (${seconds} s): ${verdict.text}`)
  return verdict
}

function skipped(tool: string, text: string): Verdict {
  return { tool, passed: 0, failed: 0, skipped: 1, text }
}
