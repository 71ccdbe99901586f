import { readConfig } from '../src/config.ts'
import { SchemaMismatch } from '../src/database/migrate.ts'
import { parseOptions } from './command-line.ts'
import { exportFile, type ExportRequest } from './files/export-file.ts'
import { fileKind, KINDS_TEXT } from './files/file-kinds.ts'
import { usualUrls } from './files/usual-urls.ts'
import { runInterruptible } from './interruptible.ts'
import { progressBar } from './progress-bar.ts'
import { migrateForTask, withConnections, withDatabase } from './task-database.ts'

/** `npm run export -- KIND [FILE]`: writes all records of a kind, in the format of the import. */
const USAGE = `Usage: npm run export -- ${KINDS_TEXT} [FILE]

FILE ends in .csv, .ndjson or .jsonl; CSV begins with a byte order mark, by which spreadsheets know UTF-8. Without it, NDJSON goes to standard output (npm run -s).
The file has drafts, archived records and contact data: everything that the import can write.
`

await runInterruptible({ name: 'export', usage: USAGE, readOptions, run })

function readOptions(args: readonly string[]): Omit<ExportRequest, 'urls'> {
  const [name, file, ...others] = parseOptions(args, {}, true).positionals
  const kind = fileKind(name)
  if (kind === undefined) throw new Error(`"${name ?? ''}" is no kind of records: ${KINDS_TEXT}.`)
  if (others.length > 0) throw new Error(`"${others.join(' ')}" is one argument too many.`)
  // A name of another form, such as .tsv or .gz, would be untrue of what is written.
  if (file !== undefined && !/\.(?:csv|ndjson|jsonl)$/i.test(file))
    throw new Error(`${file} must end in .csv, .ndjson or .jsonl.`)
  return { kind, file, format: /\.csv$/i.test(file ?? '') ? 'csv' : 'ndjson' }
}

async function run(options: Omit<ExportRequest, 'urls'>, signal: AbortSignal): Promise<void> {
  const config = readConfig()
  const bar = progressBar('records')
  const count = await withDatabase(config, (databaseUrl) =>
    withConnections(databaseUrl, 1, async (db) => {
      await migrateForTask(db, signal).catch(readOlderSchema)
      const request = { ...options, urls: usualUrls(config) }
      return exportFile(db, request, { onProgress: bar.update, signal })
    }),
  ).finally(bar.stop)
  console.error(`${options.kind.name}: ${count} written`)
}

/** An older schema is read as it is: most tables have not changed, and an export is the way to a new database. */
function readOlderSchema(error: unknown): void {
  if (!(error instanceof SchemaMismatch)) throw error
  console.error(`${error.message}\nThe export goes on with the schema as it is.`)
}
