import type { VisibilityCounts } from './record-queries.ts'
import { optionText } from './file-options.ts'

const MAX_NAMES = 20

/** How cells with artists are read: parted by a word that can be within a name, without dates, or as one new name. */
const ARTISTS = {
  several: ['Read as several artists', 'If one is meant, import this artist first.'],
  dated: [
    'Read as artists without their dates',
    'If another one is meant, import this artist first.',
  ],
  joint: ['Each of these is one new artist', 'If several are meant, write ";" between them.'],
} as const

/** What an import tells at its end besides its counts: what was left out, made or not understood, and who sees it. */
export class ImportReport {
  readonly #hints = new Set<string>()
  /** The number of cells by heading or field; empty ones below others by field, or by the option that filled them. */
  readonly #lost = new Map<string, number>()
  readonly #kept = new Map<string, number>()
  readonly #blank = new Map<string, number>()
  readonly #changed = { trimmed: new Map<string, number>(), joined: new Map<string, number>() }
  /** By field and what was done, with an example. */
  readonly #lenient = new Map<string, { count: number; example: string }>()
  /** Fields without a value, by the line of their row, until that is written. */
  readonly #empty = new Map<number, readonly string[]>()
  /** Numbers that were taken as ids, with the names of their records, by field; cells and names by what was done. */
  readonly #asIds = new Map<string, Set<string>>()
  readonly #artists = new Map<string, Set<string>>()
  readonly #unknown = new Map<string, Set<string>>()
  readonly #created = new Map<string, Set<string>>()
  /** The options that give required fields to all rows, by field. */
  readonly #missing = new Map<string, string>()
  #pictures = 0
  readonly #priceDisplay = { shown: 0, onRequest: 0 }
  /** Whether the user can give all rows a state. */
  readonly #takesStatus: boolean
  #seen: VisibilityCounts | undefined

  constructor(takesStatus = false) {
    this.#takesStatus = takesStatus
  }

  hint(option: string): void {
    this.#hints.add(option)
  }

  /** Options with which more could be imported. No value of a field is right for rows that need several. */
  get hints(): ReadonlySet<string> {
    const fields = this.#fieldsOfSeveral()
    return new Set([...this.#hints].filter((option) => !fields.has(fieldSetBy(option) ?? '')))
  }

  #fieldsOfSeveral(): Set<string> {
    const set = [...this.#hints].flatMap((option) => fieldSetBy(option) ?? [])
    return new Set(set.filter((field, at) => set.indexOf(field) !== at))
  }

  lost(columns: readonly (readonly [string, number])[]): void {
    for (const [heading, count] of columns) this.#lost.set(heading, count)
  }

  /** @param part what was taken of the cell; undefined if it was left out. */
  lenient(field: string, cell: string, part: string | undefined): void {
    const way = `${field}: COUNT ${part === undefined ? 'left out' : 'read in part'}`
    const example = [cell, part].flatMap((each) => (each === undefined ? [] : quoted(each)))
    const known = this.#lenient.get(way) ?? { count: 0, example: example.join(' as ') }
    this.#lenient.set(way, { ...known, count: known.count + 1 })
  }

  /** @param usual the value for all rows that an empty cell below another one got. */
  blank(field: string, usual: string | undefined): void {
    increment(this.#blank, usual === undefined ? field : `${field}=${usual}`)
  }

  /** A row without a required field that an option can give to all rows, unless the empty cells of its column may be merged. */
  missing(field: string, option: string): void {
    if (!this.#blank.has(field)) this.hint(option)
    else this.#missing.set(field, option)
  }

  /** A row that only has a further picture of the record above. */
  picture(): void {
    this.#pictures += 1
  }

  /** A cell without the blanks at its ends, or of several lines that are one. */
  changed(how: 'trimmed' | 'joined', field: string): void {
    increment(this.#changed[how], field)
  }

  empty(line: number, fields: readonly string[]): void {
    this.#empty.set(line, fields)
  }

  /** @param lines those of the rows read since the last call whose records were there before. */
  known(lines: readonly number[]): void {
    for (const field of lines.flatMap((line) => this.#empty.get(line) ?? []))
      increment(this.#kept, field)
    this.#empty.clear()
  }

  asId(field: string, id: number, name: string): void {
    addTo(this.#asIds, field, `${id} ${name}`)
  }

  /** A cell with artists, and how it was read. */
  artist(how: keyof typeof ARTISTS, cell: string): void {
    addTo(this.#artists, how, cell)
  }

  priceDisplay(isShown: boolean): void {
    this.#priceDisplay[isShown ? 'shown' : 'onRequest'] += 1
  }

  /** @param isAlone whether the record of the line lacks nothing else. */
  unknown(kind: string, name: string, isAlone: boolean): void {
    addTo(this.#unknown, kind, name)
    if (!isAlone) return
    if (kind === 'artists' || kind === 'tags') this.hint('--create-missing')
  }

  created(kind: string, name: string): void {
    addTo(this.#created, kind, name)
  }

  seen(counts: VisibilityCounts): void {
    this.#seen ??= { public: 0, draft: 0, archived: 0, inactive: 0 }
    for (const name of Object.keys(counts) as (keyof VisibilityCounts)[])
      this.#seen[name] += counts[name]
  }

  /** One sentence a line. */
  lines(): string[] {
    return [...this.#sentences()]
  }

  *#sentences(): Generator<string> {
    for (const [kind, names] of this.#unknown)
      yield `Unknown ${kind.replace('_', ' ')}: ${listed(names)}.`
    for (const [kind, names] of this.#created) yield `New ${kind}: ${listed(names)}.`
    for (const [how, [text, remedy]] of Object.entries(ARTISTS)) {
      const cells = this.#artists.get(how)
      if (cells !== undefined) yield `${text}: ${listed(cells)}. ${remedy}`
    }
    const asIds = [...this.#asIds].map(([field, names]) => `${field} ${listed(names)}`).join('; ')
    if (asIds !== '')
      yield `Numbers were taken as ids: ${asIds}. If those of a field are names, add --names FIELD.`
    for (const [field, option] of this.#missing)
      yield `Empty cells of ${field}: if they are merged with those above, add ${optionText('merged', field)}; otherwise ${option}.`
    for (const [text, count] of this.#blank) {
      const [field = '', usual] = text.split('=')
      if (usual !== undefined)
        yield `Empty cells that ${optionText('set', text)} filled: ${count}. If they are merged with those above, add ${optionText('merged', field)}.`
    }
    if (this.#pictures > 0)
      yield `Passed over: ${this.#pictures} ${this.#pictures === 1 ? 'row' : 'rows'} that only ${this.#pictures === 1 ? 'has' : 'have'} another picture of the record above, which has one.`
    const { trimmed, joined } = this.#changed
    if (trimmed.size > 0) yield `Blanks at the ends of cells were left out: ${counted(trimmed)}.`
    if (joined.size > 0)
      yield `Line breaks and unusual blanks in cells became blanks: ${counted(joined)}.`
    if (this.#kept.size > 0)
      yield `Empty cells keep what records have: ${counted(this.#kept)}. null in a cell removes a value, and ' makes a text empty.`
    if (this.#lost.size > 0) yield `Left out, with the number of cells: ${counted(this.#lost)}.`
    for (const [way, { count, example }] of this.#lenient)
      yield `${way.replace('COUNT', count === 1 ? '1 cell was' : `${count} cells were`)}, such as ${example}.`
    for (const field of this.#fieldsOfSeveral())
      yield `Rows need different values of ${field}: give the file a column ${field}, or fill its empty cells.`
    const { shown, onRequest } = this.#priceDisplay
    if (shown + onRequest > 0)
      yield `price_display: "show price" for the ${shown} rows with a price, "price on request" for the other ${onRequest}.`
    if (shown === 0 && onRequest > 0)
      yield `No row has a price. If works have theirs already: --set 'price_display=show price'.`
  }

  /** What the public sees of the records of the file, and why not the others; empty when nothing was written. */
  visibility(): string {
    if (this.#seen === undefined) return ''
    const { public: visible, ...hidden } = this.#seen
    const total = visible + hidden.draft + hidden.archived + hidden.inactive
    const reasons = Object.entries(hidden).flatMap(([reason, count]) =>
      count > 0 ? [`${count} ${reason}`] : [],
    )
    if (total === 0) return '; the public sees none'
    if (reasons.length === 0) return `; the public sees all ${visible}`
    const remedy =
      hidden.draft > 0 && this.#takesStatus
        ? `; publish drafts with ${optionText('set', 'publish_status=published')}`
        : ''
    return `; the public sees ${visible}, and not ${total - visible} (${reasons.join(', ')})${remedy}`
  }
}

/** The field that an option gives to all rows. */
function fieldSetBy(option: string): string | undefined {
  return /^--set (\w+)=/.exec(option)?.[1]
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function counted(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([name, count]) => `${name} (${count})`).join(', ')
}

/** Adds a value to the set of a key. */
export function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

function listed(names: ReadonlySet<string>): string {
  const more = names.size - MAX_NAMES
  return `${[...names].slice(0, MAX_NAMES).map(quoted).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
