import type { Insertable, Kysely } from 'kysely'
import { NAMED_TABLES, type Database, type NamedTable } from '../../src/database/tables.ts'
import { makeArtist } from './make-artist.ts'
import { makeEventCategory } from './make-categories.ts'
import { makeGallery } from './make-gallery.ts'
import { rowMaker } from './make-row.ts'
import { makeVenue } from './make-venue.ts'
import { nextNumber } from './sequence.ts'

type Values = { id?: number; name?: string }
type Make = (db: Kysely<Database>, values?: Values) => Promise<{ id: number; name: string }>

/** The tables whose rows need more than a name. */
type NeedsMore = {
  [Table in NamedTable]: { name: string } extends Insertable<Database[Table]> ? never : Table
}[NamedTable]

const MAKERS: Readonly<Record<NeedsMore, Make>> = {
  artists: makeArtist,
  event_categories: makeEventCategory,
  galleries: makeGallery,
  venues: makeVenue,
}

/** Makes a row of a table of NAMED_TABLES, with a unique name where names are unique. */
export function makeNamed(db: Kysely<Database>, table: string, values: Values = {}) {
  const noun = NAMED_TABLES[table as NamedTable]
  if (noun === undefined)
    throw new Error(`${table} is not in NAMED_TABLES: make its row in the test`)
  const makeNameOnly: Make = rowMaker(table as 'tags', () => ({ name: `${noun} ${nextNumber()}` }))
  return (MAKERS[table as NeedsMore] ?? makeNameOnly)(db, values)
}
