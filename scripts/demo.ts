import { readConfig } from '../src/config.ts'
import type { Urls } from '../src/contract/operation-types.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { FLAG, parseOptions, TEXT, wholeNumber } from './command-line.ts'
import { finishBackgroundWork } from './finish-background-work.ts'
import { MAX_ITEMS } from './demo/code.ts'
import { hasOtherRecords, vacuumCatalogue } from './demo/demo-queries.ts'
import { loadDemoCatalogue } from './demo/load-demo-catalogue.ts'
import type { CatalogueSize } from './demo/pool-sizes.ts'
import { usualUrls } from './files/usual-urls.ts'
import { runInterruptible } from './interruptible.ts'
import { progressBar } from './progress-bar.ts'
import { withDatabase } from './task-database.ts'

/**
 * `npm run demo -- --artworks N --events N`: brings the demo catalogue in the configured database
 * to that size. The same numbers give the same data; an interrupted run is finished by the next.
 */
const USAGE = `Usage: npm run demo -- [--artworks N] [--events N] [--yes]
Fills the database with invented records.
  N        a whole number from 0 to ${MAX_ITEMS}; default: 600 artworks and 120 events
  --yes    needed with NODE_ENV=production, and for a database that has records of others`

interface DemoOptions extends CatalogueSize {
  readonly yes: boolean
}

await runInterruptible({
  name: 'demo',
  usage: USAGE,
  readOptions,
  run,
})

function readOptions(args: readonly string[]): DemoOptions {
  const { artworks, events, yes } = parseOptions(args, {
    artworks: { ...TEXT, default: '600' },
    events: { ...TEXT, default: '120' },
    yes: FLAG,
  }).values
  const range = { min: 0, max: MAX_ITEMS }
  return {
    artworks: wholeNumber('artworks', artworks, range),
    events: wholeNumber('events', events, range),
    yes,
  }
}

async function run({ yes, ...size }: DemoOptions, signal: AbortSignal): Promise<void> {
  const config = readConfig()
  if (config.isProduction && !yes) throw needsYes('NODE_ENV is production')
  await withDatabase(config, async (databaseUrl) => {
    await migrateAt(databaseUrl, false, { signal })
    if (!yes && (await hasOtherRecords(databaseUrl))) {
      throw needsYes('The database has records that are not of the demo')
    }
    await fill(databaseUrl, size, usualUrls(config), signal)
  })
}

/** Invented records cannot be told from real ones later. */
function needsYes(reason: string): Error {
  return new Error(`${reason}. To add invented records to it, add --yes.`)
}

async function fill(
  databaseUrl: string,
  size: CatalogueSize,
  urls: Urls,
  signal: AbortSignal,
): Promise<void> {
  const bar = progressBar('records')
  const start = performance.now()
  const added = await loadDemoCatalogue(databaseUrl, {
    ...size,
    onProgress: bar.update,
    signal,
  }).finally(bar.stop)
  const seconds = (performance.now() - start) / 1_000
  await finishBackgroundWork(databaseUrl, signal, urls)
  if (added.artworks + added.events > 0) await vacuumCatalogue(databaseUrl, signal)
  console.log(report(size, added, seconds))
}

function report(size: CatalogueSize, added: CatalogueSize, seconds: number): string {
  const asked = `demo: ${size.artworks} artworks, ${size.events} events`
  if (added.artworks + added.events === 0) return `${asked} are all there: nothing to add`
  const rate = Math.round(added.artworks / seconds)
  const fresh = `${added.artworks} artworks, ${added.events} events new`
  return `${asked} (${fresh}) in ${seconds.toFixed(1)} s, ${rate} artworks/s`
}
