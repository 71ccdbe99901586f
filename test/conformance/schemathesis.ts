import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { installRequirements, runPython } from '../../scripts/programs/virtual-environment.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import { designedRefusals, readStockRun } from './stock-run.ts'
import type { Verdict } from './verdict.ts'

const INSTALLED = path.join(projectRoot(), '.data/conformance/schemathesis')
/** A constant seed, so that a failure is reproducible. */
const SEED = '1'
/** Without hooks, most operations end at their first refusal anyway; with fewer, too few have an accepted write. */
const STOCK_EXAMPLES = '5'

const MOST_OF_LISTS = '^/(events|marketplace-artworks)/(?!facets/)'

/** Options of Schemathesis for about half of the requests each, so that two processors share them. */
const SHARES_OF_ALL = {
  'events and artworks': ['--include-path-regex', MOST_OF_LISTS],
  'the rest': ['--exclude-path-regex', MOST_OF_LISTS],
} as const

export type Share = keyof typeof SHARES_OF_ALL

/**
 * On a commit, without the operations that repeat the parameters of the lists of events and artworks: their facets, their
 * sparse lists, and the lists below a record. They have half of all parameters. `npm run contract` tries each of them.
 */
const SHARES_OF_COMMIT: Readonly<Record<Share, readonly string[]>> = {
  'events and artworks': [
    '--include-path-regex',
    '^/(events|marketplace-artworks)/(?!(facets|sparse)/)',
  ],
  'the rest': [
    '--exclude-path-regex',
    '^/(events|marketplace-artworks)/|/\\{id\\}/(events|marketplace-artworks)/$',
  ],
}

/** How much Schemathesis tries. */
interface Extent {
  readonly shares: Readonly<Record<Share, readonly string[]>>
  /** Of each operation in each phase. */
  readonly examples: number
}

export const EXTENTS = {
  commit: { shares: SHARES_OF_COMMIT, examples: 5 },
  nightly: { shares: SHARES_OF_ALL, examples: 20 },
} as const

/**
 * Schemathesis with every check, configured by schemathesis.toml and schemathesis_hooks.py, which partners download.
 * @param name of a published document, such as `v1.json`.
 */
export async function runSchemathesis(
  name: string,
  share: Share,
  { shares, examples }: Extent,
  service: ScratchService,
): Promise<Verdict> {
  const folder = await prepareFolder(service, `hooks-${name}`)
  // The configuration refers to the hooks in the working folder.
  for (const file of ['schemathesis.toml', 'schemathesis_hooks.py']) {
    await copyFile(path.join(projectRoot(), 'test/conformance', file), path.join(folder, file))
  }
  const found = { tool: 'Schemathesis', passed: 0, failed: 0, skipped: 0 }
  try {
    const output = await run(name, service, folder, [
      ...shares[share],
      '--max-examples',
      String(examples),
    ])
    return { ...found, passed: 1, text: summaryOf(output) }
  } catch (error) {
    return { ...found, failed: 1, text: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Schemathesis with every check as it comes, without configuration and hooks. It may report only what
 * src/docs/testing.md lists, and gets writes of at least half of the operations accepted.
 */
export async function runStockSchemathesis(
  name: string,
  service: ScratchService,
): Promise<Verdict> {
  const folder = await prepareFolder(service, `stock-${name}`)
  const report = path.join(folder, 'report.ndjson')
  const settings = ['--max-examples', STOCK_EXAMPLES, '--no-shrink', '--report', 'ndjson']
  // It fails by the refusals that testing.md lists.
  const output = await run(name, service, folder, [
    ...settings,
    '--report-ndjson-path',
    report,
  ]).catch(String)
  const listed = designedRefusals()
  const found = readStockRun(await readFile(report, 'utf8'))
  const { failures, operations, acceptedOperations } = found
  const others = failures.filter((failure) => !listed.has(failure))
  const counts = `${found.accepted} of ${found.writes} writes accepted, by ${acceptedOperations} of ${operations} operations`
  const text = `${summaryOf(output)}; ${counts}`
  // Without an operation, the run itself has failed.
  const isAccepted = operations > 0 && acceptedOperations * 2 >= operations
  const failed = others.length === 0 && isAccepted ? 0 : 1
  const tool = 'Schemathesis without hooks'
  return {
    tool,
    passed: 1 - failed,
    failed,
    skipped: 0,
    text: [isAccepted ? text : output, ...others].join('\n'),
  }
}

let installing: Promise<void> | undefined

/** Installs Schemathesis, once for all runs at the same time. @returns a new folder to run it in. */
async function prepareFolder({ folder }: ScratchService, name: string): Promise<string> {
  const requirements = path.join(projectRoot(), 'test/conformance/requirements.txt')
  await (installing ??= installRequirements(requirements, INSTALLED))
  const own = path.join(folder, name)
  await mkdir(own)
  return own
}

/** @returns the output. @throws it if Schemathesis reports anything. */
function run(
  name: string,
  { url, key }: ScratchService,
  folder: string,
  more: readonly string[],
): Promise<string> {
  const args = ['-m', 'schemathesis.cli', 'run', `${url}/openapi/${name}`, '--checks', 'all']
  const settings = ['--seed', SEED, '--no-color', '--header', `Authorization: Bearer ${key}`]
  return runPython(INSTALLED, [...args, ...settings, ...more], folder)
}

/** The line with the number of requests. */
function summaryOf(output: string): string {
  const [generated = ''] = /^.*\d+ generated.*$/m.exec(output) ?? []
  return generated.trim()
}
