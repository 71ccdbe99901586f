import type { Kysely } from 'kysely'
import { validateComponent } from '../contract/response-validator.ts'
import type { Database } from '../database/tables.ts'
import type { Ask, Rows } from './ask.ts'
import { byteText, type ByteText } from '../contract/byte-text.ts'
import { NO_IDS, PART_LOADS, type MadePart, type PartLoad } from './part-loads.ts'
import { idOf, kindOf, type PartName } from './part.ts'

export interface LoadedParts {
  /** As far as there are rows for them. */
  readonly texts: ReadonlyMap<PartName, ByteText>
  /** What the contract does not allow, and why. */
  readonly refused: ReadonlyMap<PartName, unknown>
}

/** What has to be asked for parts, and what is made of the answers. */
export interface PartLoads {
  readonly asks: readonly Ask[]
  made(answers: readonly Rows[]): LoadedParts
}

/**
 * Reads the parts of these names and makes them, each validated by itself.
 * @param db for building the queries only.
 */
export function loadParts(
  db: Kysely<Database>,
  names: Iterable<PartName>,
  mediaUrl: string,
): PartLoads {
  const ids = new Map<PartLoad, Set<string>>()
  for (const name of names) {
    const load = PART_LOADS[kindOf(name)]
    const wanted = ids.get(load) ?? new Set()
    ids.set(load, wanted.add(idOf(name)))
  }
  const loads = [...ids.keys()]
  return {
    asks: loads.map((load) => askFor(db, load, [...(ids.get(load) ?? [])])),
    made: (answers) =>
      validated(
        loads.flatMap((load, at) =>
          (answers[at] ?? []).flatMap(([json]) => load.make(JSON.parse(json ?? ''), mediaUrl)),
        ),
      ),
  }
}

const statements = new Map<
  PartLoad,
  { readonly text: string; readonly values: readonly unknown[] }
>()

function askFor(db: Kysely<Database>, load: PartLoad, ids: readonly string[]): Ask {
  const { text, values } = statements.get(load) ?? compiled(db, load)
  const list = `{${ids.join(',')}}`
  const given = values.map((value) => (value === NO_IDS ? list : (value as string)))
  return { name: `parts ${load.name}`, text, values: given }
}

function compiled(db: Kysely<Database>, load: PartLoad) {
  const { sql, parameters } = load.compile(db)
  const text = `SELECT row_to_json(part)::text FROM (${sql}) AS part`
  const statement = { text, values: parameters }
  statements.set(load, statement)
  return statement
}

function validated(made: readonly MadePart[]): LoadedParts {
  const texts = new Map<PartName, ByteText>()
  const refused = new Map<PartName, unknown>()
  for (const { name, component, resource } of made) {
    try {
      validateComponent(component, resource)
      texts.set(name, byteText(JSON.stringify(resource)))
    } catch (error) {
      refused.set(name, error)
    }
  }
  return { texts, refused }
}
