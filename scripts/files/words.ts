import type { ColumnContext } from './context.ts'
import { CellProblem, quotedCell } from './cell-text.ts'
import { optionText } from './file-options.ts'

// Cells of texts, addresses, and words for a value.

/** The value of each word, of a table of words with "|" between them. */
export function byWord<Value extends string>(
  table: Readonly<Record<Value, string>>,
): ReadonlyMap<string, Value> {
  return new Map(
    (Object.entries(table) as [Value, string][]).flatMap(([value, words]) =>
      words.split('|').map((word) => [word, value]),
    ),
  )
}

/** Signs that always part the names in a cell, in any script. */
export const BETWEEN_NAMES = /[;|\n；｜؛]/
/** Signs that part tags, and other names if each is known: `Falk, Ines` is one artist. */
export const COMMAS = /[,，、،]/

/** A name on one line, with a blank for each gap, such as the no-break spaces of word processors. */
export function plainName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** In the pattern of a field on one line. */
const CONTROLS = String.raw`[^\x00-\x1f`

/** It is tried at the first of several blanks alone: to try it at each takes seconds in a long text. */
const BLANK_ENDS = /^[\s\u200b\u2060]+|(?<![\s\u200b\u2060])[\s\u200b\u2060]+$/g

/**
 * A text without the blanks at its ends, which spreadsheets do not show; a field without control characters has a blank for a
 * line break within its cell. An export has texts as they are.
 */
export function readString(
  text: string,
  { field, schema: { pattern, format }, mapping, report }: ColumnContext,
): string {
  if (mapping.isExport) return text
  const trimmed = text.replaceAll(BLANK_ENDS, '')
  if (trimmed !== text) report.changed('trimmed', field)
  const isOneLine = pattern?.includes(CONTROLS) === true
  // FileMaker writes a vertical tab for a line break.
  const gaps = field === 'name' ? /\s+/g : /[\r\n\t\v]+/g
  const line = isOneLine ? trimmed.replaceAll(gaps, ' ') : trimmed.replaceAll('\v', '\n')
  if (isOneLine && line !== trimmed) report.changed('joined', field)
  return format === 'uri' ? readUrl(line, field) : line
}

/** @throws {CellProblem} for several addresses, which can together look like one. */
export function readUrl(text: string, field: string): string {
  // `front.jpg (https://…)`, as databases export pictures.
  const named = Array.from(text.matchAll(/\((https?:\/\/[^\s()]+)\)/gi), ([, url = '']) => url)
  const isNamed = named.length > 0 && !/^https?:/i.test(text.trim())
  const urls = isNamed ? named : text.trim().split(/(?<![\s,;|])[\s,;|]+(?=https?:\/\/)/i)
  const [first = ''] = urls
  if (urls.length === 1) return first
  // Of other words before an address, the contract tells what is wrong.
  if (!/^https?:/i.test(first)) return text
  const option = optionText('lenient', field)
  throw new CellProblem(
    `${quotedCell(text)} has ${urls.length} addresses, and the field has one. Leave one of them, or add ${option} to take the first.`,
    option,
    first,
  )
}

/**
 * The value of an enumeration in any case, with blanks or other signs between its words.
 * @param meaningOf the value that other words mean.
 * @throws {CellProblem}
 */
export function readEnum(
  text: string,
  { field, schema, mapping }: ColumnContext,
  meaningOf?: (text: string) => string | undefined,
): unknown {
  const values = (schema.enum ?? []) as readonly unknown[]
  const value = values.find((each) => wordOf(String(each)) === wordOf(text)) ?? meaningOf?.(text)
  if (value !== undefined || mapping.isExport) return value ?? text
  const option = optionText('replace', `${field}:${text.trim()}=VALUE`)
  throw new CellProblem(
    `${quotedCell(text)}: It must be one of ${values.join(', ')}. Write one of them, or add ${option}.`,
  )
}

function wordOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
}

/** Other words for the values of `available_for_sale`. */
const SALE_STATES = byWord({
  available: 'for sale|verfügbar|disponible|disponibile|disponível|beschikbaar',
  reserved: 'on hold|hold|reserviert|réservé|reservado|riservato|gereserveerd',
  sold: 'verkauft|vendu|vendido|venduto|verkocht|solgt|såld|sprzedane',
  'not for sale': 'nfs|unverkäuflich|nicht verkäuflich|non à vendre|niet te koop',
})

/** Whether a work can be bought; undefined for another text. */
export function saleState(text: string): string | undefined {
  return SALE_STATES.get(wordOf(text))
}

/** As spreadsheets write them in their languages. */
const TRUTHS = byWord({
  true: 'true|wahr|vrai|verdadero|vero|waar|verdadeiro|sand|sant|tosi|prawda|pravda|igaz|doğru|истина',
  false:
    'false|falsch|faux|falso|onwaar|falsk|falskt|usant|epätosi|fałsz|nepravda|hamis|yanlış|ложь',
})

const BOOLEANS = new Map([
  ...TRUTHS,
  ...byWord({
    true: 'yes|1|ja|oui|sí|si|sì|sim|kyllä|tak|ano|igen|evet|да',
    false: 'no|0|nein|non|nee|não|nej|nei|ei|nie|ne|nem|hayır|нет',
  }),
])

/** Whether a spreadsheet of some language reads a text as true or false, and writes it in capitals. */
export function isTruth(text: string): boolean {
  return TRUTHS.has(text.trim().toLowerCase())
}

/** Calendars and schema.org have a status in place of a truth value. */
export function readCancelled(text: string, column: ColumnContext): boolean {
  const [, status = ''] =
    /^\s*(?:(?:https?:\/\/schema\.org\/)?event)?(cancell?ed|scheduled|confirmed)\s*$/i.exec(text) ??
    []
  return status === '' ? readBoolean(text, column) : /^cancel/i.test(status)
}

export function readBoolean(text: string, { field }: ColumnContext): boolean {
  const value = BOOLEANS.get(text.trim().toLowerCase())
  if (value !== undefined) return value === 'true'
  const option = optionText('replace', `${field}:${text.trim()}=false`)
  throw new CellProblem(
    `${quotedCell(text)} is neither true nor false. Write one of them, or add ${option} for this word, or with =true.`,
  )
}
