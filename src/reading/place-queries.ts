import type { Ask, Rows } from './rounds/ask.ts'
import { asByteText } from '../byte-text.ts'
import type { ListName, TrackName } from './orderings.ts'
import type { Template } from './records/template.ts'
import type { Place } from './waypoints/track.ts'

/** A record as it stands ready, or not yet. */
export interface ReadyRow {
  readonly id: number
  /** Moves on whenever the record's own part changes. */
  readonly version: string
  /** Undefined when nobody has made it yet, or another program has. */
  readonly made: Template | undefined
  /** As PostgreSQL writes it; of a record by itself only. */
  readonly updatedAt?: string | null
}

/** What the public may see; literally as the partial indexes have it, or they do not apply. */
export const IS_PUBLIC: Readonly<Record<ListName, string>> = {
  artworks: `publish_status = 'published' AND is_active`,
  events: `publish_status = 'published'`,
}

const READY = `ready.id, ready.version::text, ready.digest,
  CASE WHEN ready.maker = $1 THEN ready.text END`

/**
 * The rows at a place, each with its record: a range of the ordering's index, then one row by its id
 * for each. `maker` says whose texts are wanted. They come in the order of the place, backwards or not.
 */
export function rowsAt(track: TrackName, place: Place, maker: string): Ask {
  const { from, isBackwards, skip, limit } = place
  const statement = statementOf(track, isBackwards, from !== undefined)
  const start = from === undefined ? [] : track.key === undefined ? [from.id] : [from.key, from.id]
  return { ...statement, values: [maker, skip, limit, ...start] }
}

type Statement = Pick<Ask, 'name' | 'text'>

const statements = new Map<string, Statement>()

function statementOf(track: TrackName, isBackwards: boolean, isBounded: boolean): Statement {
  const name = `rows_of ${track.name}${isBackwards ? ' desc' : ''}${isBounded ? '' : ' end'}`
  const known = statements.get(name)
  if (known !== undefined) return known
  const statement = { name, text: rowsText(track, isBackwards, isBounded) }
  statements.set(name, statement)
  return statement
}

function rowsText(track: TrackName, isBackwards: boolean, isBounded: boolean): string {
  const { list, column, key, rows } = track
  const direction = isBackwards ? 'DESC' : 'ASC'
  const comparison = isBackwards ? '<' : '>='
  const start =
    key === undefined
      ? `id ${comparison} $4::integer`
      : `(${column}, id) ${comparison} ($4::${key.type}, $5::integer)`
  const conditions = [
    IS_PUBLIC[list],
    ...(rows === undefined ? [] : [`${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`]),
    ...(isBounded ? [start] : []),
  ]
  return `
    SELECT ${READY} FROM (
      SELECT ${column} AS key, id FROM ${list} WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${direction}, id ${direction} OFFSET $2::integer LIMIT $3::integer
    ) AS place
    JOIN ready_${list} AS ready ON ready.id = place.id
    ORDER BY place.key ${direction}, place.id ${direction}`
}

/** What the version of a record by itself is made of, where the contract gives it one. */
const UPDATED_AT: Readonly<Record<ListName, string>> = {
  artworks: 'NULL',
  events: '(SELECT updated_at FROM events WHERE events.id = ready.id)',
}

/** The record of this id, if it is public. */
export function rowById(list: ListName, id: number, maker: string): Ask {
  return {
    name: `row_by_id ${list}`,
    text: `SELECT ${READY}, ${UPDATED_AT[list]} FROM ready_${list} AS ready
      WHERE id = $2::integer AND is_public`,
    values: [maker, id],
  }
}

export function readyRowsOf(rows: Rows): ReadyRow[] {
  return rows.map(([id, version, digest, text, updatedAt]) => ({
    id: Number(id),
    version: version as string,
    made:
      text === null ? undefined : { text: asByteText(text as string), digest: digest as string },
    updatedAt: updatedAt as string | null,
  }))
}
