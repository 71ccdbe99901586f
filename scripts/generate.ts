import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { endOnSignal, readFlags } from './command-line.ts'
import { downConvert } from './generate/down-convert.ts'
import { contractTypes, operationTable } from './generate/contract-types.ts'
import { databaseFiles } from './generate/database-types.ts'
import { publishedContract } from './generate/published-contract.ts'

/**
 * `npm run generate`: makes everything in generated/ from openapi/ and src/database/.
 * `npm run generate -- --check` changes nothing and fails when a file there is stale.
 */
const { check } = readFlags(
  `Usage: npm run generate -- [--check]

Makes everything in generated/ from openapi/ and src/database/.
  --check    changes nothing; ends with 1 when a file is stale`,
  ['check'],
)
endOnSignal('generate')
const root = projectRoot()

const document = publishedContract(root)
const database = await databaseFiles()
const current = (name: string): Promise<string> =>
  readFile(path.join(root, 'generated', name), 'utf8').catch(() => '')
const files = {
  'v1.json': json(document),
  'v1-3.0.json': json(downConvert(document)),
  'v1.ts': await contractTypes(document, await current('v1.ts')),
  'operations.ts': operationTable(document),
  'database.ts': database.types,
  'schema.sql': database.schema,
}

const stale: string[] = []
for (const [name, text] of Object.entries(files)) {
  if ((await current(name)) === text) continue
  stale.push(`generated/${name}`)
  if (!check) await writeFile(path.join(root, 'generated', name), text)
}

if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it makes.`)
  process.exitCode = 1
} else {
  console.log(stale.length === 0 ? 'generated/ is fresh.' : `Made ${stale.join(', ')}.`)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
