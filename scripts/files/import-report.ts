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
  readonly #lost: (readonly [string, number])[] = []
  /** By field and what was done, with an example. */
  readonly #lenient = new Map<string, { count: number; example: string }>()
  /** Fields without a value, by the line of their row, until that is written. */
  readonly #empty = new Map<number, readonly string[]>()
  readonly #kept = new Map<string, number>()
  /** Cells whose blanks were changed, by how and by field. */
  readonly #changed = { trimmed: new Map<string, number>(), joined: new Map<string, number>() }
  /** Numbers that were taken as ids, with the names of their records, by field. */
  readonly #asIds = new Map<string, Set<string>>()
  readonly #artists = new Map<string, Set<string>>()
  /** Empty cells below others, by field, or by the option that filled them. */
  readonly #blank = new Map<string, number>()
  /** The options that give required fields to all rows, by field. */
  readonly #missing = new Map<string, string>()
  #pictures = 0
  readonly #unknown = new Map<string, Set<string>>()
  readonly #created = new Map<string, Set<string>>()
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
    const byField = Map.groupBy(this.#hints, fieldSetBy)
    return new Set(
      [...byField].flatMap(([field = '', { length }]) =>
        field !== '' && length > 1 ? [field] : [],
      ),
    )
  }

  lost(columns: readonly (readonly [string, number])[]): void {
    this.#lost.push(...columns)
  }

  /** @param part what was taken of the cell; undefined if it was left out. */
  lenient(field: string, cell: string, part: string | undefined): void {
    const quoted = [cell, ...(part === undefined ? [] : [part])].map((each) =>
      JSON.stringify(each.slice(0, 80)),
    )
    const way = `${field}: COUNT ${part === undefined ? 'left out' : 'read in part'}`
    const known = this.#lenient.get(way) ?? { count: 0, example: quoted.join(' as ') }
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
    const { shown, onRequest } = this.#priceDisplay
    const { trimmed, joined } = this.#changed
    const counted = (counts: Iterable<readonly [string, number]>) =>
      [...counts].map(([name, count]) => `${name} (${count})`).join(', ')
    const asIds = [...this.#asIds].map(([field, names]) => `${field} ${listed(names)}`).join('; ')
    const sentences: readonly (string | false)[] = [
      ...[...this.#unknown].map(
        ([kind, names]) => `Unknown ${kind.replace('_', ' ')}: ${listed(names)}.`,
      ),
      ...[...this.#created].map(([kind, names]) => `New ${kind}: ${listed(names)}.`),
      ...Object.entries(ARTISTS).map(([how, [text, remedy]]) => {
        const cells = this.#artists.get(how)
        return cells !== undefined && `${text}: ${listed(cells)}. ${remedy}`
      }),
      asIds !== '' &&
        `Numbers were taken as ids: ${asIds}. If those of a field are names, add --names FIELD.`,
      ...[...this.#missing].map(
        ([field, option]) =>
          `Empty cells of ${field}: if they are merged with those above, add ${optionText('merged', field)}; otherwise ${option}.`,
      ),
      ...[...this.#blank].flatMap(([text, count]) => {
        const [field = '', ...usual] = text.split('=')
        return usual.length === 0
          ? []
          : [
              `Empty cells that ${optionText('set', text)} filled: ${count}. If they are merged with those above, add ${optionText('merged', field)}.`,
            ]
      }),
      this.#pictures > 0 &&
        `Passed over: ${this.#pictures} ${this.#pictures === 1 ? 'row' : 'rows'} that only ${this.#pictures === 1 ? 'has' : 'have'} another picture of the record above, which has one.`,
      trimmed.size > 0 && `Blanks at the ends of cells were left out: ${counted(trimmed)}.`,
      joined.size > 0 && `Line breaks in cells are blanks: ${counted(joined)}.`,
      this.#kept.size > 0 &&
        `Empty cells keep what records have: ${counted(this.#kept)}. null in a cell removes a value, and ' makes a text empty.`,
      this.#lost.length > 0 && `Left out, with the number of cells: ${counted(this.#lost)}.`,
      ...[...this.#lenient].map(([way, { count, example }]) => {
        const cells = count === 1 ? '1 cell was' : `${count} cells were`
        return `${way.replace('COUNT', cells)}, such as ${example}.`
      }),
      ...[...this.#fieldsOfSeveral()].map(
        (field) =>
          `Rows need different values of ${field}: give the file a column ${field}, or fill its empty cells.`,
      ),
      shown + onRequest > 0 &&
        `price_display: "show price" for the ${shown} rows with a price, "price on request" for the other ${onRequest}.`,
      shown === 0 &&
        onRequest > 0 &&
        `No row has a price. If works have theirs already: --set 'price_display=show price'.`,
    ]
    return sentences.filter((sentence) => sentence !== false)
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

function addTo(names: Map<string, Set<string>>, kind: string, name: string): void {
  names.set(kind, (names.get(kind) ?? new Set()).add(name))
}

function listed(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, 80)))
  const more = names.size - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
