import { parseArgs } from 'node:util'
import { checkGenerator } from './sdks/check-generator.ts'
import { heyApi } from './sdks/hey-api.ts'
import { kubb } from './sdks/kubb.ts'
import { matrix } from './sdks/matrix.ts'
import { openapiTypescript } from './sdks/openapi-typescript.ts'
import { orval } from './sdks/orval.ts'
import { swaggerTypescriptApi } from './sdks/swagger-typescript-api.ts'

/**
 * `npm run sdks`: makes clients from the published documents with the generators that partners use,
 * and compiles them. Generators come from the npm registry and are kept in .data/sdks. A generator
 * that cannot be had is skipped, which fails the run unless `--allow-skipped` is given.
 */
const { values: options } = parseArgs({ options: { 'allow-skipped': { type: 'boolean' } } })
const generators = [openapiTypescript, heyApi, orval, kubb, swaggerTypescriptApi]

const checked = await Promise.all(
  generators.map(async (generator) => ({ generator, outcomes: await checkGenerator(generator) })),
)

for (const { generator, outcomes } of checked) {
  for (const reason of new Set(outcomes.map((outcome) => outcome.reason))) {
    if (reason !== '') console.error(`${generator.name}:\n${reason}\n`)
  }
}
console.log(`${matrix(checked)}\n`)

const states = checked.flatMap(({ outcomes }) => outcomes.map(({ state }) => state))
const count = (wanted: string): number => states.filter((state) => state === wanted).length
if (count('failed') > 0 || (count('skipped') > 0 && !options['allow-skipped'])) process.exitCode = 1
const skipped = count('skipped') > 0 ? `${count('skipped')} skipped, ` : ''
console.log(`${skipped}${count('passed')} passed, ${count('failed')} failed`)
