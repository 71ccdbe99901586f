import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { explain } from '../src/server/lifecycle.ts'
import { finishBackgroundWork } from './finish-background-work.ts'
import { MOST_ITEMS } from './demo/code.ts'
import { vacuumCatalogue } from './demo/demo-load-queries.ts'
import { loadDemoCatalogue } from './demo/load-demo-catalogue.ts'
import type { CatalogueSize } from './demo/pool-sizes.ts'
import { progressBar } from './progress-bar.ts'

/**
 * `npm run demo -- --artworks N --events N`: brings the demo catalogue in the configured database
 * to that size. The same numbers give the same data; an interrupted run is finished by the next.
 */
const USAGE = `Usage: npm run demo -- [--artworks N] [--events N]
N is a whole number from 0 to ${MOST_ITEMS}; 600 artworks and 120 events when left out.`

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interruption.abort(new Error(`${name}: run it again to finish.`)))
}

const requested = requestedSize()
if (requested === undefined) {
  process.exitCode = 2
} else {
  await run(requested).catch((error: unknown) => {
    console.error(`demo: ${explain(error)}`)
    process.exitCode = interruption.signal.aborted ? 130 : 1
  })
}

function requestedSize(): CatalogueSize | undefined {
  try {
    const { values } = parseArgs({
      options: {
        artworks: { type: 'string', default: '600' },
        events: { type: 'string', default: '120' },
      },
    })
    return { artworks: count('artworks', values.artworks), events: count('events', values.events) }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return undefined
  }
}

function count(name: string, text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= MOST_ITEMS) return value
  throw new Error(`--${name} is "${text}" but must be a whole number from 0 to ${MOST_ITEMS}.`)
}

async function run(size: CatalogueSize): Promise<void> {
  const database = await openDatabase(readConfig())
  try {
    await migrateAt(database.databaseUrl)
    await fill(database.databaseUrl, size)
  } finally {
    await database.close()
  }
}

async function fill(databaseUrl: string, size: CatalogueSize): Promise<void> {
  const bar = progressBar('records')
  const start = performance.now()
  const added = await loadDemoCatalogue(databaseUrl, {
    ...size,
    onProgress: (done, total) => bar.update(done, total),
    signal: interruption.signal,
  }).finally(() => bar.stop())
  const seconds = (performance.now() - start) / 1_000
  await finishBackgroundWork(databaseUrl, interruption.signal)
  if (added.artworks + added.events > 0) await vacuumCatalogue(databaseUrl)
  console.log(report(size, added, seconds))
}

function report(size: CatalogueSize, added: CatalogueSize, seconds: number): string {
  const asked = `demo: ${size.artworks} artworks, ${size.events} events`
  if (added.artworks + added.events === 0) return `${asked} are all there: nothing to add`
  const rate = Math.round(added.artworks / seconds)
  const fresh = `${added.artworks} artworks, ${added.events} events new`
  return `${asked} (${fresh}) in ${seconds.toFixed(1)} s, ${rate} artworks/s`
}
