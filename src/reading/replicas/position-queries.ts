import type { Statement, Rows } from '../rounds/ask.ts'
import type { Lsn } from './positions.ts'

/** How far the primary has written. */
export const PRIMARY_LSN: Statement = {
  name: 'primary_position',
  text: `SELECT (pg_current_wal_lsn() - '0/0')::text`,
  values: [],
}

/** How far a replica has replayed; nothing of a server that is none, or none any more. */
export const REPLICA_LSN: Statement = {
  name: 'replica_position',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END`,
  values: [],
}

export function lsnIn([row = []]: Rows): Lsn | undefined {
  const [text] = row
  return typeof text === 'string' ? BigInt(text) : undefined
}
