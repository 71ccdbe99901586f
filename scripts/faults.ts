import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { selectServerVersion } from '../test/bench/database/bench-database-queries.ts'
import { describeMachine } from '../test/bench/report/machine.ts'
import { writeResultsPage } from '../test/bench/report/results-page.ts'
import { closingLine } from './check/run-tests.ts'
import { readOptions, USAGE, type FaultOptions } from '../test/faults/options.ts'
import { reportTable, type PartReport, type Report } from '../test/faults/report/report.ts'
import { runParts } from '../test/faults/run-parts.ts'
import { withWorld } from '../test/faults/world.ts'
import { runInterruptible } from './interruptible.ts'

/**
 * `npm run test:faults`: verifies what the built service promises under faults, load and attack, on a
 * PostgreSQL of its own.
 */
await runInterruptible({ name: 'test:faults', usage: USAGE, readOptions, run: tryFaults })

async function tryFaults(given: FaultOptions, signal: AbortSignal): Promise<void> {
  console.log(`Seed ${given.seed}`)
  const report = await withWorld(given, signal, async (world): Promise<Report> => {
    const postgresql = await selectServerVersion(world.server.url)
    const parts = await runParts(world)
    const { seed, sizes } = given
    const date = new Date().toISOString()
    return { date, machine: describeMachine(postgresql), seed, sizes, parts }
  })
  await publish(report, given)
}

async function publish(report: Report, { output, write }: FaultOptions): Promise<void> {
  const table = reportTable(report)
  console.log(`\n${table}`)
  await mkdir(path.dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nWrote ${path.relative('', output)}`)
  if (write) {
    await writeResultsPage('resilience-results.md', {
      title: 'Results of the fault tests',
      task: 'test:faults',
      args: process.argv.slice(2),
      date: report.date,
      report: table,
    })
  }
  const { passed, failed } = countsOf(report.parts)
  console.log(closingLine({ passed, failed, skipped: 0 }))
  process.exitCode = failed === 0 ? 0 : 1
}

function countsOf(parts: readonly PartReport[]): { passed: number; failed: number } {
  const findings = parts.flatMap((part) => part.findings)
  const passed = findings.filter(({ isMet }) => isMet).length
  return { passed, failed: findings.length - passed }
}
