import { readConfig, type Config } from '../src/config.ts'
import { FLAG, parseOptions, TEXT } from './command-line.ts'
import { fileKind, KINDS_TEXT } from './files/file-kinds.ts'
import { SEPARATORS } from './files/csv-file.ts'
import {
  FILE_OPTIONS,
  NO_OPTIONS,
  nextCommand,
  readFileOptions,
  withProfile,
  writeProfile,
} from './files/file-options.ts'
import { planFile, type FileRequest, type OnLine } from './files/import-file.ts'
import { executePlan, type ImportPlan, type Observer } from './files/import-plan.ts'
import { PREVIEW_ROWS, previewText } from './files/preview.ts'
import { formatOf } from './files/source.ts'
import { usualUrls } from './files/usual-urls.ts'
import { finishBackgroundWork } from './finish-background-work.ts'
import { planImport, type ImportRequest } from './import/plan-import.ts'
import { ReasonGroups } from './import/reason-groups.ts'
import { RejectedFile, rejectedPath, requireNoInput } from './import/rejected-file.ts'
import { runInterruptible } from './interruptible.ts'
import { progressBar, type ProgressBar } from './progress-bar.ts'
import { migrateForTask, withConnections, withDatabase } from './task-database.ts'

/** `npm run import -- KIND FILE`: imports a file in the words of the contract, or a publisher's file. */
const USAGE = `Usage: npm run import -- KIND FILE [OPTIONS]

  ${KINDS_TEXT} FILE
      records from your own file (CSV, JSON, NDJSON) or from npm run export

  carnegie FILE                     works of the Carnegie Museum of Art, JSON lines
  tate FILE                         works of Tate, JSON lines
  exhibitions FILE --museums FILE   exhibitions and museums of lllist.eu, CSV
  rates FILE [--allow-jumps]        euro reference rates of the European Central Bank, CSV;
                                    with --allow-jumps also rates far from those of the day
                                    before or after

Your own file. Encoding, separator and line ends are recognised. A heading that names a field is
that field, in any case. For the rest:
  --preview              show the first ${PREVIEW_ROWS} records as they would be stored; change nothing
  --dry-run              check all rows; change nothing
  --map FIELD=HEADING    the column HEADING is FIELD; can be given often, as --set; several
                         columns are one field: --map start_time=Date+Time
  --set FIELD=VALUE      for all rows without a cell of FIELD
  --replace FIELD:WORD=VALUE
                         a cell WORD of FIELD means VALUE, or nothing if VALUE is empty
  --headings A,B,-       the file has no header row; these are its columns, "-" for none
  --header LINE          the header row is on line LINE, below titles
  --quotes csv|text      quotes are those of CSV, or plain characters
  --short-rows           rows may leave out empty cells at their end
  --ignore HEADING       leave a column out; --ignore-others: all that are no field
  --create-missing       create artists and tags whose names are unknown
  --ids FIELD            numbers in FIELD, such as tags, are ids of this service
  --names FIELD          they are names
  --merged FIELD         an empty cell of FIELD has the value of the cell above, as merged
                         cells are saved
  --nothing WORD         cells with WORD, such as NULL, have no value
  --lenient FIELD        leave out a cell of FIELD that cannot be read; of year_of_creation
                         and times, take the only year
  --numbers point|comma  the sign of decimals, for numbers such as 1.200
  --zone ZONE            of dates and times without one, such as Europe/Amsterdam
  --dates dmy|mdy        for dates such as 03/04/2031
  --ends included|excluded
                         the day of an end is the last whole day, or the one after it, as
                         Outlook writes it
  --end-unknown          an event without an end ends with its first day
  --encoding NAME        for a file that is no Unicode, such as windows-1252
  --separator NAME       ${[...SEPARATORS.keys()].join(', ')} or one character
  --mojibake keep|repair for text such as "GrÃ¼n"
  --profile FILE         take these options from FILE, and keep them there for the next file
  --as USERNAME          the operator in whose name the records are written

Names, slugs and external ids of artists, galleries, venues, categories and tags are as good as
ids. "size" is a field for height x width x depth in one cell.

  npm run import -- artworks stock.csv --map price=PRICE --set units=inch --preview
  npm run import -- artworks stock.csv --profile stock.json
  npm run import -- events events.json --zone Europe/Amsterdam --set venue='Kunsthal Nord'

Files may be gzip. Rows that cannot be imported are listed, with the reason, in
<data directory>/rejected/, or in the file given by --rejected; those of artists and venues
in files beside it, named after it. The exit code is then 1.
`

/** Options of files of records. */
const OWN_FILE = {
  as: TEXT,
  'dry-run': FLAG,
  preview: FLAG,
  profile: TEXT,
  ...FILE_OPTIONS,
} as const

interface Remarks {
  /** Whether no file lists the rejected rows. */
  readonly isUnlisted: boolean
  before(): void
  /** Lines before the counts. */
  notes(isWhole: boolean): readonly string[]
  /** The end of the line with the counts. */
  remark(): string
}

const NO_REMARKS: Remarks = {
  isUnlisted: false,
  before: () => {},
  notes: () => [],
  remark: () => '',
}

await runInterruptible({ name: 'import', usage: USAGE, readOptions: readArguments, run })

type OwnFile = Omit<FileRequest, 'urls'> & {
  readonly isPreview: boolean
  readonly profile: string | undefined
}

interface ImportArguments {
  readonly request: ImportRequest | OwnFile
  /** For rejected rows; undefined for the default place. */
  readonly rejectedFile: string | undefined
}

/** @throws an error that names the invalid argument. */
function readArguments(args: readonly string[]): ImportArguments {
  const { positionals, values } = parseOptions(
    args,
    { museums: TEXT, rejected: TEXT, 'allow-jumps': FLAG, ...OWN_FILE },
    true,
  )
  const [kind, file, ...others] = positionals
  if (file === undefined) throw new Error('A kind and a file are needed.')
  if (others.length > 0) throw new Error(`"${others.join(' ')}" is one argument too many.`)
  if (values['allow-jumps'] && kind !== 'rates') throw new Error('--allow-jumps belongs to rates.')
  const records = fileKind(kind)
  const rejectedFile = values.rejected
  if (records === undefined) {
    const names = Object.keys(OWN_FILE) as (keyof typeof OWN_FILE)[]
    const foreign = names.find((name) => [values[name]].flat().some((value) => value))
    if (foreign !== undefined) throw new Error(`--${foreign} belongs to ${KINDS_TEXT}.`)
    const request = readRequest(kind, file, values.museums)
    const isLenient = request.kind === 'rates' && values['allow-jumps']
    return { request: isLenient ? { ...request, allowsJumps: true } : request, rejectedFile }
  }
  if (values.museums !== undefined) throw new Error('--museums belongs to exhibitions.')
  if (values.as !== undefined && records.name === 'tags')
    throw new Error('--as does not belong to tags, which name no user.')
  formatOf(file)
  const { as, preview: isPreview, profile } = values
  const given = readFileOptions(values)
  const options = profile === undefined ? given : withProfile(profile, given)
  const isDryRun = values['dry-run'] || isPreview
  const request = { kind: records, file, as, isDryRun, isPreview, options, args, profile }
  return { request, rejectedFile }
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
    throw new Error(
      `"${kind ?? ''}" is no kind of file: ${KINDS_TEXT}|carnegie|tate|exhibitions|rates.`,
    )
  }
  if (museumsFile !== undefined) throw new Error('--museums belongs to exhibitions.')
  return { kind, file }
}

async function run({ request, rejectedFile }: ImportArguments, signal: AbortSignal): Promise<void> {
  const config = readConfig()
  requireNoInput(rejectedFile, request)
  const execute = async (plan: ImportPlan, remarks = NO_REMARKS): Promise<void> => {
    const rejectedAt = (source: string) =>
      rejectedPath(config.dataDirectory, source, plan.kind, rejectedFile)
    const reporter = report(rejectedAt, signal, remarks)
    await withDatabase(config, async (databaseUrl) => {
      await withConnections(databaseUrl, 2, async (db) => {
        await migrateForTask(db, signal)
        await executePlan(db, plan, reporter)
      }).finally(reporter.stop)
      await finishBackgroundWork(databaseUrl, signal, usualUrls(config))
    })
  }
  // Files first: one of the wrong kind needs no database.
  if ('isDryRun' in request) await importOwnFile(request, config, signal, execute)
  else await execute(await planImport(request, usualUrls(config), signal))
}

async function importOwnFile(
  request: OwnFile,
  config: Config,
  signal: AbortSignal,
  execute: (plan: ImportPlan, remarks: Remarks) => Promise<void>,
): Promise<void> {
  const { kind, isDryRun, isPreview, profile, options = NO_OPTIONS } = request
  const shown: Parameters<OnLine>[] = []
  const onLine: OnLine = (...line) => void shown.push(line)
  const preview = isPreview && { maxRows: PREVIEW_ROWS, onLine }
  const plan = await planFile({ ...request, urls: usualUrls(config), ...preview }, signal)
  await execute(plan, {
    isUnlisted: isPreview,
    before: () => shown.length > 0 && console.log(previewText(kind, shown)),
    notes: (isWhole) => [...plan.report.lines(), ...adviceOf(request, plan.report.hints, isWhole)],
    remark: () => (isDryRun ? '; no record was changed' : plan.report.visibility()),
  })
  if (profile !== undefined && !isDryRun) writeProfile(profile, options)
}

/** The next command, and how its options can be kept. */
function adviceOf(
  { isPreview, profile, options = NO_OPTIONS, args = [] }: OwnFile,
  hints: ReadonlySet<string>,
  isWhole: boolean,
): string[] {
  const isMapped = Object.keys({ ...options.map, ...options.set }).length > 0
  const others = args.filter((arg) => arg !== '--preview')
  return [
    ...(hints.size > 0 ? [`Next: ${nextCommand(args, hints)}`] : []),
    ...(isPreview && isWhole ? [`Next: ${nextCommand(others, [])}`] : []),
    ...(isMapped && profile === undefined
      ? ['Add --profile FILE.json to keep these options for the next file.']
      : []),
  ]
}

type Reporter = Observer & Pick<ProgressBar, 'stop'>

/** Shows the progress of each file in turn, and prints its counts. */
function report(
  rejectedPathOf: (source: string) => string,
  signal: AbortSignal,
  { isUnlisted, before, notes, remark }: Remarks,
): Reporter {
  let bar: ProgressBar | undefined
  let rejected: RejectedFile | undefined
  let reasons = new ReasonGroups()
  return {
    stop: () => bar?.stop(),
    optionsFor(source) {
      const ownBar = (bar = progressBar('rows'))
      const ownRejected = (rejected = new RejectedFile(rejectedPathOf(source)))
      const ownReasons = (reasons = new ReasonGroups())
      return {
        signal,
        onProgress: ownBar.update,
        onRejected: (row) => {
          ownReasons.add(row)
          if (!isUnlisted) ownRejected.append(row)
        },
      }
    },
    onFinished(source, { read, imported, unchanged, rejected: count }) {
      bar?.stop()
      before()
      for (const line of reasons.lines()) console.error(line)
      if (count > 0 && !isUnlisted) console.error(`Rejected rows and reasons: ${rejected?.path}`)
      if (count > 0) process.exitCode = 1
      for (const line of notes(count === 0)) console.error(line)
      const summary = `${read} read, ${imported} imported, ${unchanged} unchanged, ${count} rejected`
      console.log(`${source}: ${summary}${remark()}`)
    },
  }
}
