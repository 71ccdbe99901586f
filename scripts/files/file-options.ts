import { readFileSync, writeFileSync } from 'node:fs'
import { FLAG, TEXT, TEXTS } from '../command-line.ts'
import { SEPARATORS } from './csv-file.ts'
import { requireEncoding } from './text-encoding.ts'

/** What the user says about a file, on the command line or in a profile. */
export interface FileOptions {
  /** Headings of the file by field of the contract, and all texts by field. */
  readonly map: Readonly<Record<string, string>>
  readonly set: Readonly<Record<string, string>>
  /** Headings of a file without a header row. */
  readonly headings?: readonly string[]
  /** The line of the header row, below titles. */
  readonly header?: number
  /** Whether quotes are those of CSV or plain characters. */
  readonly quotes?: 'csv' | 'text'
  /** Whether rows leave out empty cells at their end. */
  readonly shortRows: boolean
  /** Fields whose numbers are ids of related records, and those whose numbers are names. */
  readonly ids: readonly string[]
  readonly names: readonly string[]
  /** Headings that are left out. */
  readonly ignore: readonly string[]
  readonly ignoreOthers: boolean
  /** Words of the file for no value. */
  readonly nothing: readonly string[]
  /** Fields whose cells are read approximately or left out. */
  readonly lenient: readonly string[]
  readonly encoding?: string
  readonly separator?: string
  readonly numbers?: 'point' | 'comma'
  readonly dates?: 'dmy' | 'mdy'
  /** Of dates and times without a time zone. */
  readonly zone?: string
  readonly endUnknown: boolean
  /** For text that is UTF-8 read as Windows-1252. */
  readonly mojibake?: 'keep' | 'repair'
  readonly createMissing: boolean
}

export const NO_OPTIONS: FileOptions = {
  map: {},
  set: {},
  shortRows: false,
  ids: [],
  names: [],
  ignore: [],
  ignoreOthers: false,
  nothing: [],
  lenient: [],
  endUnknown: false,
  createMissing: false,
}

/** As for `parseOptions`. */
export const FILE_OPTIONS = {
  map: TEXTS,
  set: TEXTS,
  headings: TEXT,
  header: TEXT,
  quotes: TEXT,
  'short-rows': FLAG,
  ids: TEXTS,
  names: TEXTS,
  ignore: TEXTS,
  'ignore-others': FLAG,
  nothing: TEXTS,
  lenient: TEXTS,
  encoding: TEXT,
  separator: TEXT,
  numbers: TEXT,
  dates: TEXT,
  zone: TEXT,
  'end-unknown': FLAG,
  mojibake: TEXT,
  'create-missing': FLAG,
} as const

export type FileOptionValues = Readonly<
  Partial<Record<string, string | boolean | readonly string[]>>
>

/** @throws an error that names the invalid option. */
export function readFileOptions(values: FileOptionValues): FileOptions {
  const given = (name: keyof typeof FILE_OPTIONS) => values[name] as string | undefined
  const list = (name: keyof typeof FILE_OPTIONS) => (values[name] ?? []) as readonly string[]
  return {
    map: pairsOf('map', list('map')),
    set: pairsOf('set', list('set')),
    ...(given('headings') !== undefined && { headings: given('headings')?.split(',') ?? [] }),
    ...(given('header') !== undefined && { header: lineNumber(given('header') ?? '') }),
    shortRows: values['short-rows'] === true,
    ids: list('ids'),
    names: list('names'),
    ignore: list('ignore'),
    ignoreOthers: values['ignore-others'] === true,
    nothing: list('nothing'),
    lenient: list('lenient'),
    ...readTexts(values),
    endUnknown: values['end-unknown'] === true,
    createMissing: values['create-missing'] === true,
  }
}

/** The options with a text of their own. */
function readTexts(values: FileOptionValues) {
  const given = (name: keyof typeof FILE_OPTIONS) => values[name] as string | undefined
  const separator = given('separator')
  const zone = given('zone')
  const encoding = given('encoding')
  const numbers = oneOf('numbers', given('numbers'), ['point', 'comma'])
  const dates = oneOf('dates', given('dates'), ['dmy', 'mdy'])
  const quotes = oneOf('quotes', given('quotes'), ['csv', 'text'])
  const mojibake = oneOf('mojibake', given('mojibake'), ['keep', 'repair'])
  return {
    ...(encoding !== undefined && { encoding: requireEncoding(encoding) }),
    ...(separator !== undefined && { separator: separatorNamed(separator) }),
    ...(numbers !== undefined && { numbers }),
    ...(dates !== undefined && { dates }),
    ...(zone !== undefined && { zone: requireZone(zone) }),
    ...(quotes !== undefined && { quotes }),
    ...(mojibake !== undefined && { mojibake }),
  }
}

function pairsOf(option: string, texts: readonly string[]): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const form = option === 'map' ? 'FIELD=HEADING' : 'FIELD=VALUE'
    if (at <= 0) throw new Error(`--${option} is "${text}" but must be ${form}.`)
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

function oneOf<const Value extends string>(
  option: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined
  const value = values.find((each) => each === text)
  if (value !== undefined) return value
  throw new Error(`--${option} is "${text}" but must be ${values.join(' or ')}.`)
}

function separatorNamed(text: string): string {
  const separator = SEPARATORS.get(text) ?? text
  if (/^[^\r\n"\w]$/.test(separator)) return separator
  const names = [...SEPARATORS.keys()].join(', ')
  throw new Error(`--separator is "${text}" but must be ${names} or one character.`)
}

function requireZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new Error(`--zone is "${zone}" but must be a time zone such as Europe/Amsterdam.`)
  }
}

/**
 * The options of a profile, and over them the given ones.
 * @throws an error that names the file when it is no profile.
 */
export function withProfile(file: string, given: FileOptions): FileOptions {
  const kept = readProfile(file)
  return {
    ...NO_OPTIONS,
    ...kept,
    ...given,
    map: { ...kept.map, ...given.map },
    set: { ...kept.set, ...given.set },
    ids: union(kept.ids, given.ids),
    names: union(kept.names, given.names),
    ignore: union(kept.ignore, given.ignore),
    nothing: union(kept.nothing, given.nothing),
    lenient: union(kept.lenient, given.lenient),
    shortRows: given.shortRows || kept.shortRows === true,
    ignoreOthers: given.ignoreOthers || kept.ignoreOthers === true,
    endUnknown: given.endUnknown || kept.endUnknown === true,
    createMissing: given.createMissing || kept.createMissing === true,
  }
}

function union(kept: readonly string[] = [], given: readonly string[]): string[] {
  return [...new Set([...kept, ...given])]
}

/** Empty where there is no file yet. */
function readProfile(file: string): Partial<FileOptions> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
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

const TEXT_MEMBERS = ['encoding', 'separator', 'numbers', 'dates', 'zone', 'quotes', 'mojibake']

function isOption(name: string, value: unknown): boolean {
  if (TEXT_MEMBERS.includes(name)) return typeof value === 'string'
  if (name === 'headings') return isTexts(value)
  if (name === 'header') return Number.isInteger(value)
  const usual = NO_OPTIONS[name as keyof typeof NO_OPTIONS] as unknown
  if (Array.isArray(usual)) return isTexts(value)
  if (typeof usual !== 'object') return typeof usual === 'boolean' && typeof value === 'boolean'
  return typeof value === 'object' && value !== null && isTexts(Object.values(value))
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Keeps options for the next file of the same shape. */
export function writeProfile(file: string, options: FileOptions): void {
  writeFileSync(file, `${JSON.stringify(options, null, 2)}\n`)
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
