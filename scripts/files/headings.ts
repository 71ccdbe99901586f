import { columnsOf, headingOf, marksOfExport, type Column } from './csv-cells.ts'
import { unnamedColumn } from './csv-file.ts'
import { FIELD_RULES } from './columns.ts'
import type { MappedFile } from './context.ts'
import { currenciesOfHeading, currencyOption, withoutCurrency, withoutTax } from './prices.ts'
import type { FileKind } from './file-kinds.ts'
import { nextCommand, optionText, type FileOptions } from './file-options.ts'
import { unitOfHeading } from './sizes.ts'
import { memoizeByObject } from '../../src/cache/memoize.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { hasStates } from './countries.ts'
import { ImportError } from './row.ts'

// Which columns of a file are which fields. A field is found by its name; any other word for it is only proposed.

/** What a whole file has, before anything of it is imported. */
export interface Survey {
  readonly rowCount: number
  /** Whether its rows are lines in the words of the contract. */
  readonly hasLines: boolean
  /** The number of cells with text, by heading. */
  readonly filled: ReadonlyMap<string, number>
  /** Headings whose texts differ, and are no prices. A row of sums at the end has no id. */
  readonly keys: readonly string[]
  /** Headings with a cell of letters, so that a number beside it may be a name. */
  readonly worded: ReadonlySet<string>
  /** Some of the texts of each column, as many as there are countries. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>
  /** The line of the row with the most names of fields, if the header has fewer. */
  readonly header: number | undefined
}

export interface Mapping extends MappedFile {
  /** The heading of each field that the file has, or those of the columns that make it together. */
  readonly headings: ReadonlyMap<Column, readonly string[]>
  /** The text of each field for rows without one. */
  readonly defaults: ReadonlyMap<Column, string>
  /** Headings that are left out, with the number of their cells that have text. */
  readonly lost: readonly (readonly [string, number])[]
  /** Fields of a column with letters, so that a number in it may be a name. */
  readonly worded: ReadonlySet<string>
}

/** Height, width and depth in one cell. */
const SIZE: Column = { path: ['size'], schema: { type: 'string' } }

/** The fields that a column of a file can have: one object for each, by which its heading and its default are found. */
const fieldsOfFiles = memoizeByObject((kind: FileKind): readonly Column[] =>
  kind.name === 'artworks' ? [...columnsOf(kind), SIZE] : columnsOf(kind),
)

function wordOf(heading: string): string {
  return nameKey(heading)
    .replaceAll(/[\s_.:*-]+/g, '_')
    .replaceAll(/^_|_$/g, '')
}

/** A list has its name in the singular, too. */
function wordsOf(column: Column): string[] {
  const word = wordOf(headingOf(column))
  return column.schema.items === undefined ? [word] : [word, word.replace(/s$/, '')]
}

/** The number of headings that name a field, or a word for one. */
export function countKnown(kind: FileKind, headings: readonly string[]): number {
  const known = new Set(fieldsOfFiles(kind).flatMap(namesOf))
  return headings.filter((heading) => known.has(wordOf(heading))).length
}

/** The words of a field, and others for it. */
function namesOf(column: Column): string[] {
  const others = FIELD_RULES.get(headingOf(column))?.words?.split('|') ?? []
  return [...wordsOf(column), ...others.map(wordOf)]
}

/**
 * Assigns the headings of a file to fields.
 * @param args the arguments of the command, for the next one.
 * @throws {ImportError} when a heading with text is no field and not left out, or a field is missing.
 */
export function mapHeadings(
  kind: FileKind,
  survey: Survey,
  options: FileOptions,
  args: readonly string[],
): Mapping {
  const present = [...survey.filled.keys()]
  const { encoding = 'utf-8' } = options
  if (isExport(kind, present) && !/^(?:utf|gb18030)/i.test(encoding)) {
    throw new ImportError(
      `An export is UTF-8, and this file was saved again in ${encoding}, where letters that this encoding lacks, such as ł and 月, ` +
        'may be question marks. Export again, and save it as "CSV UTF-8". Nothing was changed.',
    )
  }
  const headings = new Map<Column, readonly string[]>()
  for (const [name, heading] of Object.entries(options.map)) {
    const field = fieldNamed(kind, name, 'map')
    if (headings.has(field))
      throw new ImportError(`--map gives ${headingOf(field)} twice. Nothing was changed.`)
    headings.set(field, headingsNamed(present, heading))
  }
  const defaults = new Map(
    Object.entries(options.set).map(([field, text]) => [fieldNamed(kind, field, 'set'), text]),
  )
  const replacements = new Map(
    Object.entries(options.replace).map(([place, text]) => {
      const [field = '', ...word] = place.split(':')
      const name = headingOf(fieldNamed(kind, field, 'replace'))
      return [`${name}:${nameKey(word.join(':'))}`, text]
    }),
  )
  requireFields(kind, options)
  const ignored = new Set(options.ignore.map((heading) => headingNamed(present, heading, 'ignore')))
  // "-" in the place of a name.
  for (const [at, name] of (options.headings ?? []).entries())
    if (name.trim() === '-') ignored.add(unnamedColumn(at))
  const mapped = new Set([...headings.values()].flat())
  for (const column of fieldsOfFiles(kind)) {
    if (headings.has(column)) continue
    // A heading "size" can mean another one, except where the user has named the columns.
    if (headingOf(column) === 'size' && options.headings === undefined) continue
    if (headingOf(column) === 'id' && !isExport(kind, present)) continue
    const heading = present.find(
      (each) => !mapped.has(each) && !ignored.has(each) && wordsOf(column).includes(wordOf(each)),
    )
    if (heading === undefined) continue
    headings.set(column, [heading])
    mapped.add(heading)
  }
  const filled = (heading: string) => survey.filled.get(heading) ?? 0
  const lost = present
    .filter((heading) => !mapped.has(heading) && filled(heading) > 0)
    .map((heading) => [heading, filled(heading)] as const)
  const unknown = lost.filter(([heading]) => !options.ignoreOthers && !ignored.has(heading))
  const missing = missingFields(kind, headings, defaults)
  if (unknown.length > 0 || missing.length > 0) {
    throw refusal({ kind, survey, headings, defaults, unknown, missing, args })
  }
  const worded = [...headings].filter(([, names]) => names.some((each) => survey.worded.has(each)))
  const ofCountry = [...headings].find(([column]) => headingOf(column) === 'country')?.[1] ?? []
  const words = ofCountry.flatMap((heading) => [...(survey.words.get(heading) ?? [])])
  return {
    hasStates: hasStates(ofCountry, words),
    headings,
    defaults,
    replacements,
    lost,
    isExport: isExport(kind, present),
    worded: new Set(worded.map(([column]) => headingOf(column))),
  }
}

/** @throws {ImportError} for an option that names no field, or one that it does not concern. */
function requireFields(kind: FileKind, { lenient, merged, ids, names }: FileOptions): void {
  for (const field of lenient) fieldNamed(kind, field, 'lenient')
  for (const field of merged) fieldNamed(kind, field, 'merged')
  for (const [option, fields] of Object.entries({ ids, names })) {
    const other = fields.find((field) => !(field in kind.references))
    if (other === undefined) continue
    const known = Object.keys(kind.references).join(', ')
    throw new ImportError(
      `--${option} names ${JSON.stringify(other)}, which refers to no records. Fields that do are ${known || 'none'}.`,
    )
  }
  const both = ids.find((field) => names.includes(field))
  if (both !== undefined) throw new ImportError(`--ids and --names both name ${both}.`)
}

/**
 * Whether a file is an export, whose ids are those of the service; any other heading `id` may be the sender's. An export of
 * an older version has fewer of the other columns.
 */
export function isExport(kind: FileKind, present: readonly string[]): boolean {
  return marksOfExport(kind).every((heading) => present.includes(heading))
}

function fieldNamed(kind: FileKind, field: string, option: string): Column {
  const fields = fieldsOfFiles(kind)
  const column = fields.find((each) => wordsOf(each).includes(wordOf(field)))
  if (column !== undefined) return column
  throw new ImportError(
    `--${option} names ${JSON.stringify(field)}, which is no field of ${kind.name}. Fields are ${fields.map(headingOf).join(', ')}.`,
  )
}

function headingNamed(present: readonly string[], heading: string, option: string): string {
  const word = wordOf(heading)
  const found =
    present.find((each) => each === heading) ?? present.find((each) => wordOf(each) === word)
  if (found !== undefined) return found
  throw new ImportError(
    `--${option} names the heading ${JSON.stringify(heading)}, which the file does not have. It has ${shown(present)}.`,
  )
}

/** One heading, or several with `+` between them. */
function headingsNamed(present: readonly string[], text: string): string[] {
  const isOne = present.some((each) => wordOf(each) === wordOf(text))
  return (isOne ? [text] : text.split('+')).map((each) => headingNamed(present, each, 'map'))
}

function shown(headings: readonly string[]): string {
  return headings.map((each) => JSON.stringify(each.slice(0, 60))).join(', ')
}

/** The required fields that no column and no option gives. A line that removes a record needs none. */
function missingFields(
  { input, isListing }: FileKind,
  headings: ReadonlyMap<Column, readonly string[]>,
  defaults: ReadonlyMap<Column, string>,
): string[] {
  const given = new Set([...headings.keys(), ...defaults.keys()].map(headingOf))
  if (given.has('remove')) return []
  const required = [...(input.required ?? [])]
  if (
    given.has('size') ||
    [...headings].some(([column, names]) => namesUnit(headingOf(column), names))
  )
    given.add('units')
  // By whether a row has a price, and by the end of a day or an option.
  given.add('price_display')
  given.add('end_time')
  if (isListing && !given.has('id')) required.unshift('external_id')
  return required.filter((name) => !given.has(name))
}

/** Only of a size: "in" is also a word of other headings. */
function namesUnit(field: string, headings: readonly string[]): boolean {
  return field.startsWith('size') && headings.some((each) => unitOfHeading(each) !== undefined)
}

interface Refusal {
  readonly kind: FileKind
  readonly survey: Survey
  readonly headings: ReadonlyMap<Column, readonly string[]>
  readonly defaults: ReadonlyMap<Column, string>
  readonly unknown: readonly (readonly [string, number])[]
  readonly missing: readonly string[]
  readonly args: readonly string[]
}

function refusal(refused: Refusal): ImportError {
  const { kind, survey, headings, missing, args } = refused
  const proposals = proposalsFor(refused)
  const isHeadless =
    headings.size + proposals.size === 0 &&
    survey.header === undefined &&
    !args.includes('--headings')
  const names = Array.from(survey.filled.keys(), (_, at) => `FIELD${at + 1}`).join(',')
  const constants = missing.filter((field) => isConstant(field) && field !== 'artists')
  const hints = isHeadless
    ? [optionText('headings', names), ...constants.map(setOption), '--ignore-others']
    : survey.header === undefined
      ? hintsOf(refused, proposals)
      : [`--header ${survey.header}`]
  if (!args.includes('--preview')) hints.push('--preview')
  return new ImportError(
    [
      'The file cannot be imported as it is. Nothing was changed.',
      ...reasonsOf(refused),
      ...(isHeadless ? [HEADLESS] : []),
      `The columns of ${kind.name} are ${columnsOf(kind).map(headingOf).join(', ')}.`,
      'Next, with your own words for those in capitals (--preview shows the first rows, and changes nothing):',
      `  ${nextCommand(args, hints)}`,
    ].join('\n'),
  )
}

const HEADLESS =
  'If the first row is a record and no header, name the columns in their order, and one without a field "-". ' +
  'If it is a header in other words, add --map FIELD=HEADING for each column in place of --headings.'

function* reasonsOf({ kind, survey, unknown, missing }: Refusal): Generator<string> {
  if (survey.header !== undefined)
    yield `The header row is probably line ${survey.header}, which names more fields than the row above it.`
  const counted = unknown.map(([name, count]) => `${shown([name])} (${count})`).join(', ')
  if (counted !== '')
    yield `These columns are no field of ${kind.name}, or are there twice; in brackets, the cells that would be lost: ${counted}.`
  const ownId = kind.isListing ? 'add --map external_id=id' : 'leave it out by --ignore id'
  if (unknown.some(([heading]) => wordOf(heading) === 'id'))
    yield `"id" may be yours: then ${ownId}. If it has the ids of this service, as an export does, add --map id=id.`
  if (missing.length > 0)
    yield `No column has ${missing.map((field) => `${field}${meaningOf(field)}`).join(', ')}.`
  if (survey.filled.size === 1)
    yield 'It has one column. If there should be more, add --separator with the sign between them; if each row is one quoted cell, remove these quotes.'
}

/** The options that name the columns of a file. */
function hintsOf(
  { survey, headings, defaults, unknown, missing }: Refusal,
  proposals: Map<string, string>,
): string[] {
  const key = survey.keys.find(
    (each) =>
      !NO_KEY.test(each) &&
      !headingsOf(proposals).includes(each) &&
      survey.filled.get(each) === survey.rowCount,
  )
  if (!proposals.has('external_id') && missing.includes('external_id') && key !== undefined)
    proposals.set('external_id', key)
  const given = new Set([...headings.keys(), ...defaults.keys()].map(headingOf))
  const hasCurrency = given.has('price_currency') || proposals.has('price_currency')
  const currencies = [...proposals].flatMap(([field, heading]) => {
    const named = field.endsWith('price') ? currenciesOfHeading(heading) : undefined
    return named === undefined || hasCurrency ? [] : [currencyOption(named)]
  })
  const hasUnits = [...proposals].some(([field, heading]) => namesUnit(field, [heading]))
  const wanted = missing.filter(
    (field) => !proposals.has(field) && !(field === 'units' && hasUnits),
  )
  // A heading that --map gives to another field is no longer that of its own.
  const own = (field: string) =>
    [...survey.filled.keys()].find((each) => wordOf(each) === field) ?? 'HEADING'
  const used = headingsOf(proposals)
  return [
    ...Array.from(proposals, ([field, heading]) => optionText('map', `${field}=${heading}`)),
    ...new Set(currencies),
    ...wanted.map((field) =>
      isConstant(field) ? setOption(field) : optionText('map', `${field}=${own(field)}`),
    ),
    ...(unknown.every(([heading]) => used.includes(heading)) ? [] : ['--ignore-others']),
  ]
}

/** Those that are proposed, and the parts of several for one field. */
function headingsOf(proposals: ReadonlyMap<string, string>): string[] {
  return [...proposals.values()].flatMap((heading) => [heading, ...heading.split('+')])
}

/** Headings of what differs in each row, but names no record. */
const NO_KEY =
  /image|photo|picture|src|url|title|name|titel|titre|description|price|date|datum|time|eintritt|preis|admission|categor|type|medi|artist|venue|city|size|dimension|note|cost|currency|zone|^(?:lp|pos|poz|lfd|row|zeile|line|ligne|riga|fila)(?!\p{L})/iu

/** Headings in other words for fields, by field. */
function proposalsFor({ kind, survey, headings, unknown }: Refusal): Map<string, string> {
  const free = unknown.map(([heading]) => heading)
  const given = new Set([...headings.keys()].map(headingOf))
  const proposals = new Map<string, string>()
  for (const column of fieldsOfFiles(kind)) {
    const field = headingOf(column)
    if (given.has(field) || field === 'id') continue
    if (field === 'size' && (given.has('size_h') || proposals.has('size_h'))) continue
    const candidates = field === 'external_id' ? survey.keys : free
    const heading = namesOf(column)
      .flatMap((word) => candidates.filter((each) => isWord(kind, each, [word])))
      .concat(field.endsWith('price') ? free.filter((each) => isPriceHeading(column, each)) : [])
      .at(0)
    const used = [...proposals.values()]
    if (heading !== undefined && (field === 'external_id' || !used.includes(heading)))
      proposals.set(field, heading)
  }
  const zone = free.find((each) => isWord(kind, each, ZONES))
  for (const column of fieldsOfFiles(kind)) {
    const field = headingOf(column)
    const [one, other] = (FIELD_RULES.get(field)?.parts ?? []).map((words) =>
      [...survey.filled.keys()].find((each) => isWord(kind, each, words.split('|'))),
    )
    if (one === undefined || other === undefined) continue
    const parts = field.endsWith('_time') ? [one, other, zone].filter(Boolean) : [one, other]
    if (free.includes(one) || free.includes(other)) proposals.set(field, parts.join('+'))
  }
  return proposals
}

/** Longer than any heading that is known. A file without a header has a record in its place, with texts of any length. */
const MAX_HEADING = 200

/** Apart from brackets, the noun of the records, and signs between words: `Event Start Date`, `AccessionNumber`. */
function isWord({ noun }: FileKind, heading: string, words: readonly string[]): boolean {
  if (heading.length > MAX_HEADING) return false
  const plain = heading
    .normalize('NFKC')
    .replaceAll(/\s*[([][^)\]]*[)\]]|(?:,|\s(?:in|en|v|в))?[\s_](?:cm|mm|inches|см|мм)$/g, '')
  const member = memberOf(heading)
  // `Artist/Maker` names either.
  const forms = [heading, plain, member, ...plain.split('/')].flatMap((text) => [
    wordOf(text),
    wordOf(text).replace(`${noun}_`, ''),
  ])
  const joined = new Set(forms.map((form) => form.replaceAll('_', '')))
  return words.some((word) => joined.has(wordOf(word).replaceAll('_', '')))
}

/** A member of JSON is often one of a wrapper, as in `attributes.title`; those of a picture are its own. */
function memberOf(heading: string): string {
  return heading.replace(/^(?!(?:\w*_)?(?:image|photo|picture)s?\.)\w+\.(?=\w)/i, '')
}

const ZONES = 'timezone|time_zone|tz|zeitzone|zona_horaria|fuso_orario|fuseau_horaire'.split('|')

/** Whether a heading is a word for a price with a currency or its tax, such as `Price (USD)`, or a currency alone. */
function isPriceHeading(column: Column, heading: string): boolean {
  const plain = withoutCurrency(memberOf(heading))
  const word = wordOf(withoutTax(plain))
  const isNamed = currenciesOfHeading(heading) !== undefined
  if (word === '') return isNamed && headingOf(column) === 'price'
  return (isNamed || word !== wordOf(plain)) && namesOf(column).includes(word)
}

/** The option that gives a field to the rows without it. */
export function setOption(field: string): string {
  return optionText('set', `${field}=${FIELD_RULES.get(field)?.usual ?? field.toUpperCase()}`)
}

/** Whether all records of a file can have the same value of a field, for which files of one place have no column. */
export function isConstant(field: string): boolean {
  return FIELD_RULES.get(field)?.usual !== undefined
}

function meaningOf(field: string): string {
  const { meaning } = FIELD_RULES.get(field) ?? {}
  return meaning === undefined ? '' : ` (${meaning})`
}
