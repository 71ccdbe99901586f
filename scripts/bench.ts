import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openBenchDatabase, type BenchDatabase } from '../test/bench/database/bench-database.ts'
import { selectServerVersion } from '../test/bench/database/bench-database-queries.ts'
import { prepareCatalogue } from '../test/bench/database/catalogue.ts'
import { startLoadClient } from '../test/bench/load/load-client.ts'
import { readOptions, USAGE, type BenchOptions } from '../test/bench/options.ts'
import { describeMachine } from '../test/bench/report/machine.ts'
import { missedTargets, type Report } from '../test/bench/report/report.ts'
import { writeResultsPage } from '../test/bench/report/results-page.ts'
import { reportTable } from '../test/bench/report/table.ts'
import { runStages } from '../test/bench/stages.ts'
import { runInterruptible } from './interruptible.ts'

/**
 * `npm run bench`: compares the service with its performance targets, on a database of its own that stays
 * filled for the next run.
 */
await runInterruptible({ name: 'bench', usage: USAGE, readOptions, run: bench })

async function bench(given: BenchOptions, signal: AbortSignal): Promise<void> {
  const database = await openBenchDatabase(given)
  try {
    const added = await prepareCatalogue(database.url, given, signal)
    console.error(`${added === 0 ? 'Reused' : 'Filled'} ${database.name}`)
    const report = await makeReport(database, given, signal)
    await publish(report, given)
  } finally {
    await database.release()
  }
}

async function makeReport(
  { url }: BenchDatabase,
  given: BenchOptions,
  signal: AbortSignal,
): Promise<Report> {
  signal.throwIfAborted()
  const postgresql = await selectServerVersion(url)
  const client = startLoadClient(signal)
  try {
    const results = await runStages({ databaseUrl: url, options: given, client, signal })
    const { artworks, events, seconds, rounds, connections, only } = given
    return {
      date: new Date().toISOString(),
      machine: describeMachine(postgresql),
      settings: { artworks, events, seconds, rounds, connections, only },
      findings: [...results.values()].flatMap(({ findings }) => findings),
      failures: [...results.values()].flatMap(({ failures }) => failures),
      details: Object.fromEntries([...results].map(([name, { details }]) => [name, details])),
    }
  } finally {
    await client.stop()
  }
}

async function publish(report: Report, { output, write, strict }: BenchOptions): Promise<void> {
  const table = reportTable(report)
  console.log(table)
  await mkdir(path.dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(report, null, 2)}\n`)
  console.error(`Wrote ${path.relative('', output)}`)
  if (write) {
    await writeResultsPage('performance-results.md', {
      title: 'Results of the bench',
      task: 'bench',
      args: process.argv.slice(2),
      date: report.date,
      report: table,
    })
  }
  for (const failure of report.failures) console.error(`bench: ${failure}`)
  const missed = strict ? missedTargets(report) : []
  if (missed.length > 0) console.error(`bench: missed: ${missed.map(({ key }) => key).join(', ')}`)
  if (report.failures.length + missed.length > 0) process.exitCode = 1
}
