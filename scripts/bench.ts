import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { startEmbeddedServer } from '../src/database/embedded-server.ts'
import { createCases } from './bench/cases.ts'
import { prepareCatalogue } from './bench/catalogue.ts'
import { surveyCollection } from './bench/collection.ts'
import { figuresOf } from './bench/figures.ts'
import { measureCases } from './bench/measure.ts'
import { readOptions, USAGE, type BenchOptions } from './bench/options.ts'
import { describeMachine, reportMarkdown, type Report } from './bench/report.ts'
import { selectServerVersion } from './bench/server-version-queries.ts'
import { startService, type Service } from './bench/service.ts'

/**
 * `npm run bench`: how many requests a second one process answers, and how fast, on a PostgreSQL of
 * its own. The filled database stays in .data/bench-N-M for the next run.
 */
const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`ended by ${name}`)))
}

const options = givenOptions()
if (options === undefined) {
  process.exitCode = 2
} else {
  await bench(options).catch((error: unknown) => {
    console.error(`bench: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = signal.aborted ? 130 : 1
  })
}

function givenOptions(): BenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}

async function bench(given: BenchOptions): Promise<void> {
  const { artworks, events } = given
  const directory = path.join(projectRoot(), '.data', `bench-${artworks}-${events}`)
  const server = await startEmbeddedServer(directory)
  try {
    const added = await prepareCatalogue(server.url(), given, signal)
    console.error(`${added === 0 ? 'Reused' : 'Filled'} ${path.relative('', directory)}`)
    signal.throwIfAborted()
    const report = await measureService(server.url(), given)
    await publish(report, given.output)
  } finally {
    await server.release()
  }
}

async function measureService(databaseUrl: string, given: BenchOptions): Promise<Report> {
  const postgresql = await selectServerVersion(databaseUrl)
  const service = await startService(databaseUrl)
  try {
    return await makeReport(service, postgresql, given)
  } finally {
    await service.stop()
  }
}

async function makeReport(
  service: Service,
  postgresql: string,
  { output: _, ...settings }: BenchOptions,
): Promise<Report> {
  const collection = await surveyCollection(service.url)
  const cases = createCases(collection)
  const measurements = await measureCases({ ...settings, serviceUrl: service.url, cases, signal })
  return {
    date: new Date().toISOString(),
    machine: describeMachine(postgresql),
    settings,
    listed: collection.count,
    cases: figuresOf(cases, measurements),
    serviceRssBytes: await service.rssBytes(),
  }
}

/** An answer that was not 200 fails the run: its speed says nothing. */
async function publish(report: Report, output: string): Promise<void> {
  console.log(reportMarkdown(report))
  await mkdir(path.dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(report, null, 2)}\n`)
  console.error(`Wrote ${path.relative('', output)}`)
  const errors = report.cases.reduce((sum, figures) => sum + figures.errors, 0)
  if (errors > 0) throw new Error(`${errors} requests were not answered with 200.`)
}
