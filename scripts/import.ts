import { readConfig, type Config } from '../src/config.ts'
import { connect } from '../src/database/pool.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { FLAG, messageOf, parseOptions, readCommandLine, TEXT } from './command-line.ts'
import { fileKind, KINDS_TEXT } from './files/file-kinds.ts'
import { formatOf } from './files/file-rows.ts'
import { planFile, type FileRequest } from './files/import-file.ts'
import { usualUrls } from './files/usual-urls.ts'
import { finishBackgroundWork } from './finish-background-work.ts'
import {
  executePlan,
  planImport,
  type ImportPlan,
  type ImportRequest,
  type Observer,
} from './import/import-plan.ts'
import { RejectedFile, rejectedPath, requireNoInput } from './import/rejected-file.ts'
import { progressBar, type ProgressBar } from './progress-bar.ts'

/** `npm run import -- KIND FILE`: imports a file in the words of the contract, or a publisher's file. */
const USAGE = `Usage: npm run import -- KIND FILE [--rejected FILE]

  ${KINDS_TEXT} FILE [--dry-run] [--as USERNAME]
                                    records in the words of the contract, CSV or NDJSON by the
                                    end of the name; npm run export writes the same format

  carnegie FILE                     works of the Carnegie Museum of Art, JSON lines
  tate FILE                         works of Tate, JSON lines
  exhibitions FILE --museums FILE   exhibitions and museums of lllist.eu, CSV
  rates FILE [--allow-jumps]        euro reference rates of the European Central Bank, CSV;
                                    with --allow-jumps also rates far from those of the day
                                    before or after

Files may be gzip. Rows that cannot be imported are listed, with the reason, in
<data directory>/rejected/, or in the file given by --rejected; those of the museums
in a file beside it, named after it with "-museums".
`

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interruption.abort())
}

await run(readCommandLine(USAGE, readArguments)).catch((error: unknown) => {
  console.error(`import: ${messageOf(error)}`)
  process.exitCode = interruption.signal.aborted ? 130 : 1
})

interface ImportArguments {
  readonly request: ImportRequest | Omit<FileRequest, 'urls'>
  /** For rejected rows; undefined for the default place. */
  readonly rejectedFile: string | undefined
}

/** @throws an error that names the invalid argument. */
function readArguments(args: readonly string[]): ImportArguments {
  const { positionals, values } = parseOptions(
    args,
    { museums: TEXT, rejected: TEXT, as: TEXT, 'dry-run': FLAG, 'allow-jumps': FLAG },
    true,
  )
  const [kind, file, ...others] = positionals
  if (file === undefined) throw new Error('A kind and a file are needed.')
  if (others.length > 0) throw new Error(`"${others.join(' ')}" is one argument too many.`)
  if (values['allow-jumps'] && kind !== 'rates') throw new Error('--allow-jumps belongs to rates.')
  const records = fileKind(kind)
  if (records === undefined) {
    if (values.as !== undefined || values['dry-run'])
      throw new Error(`--as and --dry-run belong to ${KINDS_TEXT}.`)
    const request = readRequest(kind, file, values.museums)
    const isLenient = request.kind === 'rates' && values['allow-jumps']
    return {
      request: isLenient ? { ...request, allowsJumps: true } : request,
      rejectedFile: values.rejected,
    }
  }
  if (values.museums !== undefined) throw new Error('--museums belongs to exhibitions.')
  if (values.as !== undefined && records.name === 'tags')
    throw new Error('--as does not belong to tags, which name no user.')
  formatOf(file)
  const request = { kind: records, file, as: values.as, isDryRun: values['dry-run'] }
  return { request, rejectedFile: values.rejected }
}

function readRequest(
  kind: string | undefined,
  file: string,
  museumsFile: string | undefined,
): ImportRequest {
  if (kind === 'exhibitions') {
    if (museumsFile === undefined) throw new Error('exhibitions needs --museums FILE.')
    return { kind, file, museumsFile }
  }
  if (kind !== 'carnegie' && kind !== 'tate' && kind !== 'rates') {
    throw new Error(`"${kind}" is not a kind of file that can be imported.`)
  }
  if (museumsFile !== undefined) throw new Error('--museums belongs to exhibitions.')
  return { kind, file }
}

async function run({ request, rejectedFile }: ImportArguments): Promise<void> {
  const config = readConfig()
  requireNoInput(rejectedFile, request)
  // Files first: one of the wrong kind needs no database.
  const { signal } = interruption
  const plan = await ('isDryRun' in request
    ? planFile({ ...request, urls: usualUrls(config) }, signal)
    : planImport(request, signal))
  const database = await openDatabase(config)
  try {
    await importInto(database.databaseUrl, plan, config, rejectedFile)
    if ('isDryRun' in request && request.isDryRun) console.log('Dry run: no record was changed.')
    await finishBackgroundWork(database.databaseUrl, interruption.signal, usualUrls(config).media)
  } finally {
    await database.close()
  }
}

async function importInto(
  databaseUrl: string,
  plan: ImportPlan,
  config: Config,
  rejectedFile: string | undefined,
): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 0,
    // The statement on the connection fails with the same error.
    onConnectionError: () => {},
  })
  const reporter = report((source) => rejectedPath(config.dataDirectory, source, rejectedFile))
  try {
    await migrate(db)
    await executePlan(db, plan, reporter)
  } finally {
    reporter.stop()
    await db.destroy()
  }
}

/** Shows the progress of each file in turn, and prints its counts. */
function report(rejectedPathOf: (source: string) => string): Observer & Pick<ProgressBar, 'stop'> {
  let bar: ProgressBar | undefined
  let rejected: RejectedFile | undefined
  return {
    stop: () => bar?.stop(),
    optionsFor(source) {
      const ownBar = (bar = progressBar('rows'))
      const ownRejected = (rejected = new RejectedFile(rejectedPathOf(source)))
      return {
        signal: interruption.signal,
        onProgress: (done, total) => ownBar.update(done, total),
        onRejected: (row) => ownRejected.append(row),
      }
    },
    onFinished(source, { read, imported, unchanged, rejected: count }) {
      bar?.stop()
      if (count > 0) console.error(`Rejected rows and reasons: ${rejected?.path}`)
      const summary = `${read} read, ${imported} imported, ${unchanged} unchanged, ${count} rejected`
      console.log(`${source}: ${summary}`)
    },
  }
}
