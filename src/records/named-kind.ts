import { sql, type Kysely } from 'kysely'
import { together, type DatabaseReader } from '../database/kysely.ts'
import { NAMED_TABLES, type Database, type NamedTable } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { nameKey } from './name-key.ts'
import {
  countStoredRows,
  lockName,
  lockNamedRow,
  selectReferrers,
  selectSimilarNames,
  type Referrers,
  type ReferrerRows,
} from './named-queries.ts'
import type { RecordFields, RecordKind } from './record-kind.ts'

/** The particulars of a kind of records with a name. */
type Declared<Item, Fields extends RecordFields, Facts, Column extends string> = Pick<
  RecordKind<Item, Fields, Facts>,
  'json' | 'pictures' | 'slugFrom'
> &
  Partial<RecordKind<Item, Fields, Facts>> & {
    readonly table: NamedTable
    /** As in `RecordTable`. A column that is missing here would not be written. */
    readonly columns: Readonly<Record<Column, unknown>>
    /** Whether no two of its records have equal names. */
    readonly hasUniqueNames?: true
    /** Whether any user may create records, so that their number is limited. */
    readonly isOfUsers?: true
    /** The records that refer to a record, for each kind of them. */
    readonly referrers: readonly ReferrerRows[]
  }

export interface NamedKind<Item, Fields extends RecordFields, Facts = unknown> extends RecordKind<
  Item,
  Fields,
  Facts
> {
  readonly table: NamedTable
}

/** The columns of fields that have their names. */
export type OwnColumn<Fields> = Exclude<keyof Fields & string, 'featured_image'>

/**
 * A kind of records with a name, to which other records refer by id: such as artists and venues. Every sender with the
 * scope may change all of them, and their columns have the names of their fields, unless the declaration says otherwise.
 */
export function namedKind<
  Item,
  Fields extends RecordFields,
  Facts = unknown,
  Column extends string = OwnColumn<Fields>,
>(declared: Declared<Item, Fields, Facts, Column>): NamedKind<Item, Fields, Facts> {
  const row = ({ featured_image: _picture, ...columns }: Fields) => ({ columns })
  const { table, isOfUsers, hasUniqueNames, referrers } = declared
  const noun = NAMED_TABLES[table]
  const requireFreeName = async (db: Kysely<Database>, id: number, { name }: Fields) => {
    if (hasUniqueNames && name !== undefined) await requireOnlyName(db, table, id, name)
  }
  return {
    checkedColumns: ['name'],
    lock: 'no key update',
    isVisible: () => sql`true`,
    loadFacts: () => Promise.resolve(undefined as Facts),
    newRow: row,
    changedRow: row,
    beforeCreate: (db, id, fields) =>
      together([
        isOfUsers ? requireRoom(db, table) : Promise.resolve(),
        requireFreeName(db, id, fields),
      ]),
    beforeChange: async (db, stored, fields) => {
      if (fields.name !== stored.name) await requireFreeName(db, stored.id, fields)
    },
    beforeDelete: async (db, id, viewer) => {
      const requireUnused = () => requireNoReferrers(db, noun, referrers, id, viewer)
      // To count many records takes time, for which the lock that keeps out new ones would keep others from writing.
      await requireUnused()
      await lockNamedRow(db, table, id)
      await requireUnused()
    },
    noun,
    ...declared,
  }
}

/**
 * Of one kind, that count for one user. A list of them is read and counted row by row, so this bounds what a request for it
 * costs. The operator's import has no such limit.
 */
const MAX_OF_USER = 20_000

/** @throws 403 when the user of the transaction has as many records of the kind as one may have. */
async function requireRoom(db: DatabaseReader, table: NamedTable): Promise<void> {
  if ((await countStoredRows(db, table, MAX_OF_USER)) < MAX_OF_USER) return
  const detail = `You have ${MAX_OF_USER} records of the kind ${NAMED_TABLES[table]}, the most of one user. Delete some first.`
  throw new Problem('forbidden', detail)
}

/** @throws 422 when another record has an equal name. */
async function requireOnlyName(
  db: Kysely<Database>,
  table: NamedTable,
  id: number,
  name: string,
): Promise<void> {
  const [, similar] = await together([
    lockName(db, table, name),
    selectSimilarNames(db, table, name),
  ])
  const key = nameKey(name)
  const other = similar.find((each) => each.id !== id && nameKey(each.name) === key)
  if (other === undefined) return
  const detail = `Another ${NAMED_TABLES[table]} has this name: that with the id ${other.id}.`
  throw unprocessable([{ pointer: '/name', detail }])
}

/** @throws 409 naming the records that refer to the record, if the sender may see them. */
async function requireNoReferrers(
  db: DatabaseReader,
  noun: string,
  rows: readonly ReferrerRows[],
  id: number,
  viewer: Viewer,
): Promise<void> {
  const referrers = await selectReferrers(db, rows, id, viewer)
  if (referrers.length === 0) return
  const texts = referrers.filter(({ count }) => count > 0).map(referrersText)
  const text = texts.join('; ') || 'records that are not public refer to it'
  throw new Problem('record_in_use', `The ${noun} ${id} cannot be deleted: ${text}.`)
}

/** `3 events refer to it, such as 812, 815 and 901`. */
function referrersText({ noun, count, examples }: Referrers): string {
  const refer = count === 1 ? `1 ${noun} refers to it` : `${count} ${noun}s refer to it`
  return `${refer}, such as ${LIST.format(examples.map(String))}`
}

const LIST = new Intl.ListFormat('en-GB')
