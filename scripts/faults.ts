import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { selectServerVersion } from './bench/database/bench-database-queries.ts'
import { describeMachine } from './bench/report/machine.ts'
import { closingLine } from './check/run-tests.ts'
import { readOptions, USAGE, type FaultOptions } from './faults/options.ts'
import { reportTable, type PartReport, type Report } from './faults/report/report.ts'
import { runParts } from './faults/run-parts.ts'
import { withWorld } from './faults/world.ts'

/**
 * `npm run test:faults`: holds the built service against what must hold under faults, load and attack,
 * on a PostgreSQL of its own.
 */
const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`ended by ${name}`)))
}

const options = givenOptions()
if (options !== undefined) {
  await tryFaults(options).catch((error: unknown) => {
    const reason: unknown = signal.aborted ? signal.reason : error
    console.error(`test:faults: ${reason instanceof Error ? reason.message : String(reason)}`)
    process.exitCode = signal.aborted ? 130 : 1
  })
}

function givenOptions(): FaultOptions | undefined {
  try {
    const given = readOptions(process.argv.slice(2))
    if (given === undefined) console.log(USAGE)
    return given
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}

async function tryFaults(given: FaultOptions): Promise<void> {
  console.log(`Seed ${given.seed}`)
  const report = await withWorld(given, signal, async (world): Promise<Report> => {
    const postgresql = await selectServerVersion(world.server.url)
    const parts = await runParts(world)
    const { seed, sizes } = given
    const date = new Date().toISOString()
    return { date, machine: describeMachine(postgresql), seed, sizes, parts }
  })
  await publish(report, given.output)
}

async function publish(report: Report, output: string): Promise<void> {
  console.log(`\n${reportTable(report)}`)
  await mkdir(path.dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nWrote ${path.relative('', output)}`)
  const { passed, failed } = countsOf(report.parts)
  console.log(closingLine({ passed, failed, skipped: 0 }))
  process.exitCode = failed === 0 ? 0 : 1
}

function countsOf(parts: readonly PartReport[]): { passed: number; failed: number } {
  const findings = parts.flatMap((part) => part.findings)
  const passed = findings.filter(({ isMet }) => isMet).length
  return { passed, failed: findings.length - passed }
}
