import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { explain } from '../src/server/lifecycle.ts'
import { declaredMetrics } from '../src/server/metrics.ts'
import { endOnSignal, readFlags } from './command-line.ts'
import { downConvert } from './generate/down-convert.ts'
import { dashboard } from './generate/dashboard.ts'
import { contractTypes, operationTable } from './generate/contract-types.ts'
import { databaseFiles } from './generate/database-types.ts'
import { publishedContract } from './generate/published-contract.ts'
import { sortOrdersSql } from './generate/sort-orders-sql.ts'

/**
 * `npm run generate`: makes everything in generated/ from openapi/ and src/database/, the SQL of the sort orders, and the
 * dashboard.
 * `npm run generate -- --check` changes nothing and fails when one of these files is stale.
 */
const { check } = readFlags(
  `Usage: npm run generate -- [--check]

Makes everything in generated/ from openapi/ and src/database/, the SQL of the sort orders from src/lists/list.ts, and the
dashboard in deploy/grafana/ from src/server/metrics.ts.
  --check    changes nothing; ends with 1 when a file is stale`,
  ['check'],
)
endOnSignal('generate')
const root = projectRoot()

const stale: string[] = []

/** @param name of the file, below the folder of the project. */
async function make(name: string, text: string): Promise<void> {
  if ((await current(name)) === text) return
  stale.push(name)
  if (!check) await writeFile(path.join(root, name), text)
}

const current = (name: string): Promise<string> =>
  readFile(path.join(root, name), 'utf8').catch(() => '')

// The schema of the database contains it.
await make('src/database/schema/9-sort-orders.sql', sortOrdersSql())
const document = publishedContract(root)
const database = await databaseFiles().catch((error: unknown) => {
  console.error(`generate: ${explain(error)}`)
  process.exit(1)
})
await make('generated/v1.json', json(document))
await make('generated/v1-3.0.json', json(downConvert(document)))
await make('generated/v1.ts', await contractTypes(document, await current('generated/v1.ts')))
await make('generated/operations.ts', operationTable(document))
await make('generated/database.ts', database.types)
await make('generated/schema.sql', database.schema)
await make('deploy/grafana/dashboard.json', json(dashboard(declaredMetrics())))

if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it makes.`)
  process.exitCode = 1
} else {
  console.log(stale.length === 0 ? 'All files are fresh.' : `Made ${stale.join(', ')}.`)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
