import { parseArgs } from 'node:util'
import { checkGenerator } from './sdks/check-generator.ts'
import { takeDocuments } from './sdks/documents.ts'
import { heyApi } from './sdks/hey-api.ts'
import { interruption } from './sdks/interruption.ts'
import { kubb } from './sdks/kubb.ts'
import { matrix, type CheckedGenerator } from './sdks/matrix.ts'
import { openapiTypescript } from './sdks/openapi-typescript.ts'
import { orval } from './sdks/orval.ts'
import { startScratchService } from './sdks/scratch-service.ts'
import { swaggerTypescriptApi } from './sdks/swagger-typescript-api.ts'

/**
 * `npm run sdks`: makes clients from the published documents with the generators that partners use,
 * compiles them, and runs each against the service, on a database of its own. Generators come from
 * the npm registry and are kept in .data/sdks. A generator that cannot be had is skipped, which
 * fails the run unless `--allow-skipped` is given.
 */
const { values: options } = parseArgs({ options: { 'allow-skipped': { type: 'boolean' } } })
const GENERATORS = [openapiTypescript, heyApi, orval, kubb, swaggerTypescriptApi]

const closers: (() => Promise<void>)[] = []
try {
  report(await checkAll())
} catch (error) {
  console.error(`sdks: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = interruption.aborted ? 130 : 1
} finally {
  for (const close of closers.toReversed()) await close().catch(console.error)
}

async function checkAll(): Promise<CheckedGenerator[]> {
  const service = await startScratchService((close) => {
    closers.push(close)
    interruption.throwIfAborted()
  })
  const documents = await takeDocuments(service.url, service.folder)
  const checked = await Promise.all(
    GENERATORS.map(async (generator) => ({
      generator,
      outcomes: await checkGenerator(generator, documents, service),
    })),
  )
  interruption.throwIfAborted()
  return checked
}

function report(checked: readonly CheckedGenerator[]): void {
  for (const { generator, outcomes } of checked) {
    const reasons = outcomes.flatMap(({ compiles, runs }) => [compiles.reason, runs.reason])
    for (const reason of new Set(reasons)) {
      if (reason !== '') console.error(`${generator.name}:\n${reason}\n`)
    }
  }
  console.log(`${matrix(checked)}\n`)
  const all = checked.flatMap(({ outcomes }) => outcomes)
  const states = all.flatMap(({ compiles, runs }) => [compiles.state, runs.state])
  const count = (wanted: string): number => states.filter((state) => state === wanted).length
  const skipped = count('skipped')
  if (count('failed') > 0 || (skipped > 0 && !options['allow-skipped'])) process.exitCode = 1
  const omitted = skipped > 0 ? `${skipped} skipped, ` : ''
  console.log(`${omitted}${count('passed')} passed, ${count('failed')} failed`)
}
