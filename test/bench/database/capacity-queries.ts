import { selectOnce } from './bench-database-queries.ts'

/** The bytes of an artwork with all rows that belong to it, by what has them, indexes included. */
interface BytesOfArtwork {
  readonly rows: number
  readonly documents: number
  readonly feed: number
}

export async function selectBytesOfArtwork(databaseUrl: string): Promise<BytesOfArtwork> {
  const [bytes] = await selectOnce<BytesOfArtwork>(
    databaseUrl,
    `WITH sizes AS (
       SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
     ), artworks AS (SELECT count(*) AS count FROM artworks)
     SELECT (sum(bytes) FILTER (WHERE name LIKE 'artwork%' AND name NOT IN ('artwork_documents', 'artwork_categories'))
         / max(count))::float8 AS rows,
       (sum(bytes) FILTER (WHERE name = 'artwork_documents') / max(count))::float8 AS documents,
       (sum(bytes) FILTER (WHERE name = 'feed_entries') / max(count)
         * (SELECT sum(length) FILTER (WHERE list = 'artworks') / sum(length)::numeric FROM feed_entries))::float8 AS feed
     FROM sizes CROSS JOIN artworks`,
  )
  if (bytes === undefined) throw new Error('A SELECT has no row')
  return bytes
}

/** The processes of the server for the connections to this database, apart from that of this statement. */
export async function selectBackends(databaseUrl: string): Promise<number[]> {
  const rows = await selectOnce<{ pid: number }>(
    databaseUrl,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
       AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}
