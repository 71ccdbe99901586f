import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { selectKeys, type ListedKeyRow } from './key-queries.ts'
import type { Printed } from './printed.ts'
import { readableTime } from './readable-time.ts'

/** A table of every key, by its hint: the key itself is not known. */
export async function listKeys(db: Kysely<Database>): Promise<Printed> {
  const keys = await selectKeys(db)
  if (keys.length === 0) return { output: 'There are no keys.' }
  return { output: table([HEADINGS, ...keys.map(cells)]) }
}

const HEADINGS = ['ID', 'KEY', 'OWNER', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE']

function cells(row: ListedKeyRow): string[] {
  const { id, hint, username, scopes, created_at, expires_at, last_used_at, state } = row
  return [
    String(id),
    `${hint}…`,
    username,
    scopes.join(','),
    readableTime(created_at),
    expires_at === null ? 'never' : readableTime(expires_at),
    last_used_at === null ? 'never' : readableTime(last_used_at),
    state,
  ]
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
