import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { Scope } from '../../src/listings/write-batch.ts'
import { fileKind, type FileKind, type ReferenceKind } from './file-kinds.ts'
import type { ImportReport } from './import-report.ts'
import type { FileSender } from './line.ts'
import { nameKey } from '../../src/named-records/name-key.ts'
import { selectNames } from './reference-queries.ts'
import { writeNamedLines } from './write-named-lines.ts'

type Fields = Readonly<Record<string, unknown>>

/** Records of one kind by their names, slugs and external ids. */
interface Names {
  readonly ids: Map<string, Set<number>>
  /** The first names, for a message. */
  readonly some: readonly string[]
}

/** A line as it is written. */
interface Resolved {
  readonly line: Fields
  /** The names and ids of related records, by field. */
  readonly shown: Readonly<Record<string, string>>
  readonly problems: readonly string[]
}

type Reject = (problem: string) => void

/** Names that a message lists in place of an unknown one. */
const MAX_NAMES = 10

/** Puts ids in place of the names of related records. */
export class References {
  readonly #kind: FileKind
  readonly #db: Kysely<Database>
  readonly #sender: FileSender
  readonly #scope: Scope
  readonly #createsMissing: boolean
  readonly #report: ImportReport
  readonly #names = new Map<ReferenceKind, Names>()

  constructor(
    kind: FileKind,
    db: Kysely<Database>,
    {
      sender,
      scope,
      createsMissing,
    }: { sender: FileSender; scope: Scope; createsMissing: boolean },
    report: ImportReport,
  ) {
    this.#kind = kind
    this.#db = db
    this.#sender = sender
    this.#scope = scope
    this.#createsMissing = createsMissing
    this.#report = report
  }

  /** The line with ids, what they stand for, and the reasons for which some are missing. */
  async resolved(line: Fields): Promise<Resolved> {
    const { noun, references } = this.#kind
    const problems: string[] = []
    const shown: Record<string, string> = {}
    const resolveIn = async (object: unknown): Promise<unknown> => {
      if (typeof object !== 'object' || object === null) return object
      const result: Record<string, unknown> = { ...object }
      for (const [field, kind] of Object.entries(references)) {
        if (!(field in result)) continue
        const found = await this.#idsOf(kind, result[field], (problem) =>
          problems.push(`${field}: ${problem}`),
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
          name in record ? record[name] : value,
        ]),
      ),
      shown,
      problems,
    }
  }

  async #idsOf(kind: ReferenceKind, value: unknown, reject: Reject) {
    const given: unknown[] = [value].flat()
    if (!given.some((each) => typeof each === 'string')) return { value, shown: given.join('; ') }
    const names = await this.#namesOf(kind)
    const parts = given.flatMap((each) =>
      typeof each === 'string' ? partsOf(each, names, Array.isArray(value)) : [each],
    )
    const ids: unknown[] = []
    const shown: string[] = []
    for (const part of parts) {
      if (typeof part !== 'string') {
        ids.push(part)
        shown.push(String(part))
        continue
      }
      const id = await this.#idOf(kind, part, names, reject)
      if (id !== undefined) ids.push(id)
      shown.push(`${part} (${id ?? this.#missing(kind)})`)
    }
    return { value: Array.isArray(value) ? [...new Set(ids)] : ids[0], shown: shown.join('; ') }
  }

  #missing(kind: ReferenceKind): 'new' | 'unknown' {
    return this.#createsMissing && isCreatable(kind) ? 'new' : 'unknown'
  }

  async #idOf(
    kind: ReferenceKind,
    text: string,
    names: Names,
    reject: Reject,
  ): Promise<number | undefined> {
    const found = idsNamed(kind, text, names)
    if (found.length === 1) return found[0]
    if (found.length > 1) {
      reject(
        `${JSON.stringify(text)} names ${found.length} ${wordsOf(kind)}. Write the id of one: ${found.slice(0, MAX_NAMES).join(', ')}.`,
      )
      return undefined
    }
    if (this.#createsMissing && isCreatable(kind)) return this.#create(kind, text, names, reject)
    this.#report.unknown(kind, text)
    const remedy = isCreatable(kind)
      ? 'Add --create-missing to create it by this name.'
      : `Write one of these: ${names.some.join('; ') || 'there are none yet'}.`
    reject(
      `No ${wordsOf(kind)} have the name, slug or external id ${JSON.stringify(text)}. ${remedy}`,
    )
    return undefined
  }

  /** In a dry run, a record that would be created has no id, and lines are checked without it. */
  async #create(
    kind: 'artists' | 'tags',
    name: string,
    names: Names,
    reject: Reject,
  ): Promise<number | undefined> {
    if (this.#sender.isDryRun) {
      this.#report.created(kind, name)
      return undefined
    }
    const fields = { name }
    const target = fileKind(kind)
    if (target === undefined) throw new Error(`${kind} is no kind`)
    const line = { no: 1, body: { [target.noun]: fields }, fields, author: undefined }
    const outcome = (await writeNamedLines(target, [line], this.#sender, this.#scope)).get(line)
    if (outcome?.id === undefined) {
      reject(
        `${JSON.stringify(name)} cannot be created: ${outcome?.problem?.message ?? 'no reason'}`,
      )
      return undefined
    }
    if (outcome.kind === 'created') this.#report.created(kind, name)
    names.ids.set(nameKey(name), new Set([outcome.id]))
    return outcome.id
  }

  /** Read once: what others name meanwhile is unknown to this import. */
  async #namesOf(kind: ReferenceKind): Promise<Names> {
    const known = this.#names.get(kind)
    if (known !== undefined) return known
    const ids = new Map<string, Set<number>>()
    const records = await selectNames(this.#db, kind)
    for (const { id, name, slug, external_id: externalId } of records) {
      for (const word of [name, slug, externalId]) {
        if (word === null) continue
        const key = nameKey(word)
        ids.set(key, (ids.get(key) ?? new Set()).add(id))
      }
    }
    const names = { ids, some: [...new Set(records.map(({ name }) => name))].slice(0, MAX_NAMES) }
    this.#names.set(kind, names)
    return names
  }
}

/** Several names with commas between them, where each is known and all together are not. */
function partsOf(text: string, { ids }: Names, isList: boolean): string[] {
  const isKnown = (name: string) => ids.has(nameKey(name))
  const parts = text.split(',').map((part) => part.trim())
  return isList && !isKnown(text) && parts.every(isKnown) ? parts : [text]
}

function wordsOf(kind: ReferenceKind): string {
  return kind.replace('_', ' ')
}

/** The records of a name; for artists, also of `Falk, Ines` in place of `Ines Falk`. */
function idsNamed(kind: ReferenceKind, text: string, { ids }: Names): number[] {
  const found = ids.get(nameKey(text))
  const [last = '', first = '', ...others] = text.split(',')
  const isTurned = kind === 'artists' && first !== '' && others.length === 0
  return [...(found ?? (isTurned ? ids.get(nameKey(`${first} ${last}`)) : undefined) ?? [])]
}

function isCreatable(kind: ReferenceKind): kind is 'artists' | 'tags' {
  return kind === 'artists' || kind === 'tags'
}
