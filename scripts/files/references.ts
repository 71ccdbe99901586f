import type { Kysely } from 'kysely'
import type { Database, NamedTable } from '../../src/database/tables.ts'
import type { Scope } from '../../src/batches/transactions.ts'
import { fileKind, type FileKind } from './file-kinds.ts'
import { optionText } from './file-options.ts'
import { addTo, type ImportReport } from './import-report.ts'
import type { FileSender } from './line.ts'
import type { Resolved } from './load-lines.ts'
import { memoizeByObject } from '../../src/cache/memoize.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { selectNames } from './reference-queries.ts'
import type { Fields } from './row.ts'
import { isNumber } from './numbers.ts'
import { BETWEEN_NAMES, COMMAS, plainName } from './words.ts'
import { writeNamedLines } from './write-named-lines.ts'

/** Records of one kind by their names, slugs and external ids. */
interface Names {
  readonly ids: Map<string, Set<number>>
  /** Records by a plain name, and artists by `Ines Falk`, whose name is `Falk, Ines` or has the dates of a life. */
  readonly turned: Map<string, Set<number>>
  readonly byId: Map<number, string>
}

/** A line with ids, and the names and ids of its related records by field. */
interface Shown extends Resolved {
  readonly shown: Readonly<Record<string, string>>
}

/** How numbers in cells are read: what the user says, and the fields whose columns have letters, too. */
interface CellNumbers {
  readonly names: readonly string[]
  /** Fields that the user has set. */
  readonly set: ReadonlySet<string>
  readonly worded: ReadonlySet<string>
}

interface Means {
  readonly kind: FileKind
  readonly db: Kysely<Database>
  readonly sender: FileSender
  readonly scope: Scope
  readonly createsMissing: boolean
  /** Undefined for lines in the words of the contract, whose texts are no cells. */
  readonly numbers: CellNumbers | undefined
  readonly report: ImportReport
}

interface Field {
  readonly name: string
  readonly kind: NamedTable
  /** Whether the line has no problem so far. */
  isSound(): boolean
  /** Whether a record that is missing is created now. */
  readonly creates: boolean
}

/** What people write where they know no name: a sign, or a word for what is not known. */
const NOBODY = new RegExp(
  String.raw`^(?:[^\p{L}\p{N}]*|none|keine?|tb[acd]|(?:\p{L}+ )?(?:${[
    'unknown|unidentified|unspecified|unbekannt|inconnu|inconnue|desconocido|desconhecido|sconosciuto|onbekend|ukjent',
    'ukendt|okänd|tuntematon|nieznany|neznámý|ismeretlen|bilinmiyor|неизвестно|неизвестен|невідомо|невідомий|不明|不詳|미상',
  ].join('|')})\p{L}{0,2}(?: \p{L}+)?)$`,
  'iu',
)

type Reject = (problem: string) => void

/** Names that a message lists in place of an unknown one. */
const MAX_NAMES = 10

/** Puts ids in place of the names of related records. */
export class References {
  readonly #means: Means
  readonly #names = new Map<NamedTable, Names>()
  /** The first cell with dates of each artist. */
  readonly #dated = new Map<string, string>()

  constructor(means: Means) {
    this.#means = means
  }

  /**
   * The line with ids, what they stand for, and the reasons for which some are missing.
   * @param isLineSound whether the line has no other problem.
   */
  async resolved(line: Fields, isLineSound: boolean): Promise<Shown> {
    const checked = await this.#resolved(line, isLineSound, false)
    // Nothing is created for a row that is rejected.
    const creates = this.#means.createsMissing && isLineSound && checked.problems.length === 0
    return creates ? this.#resolved(line, isLineSound, true) : checked
  }

  async #resolved(line: Fields, isLineSound: boolean, creates: boolean): Promise<Shown> {
    const { noun, references } = this.#means.kind
    // So that the line is known to have no other problem where --create-missing is proposed.
    const inOrder = Object.entries(references).toSorted(
      ([, one], [, other]) => Number(isCreatable(one)) - Number(isCreatable(other)),
    )
    const problems: string[] = []
    const shown: Record<string, string> = {}
    const isSound = () => isLineSound && problems.length === 0
    const resolveIn = async (object: unknown): Promise<unknown> => {
      if (typeof object !== 'object' || object === null) return object
      const result: Record<string, unknown> = { ...object }
      for (const [field, kind] of inOrder) {
        if (!(field in result)) continue
        const found = await this.#idsOf(
          { name: field, kind, isSound, creates },
          result[field],
          (problem) => problems.push(`${field}: ${problem}`),
        )
        result[field] = found.value
        shown[field] = found.shown
      }
      return result
    }
    const members = (await resolveIn(line)) as Fields
    const record = {
      [noun]: await resolveIn(members[noun]),
      patch: await resolveIn(members['patch']),
    }
    return {
      line: Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          Object.hasOwn(record, name) ? record[name as keyof typeof record] : value,
        ]),
      ),
      shown,
      problems,
    }
  }

  async #idsOf(field: Field, value: unknown, reject: Reject) {
    const { kind } = field
    const given: unknown[] = [value].flat()
    if (!given.some((each) => typeof each === 'string')) return { value, shown: given.join('; ') }
    const names = await this.#namesOf(kind)
    const isCell = this.#means.numbers !== undefined
    const parts = given.flatMap((each) =>
      typeof each === 'string' && Array.isArray(value)
        ? partsOf(kind, each, names, isCell, this.#means.report, reject)
        : [each],
    )
    const ids: unknown[] = []
    const shown: string[] = []
    for (const part of parts) {
      if (typeof part !== 'string') {
        ids.push(part)
        shown.push(String(part))
        continue
      }
      const id = await this.#idOf(field, part, names, reject)
      if (id !== undefined) ids.push(id)
      const name = String(id) === part ? names.byId.get(Number(part)) : part
      shown.push(`${name ?? part} (${id ?? this.#missing(kind)})`)
    }
    return { value: Array.isArray(value) ? [...new Set(ids)] : ids[0], shown: shown.join('; ') }
  }

  #missing(kind: NamedTable): 'new' | 'unknown' {
    return this.#means.createsMissing && isCreatable(kind) ? 'new' : 'unknown'
  }

  async #idOf(
    field: Field,
    text: string,
    names: Names,
    reject: Reject,
  ): Promise<number | undefined> {
    const { kind } = field
    const found = this.#idsNamed(kind, text, names, reject)
    if (found === undefined) return undefined
    const mayBeId =
      this.#means.numbers !== undefined &&
      isNumber(text) &&
      !this.#means.numbers.names.includes(field.name)
    const name = mayBeId ? names.byId.get(Number(text)) : undefined
    if (name !== undefined) return this.#idNamed(field, text, name, found, reject)
    if (found.length === 1) return found[0]
    if (found.length > 1) {
      reject(
        `${JSON.stringify(text)} names ${found.length} ${wordsOf(kind)}. Write the id of one: ${found.slice(0, MAX_NAMES).join(', ')}${this.#means.numbers && isCreatable(kind) ? `, and add ${optionText('ids', field.name)}` : ''}.`,
      )
      return undefined
    }
    // A column of numbers alone has ids, of this service or of another.
    const isId = mayBeId && !this.#means.numbers?.worded.has(field.name)
    if (this.#means.createsMissing && isCreatable(kind) && !isId) {
      if (NOBODY.test(text)) return this.#rejectNobody(kind, text, reject)
      return field.creates ? this.#create(kind, text, names, reject) : undefined
    }
    if (!isId) this.#means.report.unknown(kind, text, field.isSound())
    const creation = isId
      ? `If it is a name, add ${optionText('names', field.name)} and --create-missing.`
      : 'Add --create-missing to create it by this name.'
    const remedy = isCreatable(kind) ? creation : remedyOf(kind, names)
    reject(
      `No ${wordsOf(kind)} have the ${mayBeId ? 'id, ' : ''}name, slug or external id ${JSON.stringify(text)}. ${remedy}`,
    )
    return undefined
  }

  /** The records of a name, without its dates where no record has them; undefined if it is rejected. */
  #idsNamed(kind: NamedTable, text: string, names: Names, reject: Reject): number[] | undefined {
    const exact = idsNamed(kind, text, names)
    const { plain, dates } = this.#withoutDates(kind, text)
    if (exact.length > 0 || dates === '') return exact
    const year = yearOf(text)
    const first = this.#dated.get(nameKey(plain)) ?? text
    this.#dated.set(nameKey(plain), first)
    const found = idsNamed(kind, plain, names)
    const known = found.map((id) => names.byId.get(id) ?? '')
    const other = [first, ...known].find((name) => (yearOf(name) ?? year) !== year)
    if (other === undefined) {
      if (found.length > 0) this.#means.report.artist('dated', text)
      return found
    }
    reject(
      `${JSON.stringify(text)} and ${JSON.stringify(other)} can be two artists. Import them first, under names that differ: npm run import -- artists FILE`,
    )
    return undefined
  }

  /** Only a cell has dates beside a name: lines in the words of the contract have names as they are. */
  #withoutDates(kind: NamedTable, text: string): ReturnType<typeof withoutDates> {
    const isCell = kind === 'artists' && this.#means.numbers !== undefined
    return isCell ? withoutDates(text) : { plain: text, dates: '' }
  }

  #rejectNobody(kind: NamedTable, text: string, reject: Reject): undefined {
    const option = optionText('nothing', text)
    this.#means.report.hint(option)
    reject(
      `${JSON.stringify(text)} is no name. If it means nothing, add ${option}; if it is meant, import it first: npm run import -- ${kind} FILE`,
    )
  }

  /** A number that is an id is taken as one, unless it can also be a name. */
  #idNamed(
    field: Field,
    text: string,
    name: string,
    found: readonly number[],
    reject: Reject,
  ): number | undefined {
    const id = Number(text)
    const others = found.filter((each) => each !== id)
    const isDoubtful =
      isCreatable(field.kind) && this.#means.numbers?.worded.has(field.name) === true
    if (others.length === 0 && !isDoubtful) {
      if (!this.#means.numbers?.set.has(field.name)) this.#means.report.asId(field.name, id, name)
      return id
    }
    const other =
      others.length > 0
        ? `it also names the record with the id ${others.join(', ')}`
        : 'it can also be a name, as others of its column are'
    reject(
      `${JSON.stringify(text)} is the id of ${JSON.stringify(name)}, but ${other}. Add ${optionText('ids', field.name)} or ${optionText('names', field.name)}.`,
    )
    return undefined
  }

  /** In a dry run, a record that would be created has no id, and lines are checked without it. */
  async #create(
    kind: 'artists' | 'tags',
    text: string,
    names: Names,
    reject: Reject,
  ): Promise<number | undefined> {
    const { plain: name, dates } = this.#withoutDates(kind, text)
    if (dates !== '') this.#means.report.artist('dated', text)
    if (kind === 'artists' && isJoint(name)) this.#means.report.artist('joint', name)
    if (this.#means.sender.isDryRun) {
      this.#means.report.created(kind, name)
      return undefined
    }
    const fields = { name, ...(dates !== '' && { summary: dates }) }
    const target = fileKind(kind)
    if (target === undefined) throw new Error(`${kind} is no kind`)
    const line = { no: 1, body: { [target.noun]: fields }, fields, author: undefined }
    const outcome = (
      await writeNamedLines(target, [line], this.#means.sender, this.#means.scope)
    ).get(line)
    if (outcome?.id === undefined) {
      reject(
        `${JSON.stringify(name)} cannot be created: ${outcome?.problem?.message ?? 'no reason'}`,
      )
      return undefined
    }
    if (outcome.kind === 'created') this.#means.report.created(kind, name)
    names.byId.set(outcome.id, name)
    addName(names, kind, name, outcome.id)
    return outcome.id
  }

  /** Read once: what others name meanwhile is unknown to this import. */
  async #namesOf(kind: NamedTable): Promise<Names> {
    const known = this.#names.get(kind)
    if (known !== undefined) return known
    const records = await selectNames(this.#means.db, kind)
    const names: Names = {
      ids: new Map(),
      turned: new Map(),
      byId: new Map(records.map(({ id, name }) => [id, name])),
    }
    for (const { id, name, slug, external_id: externalId } of records) {
      for (const word of [name, slug, externalId]) {
        if (word !== null) addName(names, kind, word, id)
      }
    }
    this.#names.set(kind, names)
    return names
  }
}

function addName({ ids, turned }: Names, kind: NamedTable, name: string, id: number): void {
  addTo(ids, nameKey(name), id)
  const others: (string | undefined)[] = [plainName(name)]
  if (kind === 'artists') {
    const { plain, dates } = withoutDates(name)
    others.push(turnedName(plain), ...(dates === '' ? [] : [plain]))
  }
  for (const other of others)
    if (other !== undefined && other !== name) addTo(turned, nameKey(other), id)
}

/** `Ines Falk` and `b. 1951` for `Ines Falk (b. 1951)` and `Ines Falk, b. 1951`. */
function withoutDates(text: string): { plain: string; dates: string } {
  const [whole = '', bracketed, listed] =
    /\s*[([（]([^()[\]（）]+)[)\]）]\s*$|,\s*((?:b|born|geb|né|née)\.?\s?\d{4}|\d{4}\s?[-–—]\s?\d{0,4})\s*$/iu.exec(
      text,
    ) ?? []
  const dates = bracketed ?? listed ?? ''
  const plain = text.slice(0, text.length - whole.length).trim()
  return YEAR.test(dates) && plain !== '' ? { plain, dates } : { plain: text, dates: '' }
}

const YEAR = /(?<!\d)\d{4}(?!\d)/

/** The first year of the dates beside a name. */
function yearOf(text: string): string | undefined {
  return YEAR.exec(withoutDates(text).dates)?.[0]
}

/** `Ines Falk` for `Falk, Ines`. */
function turnedName(text: string): string | undefined {
  const [last = '', first = '', ...others] = text.split(',')
  const isTurned = first.trim() !== '' && last.trim() !== '' && others.length === 0
  return isTurned ? `${first.trim()} ${last.trim()}` : undefined
}

/** Whether a name can be that of several, as `Ines Falk, Jan Ode` and `Gilbert & George`, and unlike `Falk, Ines`. */
function isJoint(name: string): boolean {
  const [first = '', ...others] = name.split(BETWEEN_ARTISTS)
  const isTurned = turnedName(name) !== undefined && !/\S\s+\S/.test(first)
  return others.length > 0 && !isTurned
}

/** Also within the name of one artist, so that it counts only between names that are known. */
const BETWEEN_ARTISTS =
  /[,，、،]|\s*[/+×]\s*|\s(?:&|x|and|with|und|mit|et|avec|y|con|e|com|en|met|og|och|ja|i|a|és|ve|и|с)\s/i

/** Tags such as `#oil #ink` need no other sign between them. */
const BETWEEN_HASH_TAGS = new RegExp(
  String.raw`(?:\s|${BETWEEN_NAMES.source}|${COMMAS.source})+|(?=#)`,
)

/** `Ines Falk,"Berg, Jonas"`: databases quote names that have a comma. */
const QUOTED_NAMES = /^(?:[^",]+,)*\s*"[^"]+"(?:,(?:\s*"[^"]+"|[^",]+))*$/

/**
 * The names in a text: the whole text where it is known, otherwise those between `;`, `|` and line breaks of a cell, and
 * between commas in tags, or where each is known, as between "and" in artists.
 */
function partsOf(
  kind: NamedTable,
  text: string,
  names: Names,
  isCell: boolean,
  report: ImportReport,
  reject: Reject,
): string[] {
  if (names.ids.has(nameKey(text))) return [text]
  if (isCell && QUOTED_NAMES.test(text.trim()))
    return Array.from(text.matchAll(/"([^"]+)"|[^",]+/g), ([name, quoted]) => quoted ?? name)
      .map((name) => name.trim())
      .filter((name) => name !== '')
  const tags = isCell && kind === 'tags' ? partedBy(text, BETWEEN_HASH_TAGS) : []
  if (tags.length > 0 && tags.every((tag) => /^#\p{L}/u.test(tag)))
    return tags.map((tag) => (names.ids.has(nameKey(tag)) ? tag : tag.slice(1)))
  const parts = isCell ? partedBy(text, BETWEEN_NAMES) : [text]
  if (isCell && kind === 'tags' && parts.length === 1) return partedBy(text, COMMAS)
  return parts.flatMap((part) => {
    const several = part
      .split(kind === 'artists' ? BETWEEN_ARTISTS : COMMAS)
      .map((each) => each.trim())
    const isKnown = several.every((each) => names.ids.has(nameKey(withoutDates(each).plain)))
    if (several.length === 1 || names.ids.has(nameKey(part)) || !isKnown) return [part]
    if (kind !== 'artists') return several
    if (idsNamed(kind, part, names).length === 0) {
      if (!part.includes(',')) report.artist('several', part)
      return several
    }
    reject(
      `${JSON.stringify(part)} is one artist, ${JSON.stringify(turnedName(part))}, or ${several.length}. Write the one name, or ";" between several.`,
    )
    return []
  })
}

function partedBy(text: string, separator: RegExp): string[] {
  return text.split(separator).flatMap((part) => part.trim() || [])
}

function wordsOf(kind: NamedTable): string {
  return kind.replace('_', ' ')
}

/** The records of a name; for artists, `Falk, Ines` and `Ines Falk` are one where no name is the same. */
function idsNamed(kind: NamedTable, text: string, { ids, turned }: Names): number[] {
  const other = kind === 'artists' ? turnedName(text) : undefined
  const found =
    ids.get(nameKey(text)) ??
    (other === undefined ? turned.get(nameKey(text)) : ids.get(nameKey(other)))
  return [...(found ?? [])]
}

/** Rejected rows of one file can be thousands, and so can the names. */
const namesOf = memoizeByObject(({ byId }: Names) => [...new Set(byId.values())])

/** The remedy for a name that no record has. */
function remedyOf(kind: NamedTable, known: Names): string {
  const names = namesOf(known)
  const some = names.slice(0, MAX_NAMES)
  if (names.length > some.length) some.push(`and ${names.length - some.length} more`)
  const isImported = fileKind(kind) !== undefined
  return `Write one of these: ${some.join('; ') || 'there are none yet'}.${isImported ? ` Or import it first: npm run import -- ${kind} FILE` : ''}`
}

function isCreatable(kind: NamedTable): kind is 'artists' | 'tags' {
  return kind === 'artists' || kind === 'tags'
}
