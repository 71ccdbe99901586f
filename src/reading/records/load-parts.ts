import type { Kysely } from 'kysely'
import { validateComponent } from '../../contract/response-validator.ts'
import type { Database } from '../../database/tables.ts'
import type { Ask, Rows } from '../rounds/ask.ts'
import { byteText, type ByteText } from '../../byte-text.ts'
import { NO_IDS, PART_LOADS, type PartLoad } from './part-loads.ts'
import { idOf, kindOf, namePart, type PartName } from './part.ts'

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
    made(answers) {
      const loaded = { texts: new Map<PartName, ByteText>(), refused: new Map<PartName, unknown>() }
      for (const [at, load] of loads.entries()) {
        for (const [json] of answers[at] ?? []) make(load, json ?? '', mediaUrl, loaded)
      }
      return loaded
    },
  }
}

/** What cannot be made of a row, or must not be told, is nobody's but who wants it. */
function make(
  load: PartLoad,
  json: string,
  mediaUrl: string,
  { texts, refused }: { texts: Map<PartName, ByteText>; refused: Map<PartName, unknown> },
): void {
  const row = JSON.parse(json) as { readonly id: number | string }
  try {
    for (const { name, component, resource } of load.make(row, mediaUrl)) {
      validateComponent(component, resource)
      texts.set(name, byteText(JSON.stringify(resource)))
    }
  } catch (error) {
    for (const kind of load.kinds) refused.set(namePart(kind, row.id), error)
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
  return { name: `parts ${load.kinds[0]}`, text, values: given }
}

function compiled(db: Kysely<Database>, load: PartLoad) {
  const { sql, parameters } = load.compile(db)
  const text = `SELECT row_to_json(part)::text FROM (${sql}) AS part`
  const statement = { text, values: parameters }
  statements.set(load, statement)
  return statement
}
