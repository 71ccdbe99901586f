import { readFileSync, writeFileSync } from 'node:fs'
import { FLAG, TEXT, TEXTS } from '../command-line.ts'
import { SEPARATORS } from './csv-file.ts'
import { requireEncoding } from './text-encoding.ts'

/** How each option with one value is read. @throws an error that names the invalid option. */
const READERS = {
  /** Headings of a file without a header row. */
  headings: (text: string): readonly string[] => text.split(','),
  /** The line of the header row, below titles. */
  header: lineNumber,
  encoding: requireEncoding,
  separator: separatorNamed,
  numbers: oneOf('numbers', ['point', 'comma']),
  dates: oneOf('dates', ['dmy', 'mdy']),
  /** Whether the day of its end is the last one of an event of whole days, or the day after that. */
  ends: oneOf('ends', ['included', 'excluded']),
  /** Of dates and times without a time zone. */
  zone: requireZone,
  /** Whether quotes are those of CSV or plain characters. */
  quotes: oneOf('quotes', ['csv', 'text']),
  /** For text that is UTF-8 read as Windows-1252. */
  mojibake: oneOf('mojibake', ['keep', 'repair']),
} as const

/** Flags, and options with several values. */
export const NO_OPTIONS = {
  /** Headings of the file by field of the contract, and all texts by field. */
  map: {} as Readonly<Record<string, string>>,
  set: {} as Readonly<Record<string, string>>,
  /** What a cell of a field means, by `FIELD:WORD`. */
  replace: {} as Readonly<Record<string, string>>,
  /** Whether rows leave out empty cells at their end. */
  shortRows: false as boolean,
  /** Fields whose numbers are ids of related records, and those whose numbers are names. */
  ids: [] as readonly string[],
  names: [] as readonly string[],
  /** Fields whose empty cells have the value of the cell above, as merged cells are saved. */
  merged: [] as readonly string[],
  /** Headings that are left out. */
  ignore: [] as readonly string[],
  ignoreOthers: false as boolean,
  /** Words of the file for no value. */
  nothing: [] as readonly string[],
  /** Fields whose cells are read approximately or left out. */
  lenient: [] as readonly string[],
  endUnknown: false as boolean,
  createMissing: false as boolean,
}

/** What the user says about a file, on the command line or in a profile. */
export type FileOptions = Readonly<typeof NO_OPTIONS> & {
  readonly [Name in keyof typeof READERS]?: ReturnType<(typeof READERS)[Name]>
}

/** As for `parseOptions`; their values are typed by `readFileOptions`. */
export const FILE_OPTIONS = Object.fromEntries([
  ...Object.keys(READERS).map((name) => [name, TEXT]),
  ...Object.entries(NO_OPTIONS).map(([name, usual]) => [
    optionName(name),
    typeof usual === 'boolean' ? FLAG : TEXTS,
  ]),
]) as Readonly<Record<keyof typeof READERS, typeof TEXT>>

function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

type FileOptionValues = Readonly<Partial<Record<string, string | boolean | readonly string[]>>>

/** @throws an error that names the invalid option. */
export function readFileOptions(values: FileOptionValues): FileOptions {
  const pairs = (name: string) => pairsOf(name, (values[name] ?? []) as readonly string[])
  const others = Object.entries(NO_OPTIONS).map(([name, usual]) => [
    name,
    values[optionName(name)] ?? usual,
  ])
  return {
    ...(Object.fromEntries(others) as FileOptions),
    map: pairs('map'),
    set: pairs('set'),
    replace: pairs('replace'),
    ...readTexts(values),
  }
}

/** The options with one value. */
function readTexts(values: FileOptionValues): Partial<FileOptions> {
  const given = Object.entries(READERS).flatMap(([name, read]) => {
    const text = values[name]
    return typeof text === 'string' ? [[name, read(text)]] : []
  })
  return Object.fromEntries(given) as Partial<FileOptions>
}

const FORMS: Readonly<Record<string, string>> = {
  map: 'FIELD=HEADING',
  replace: 'FIELD:WORD=VALUE',
}

function pairsOf(option: string, texts: readonly string[]): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const form = FORMS[option] ?? 'FIELD=VALUE'
    const isPlaced = option !== 'replace' || /:\s*\S/.test(text.slice(0, at))
    if (at <= 0 || !isPlaced) throw new Error(`--${option} is "${text}" but must be ${form}.`)
    const [field, value] = [text.slice(0, at).trim(), text.slice(at + 1)]
    const other = pairs.get(field)
    if (other !== undefined && other !== value)
      throw new Error(`--${option} gives ${field} twice: "${other}" and "${value}".`)
    pairs.set(field, value)
  }
  return Object.fromEntries(pairs)
}

function lineNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error(`--header is "${text}" but must be the line of the header row, such as 3.`)
}

function oneOf<const Value extends string>(option: string, values: readonly Value[]) {
  return (text: string): Value => {
    const value = values.find((each) => each === text)
    if (value !== undefined) return value
    throw new Error(`--${option} is "${text}" but must be ${values.join(' or ')}.`)
  }
}

function separatorNamed(text: string): string {
  const separator = SEPARATORS.get(text) ?? text
  if (/^[^\r\n"\w]$/.test(separator)) return separator
  const names = [...SEPARATORS.keys()].join(', ')
  throw new Error(`--separator is "${text}" but must be ${names} or one character.`)
}

function requireZone(text: string): string {
  const zone = zoneNamed(text)
  if (zone !== undefined) return zone
  throw new Error(`--zone is "${text}" but must be a time zone such as Europe/Amsterdam.`)
}

/** Undefined for another text than the name of a time zone. */
export function zoneNamed(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The options of a profile, and over them the given ones.
 * @throws an error that names the file when it is no profile.
 */
export function withProfile(file: string, given: FileOptions): FileOptions {
  const kept = readProfile(file)
  const together = Object.entries(NO_OPTIONS).map(([name, usual]) => {
    const [one, other] = [kept, given].map((each) => each[name as keyof FileOptions] ?? usual)
    if (Array.isArray(one)) return [name, [...new Set([...one, ...(other as string[])])]]
    return [
      name,
      typeof one === 'object' ? { ...(one as object), ...(other as object) } : one || other,
    ]
  })
  return { ...kept, ...given, ...Object.fromEntries(together) } as FileOptions
}

/** Empty where there is no file yet. */
function readProfile(file: string): Partial<FileOptions> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    throw new Error(`--profile: ${file} cannot be read: ${message}.`, { cause: error })
  }
  try {
    const kept = JSON.parse(text) as Partial<FileOptions>
    const wrong = Object.entries(kept).find(([name, value]) => !isOption(name, value))
    if (wrong === undefined) return { ...kept, ...readTexts(kept as FileOptionValues) }
    throw new Error(`its member ${JSON.stringify(wrong[0])} is no option, or not of its form`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`--profile: ${file} is no profile: ${reason}.`, { cause: error })
  }
}

function isOption(name: string, value: unknown): boolean {
  if (name === 'headings') return isTexts(value)
  if (name === 'header') return Number.isInteger(value)
  if (name in READERS) return typeof value === 'string'
  const usual = NO_OPTIONS[name as keyof typeof NO_OPTIONS] as unknown
  if (Array.isArray(usual)) return isTexts(value)
  if (typeof usual !== 'object') return typeof usual === 'boolean' && typeof value === 'boolean'
  return typeof value === 'object' && value !== null && isTexts(Object.values(value))
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Keeps options for the next file of the same shape, after an import. @throws an error that says so. */
export function writeProfile(file: string, options: FileOptions): void {
  try {
    writeFileSync(file, `${JSON.stringify(options, null, 2)}\n`)
  } catch (error) {
    throw new Error(`The import is done, and only --profile ${file} cannot be written.`, {
      cause: error,
    })
  }
}

/** The command with more options, to be typed. */
export function nextCommand(args: readonly string[], hints: Iterable<string>): string {
  return ['npm run import --', ...args.map(shellWord), ...hints].join(' ')
}

function shellWord(text: string): string {
  return /^[\w./=:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** An option with its value, to be typed. */
export function optionText(name: string, value: string): string {
  return `--${name} ${shellWord(value)}`
}
