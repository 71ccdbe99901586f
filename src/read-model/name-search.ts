import type { NamedTable } from '../database/tables.ts'
import type { Statement } from '../database/statement.ts'
import type { ListName } from '../lists/list.ts'
import { ofClient, readAlone, type BatchScheduler } from './batching/batch-scheduler.ts'

/** Searches names for a search that finds nothing in a list: an artist without works is in no list of works. */
export interface NameSearch {
  /**
   * Records whose names, or cities, have all words of a search, with the letters that it forgives in the list.
   * @param client whose scans take turns with those of others.
   */
  searchNames(list: ListName, search: string, client?: string): Promise<FoundNames>
}

interface FoundNames {
  readonly names: readonly NamedRecord[]
  /** The number of records that were read. */
  readonly members: number
}

/** A record with a page of its own. */
export interface NamedRecord {
  readonly collection: Extract<NamedTable, 'artists' | 'galleries' | 'tags' | 'venues'>
  readonly id: number
  readonly name: string
}

/** The tables whose names a search of a list has, each with the expression of its index of words. */
const SEARCHED: Readonly<Record<ListName, Partial<Record<NamedRecord['collection'], string>>>> = {
  artworks: {
    artists: "word_positions('t', name)",
    galleries: "word_positions('t', name)",
    tags: "word_positions('t', name)",
  },
  events: { venues: 'words_of_venue(name, city)' },
}

/** Of each table. */
const MAX_NAMES = 8

/** @param scheduler of scans: to learn which letters are forgiven, the list is searched once more. */
export function createNameSearch(scheduler: BatchScheduler): NameSearch {
  return {
    async searchNames(list, search, client) {
      const [rows = []] = await readAlone(ofClient(scheduler, client), [namesWith(list, search)])
      const names = rows.flatMap(([, collection, id, name]) =>
        name === undefined || name === null
          ? []
          : { collection: collection as NamedRecord['collection'], id: Number(id), name },
      )
      return { names, members: Number(rows[0]?.[0]) }
    },
  }
}

/** What the search reads, with each name; one row without a name if there is none. */
function namesWith(list: ListName, search: string): Statement {
  const tables = Object.entries(SEARCHED[list]).map(
    ([table, words]) => `(SELECT '${table}' AS collection, id, name FROM ${table}
      WHERE ${words} @@ (SELECT words FROM conditions) LIMIT ${MAX_NAMES})`,
  )
  const text = `WITH conditions AS MATERIALIZED (
      SELECT string_agg(format('(%s)', in_title || in_city), '&')::tsquery AS words, min(found.records) AS records
      FROM found_${list}($1) AS found, ${list}_conditions($1, found.similar_of)
    )
    SELECT coalesce(records, 0), collection, id, name
    FROM conditions LEFT JOIN (${tables.join(' UNION ALL ')}) AS named ON true`
  return { name: '', text, values: [search] }
}
