import { selectRows, type DatabaseReader } from './kysely.ts'

/** The archive of the write-ahead log of PostgreSQL. */
export class LogArchive {
  #newest: string | null = null

  /**
   * The bytes of the log that PostgreSQL has written but not archived, and therefore keeps on its own disk. They are counted
   * from the end of the newest file that it archived, or else from the first one that it could not archive.
   * @returns undefined for a server that archives nothing, for a standby, and before the first file, unless nothing is to
   *   archive it.
   */
  async lag(db: DatabaseReader): Promise<number | undefined> {
    // The name of a file is its timeline and its number, in two parts of 8 hexadecimal digits. The history of a timeline has no
    // number. It comes first after a failover, when nothing says how much has been archived, so all of the log counts. The
    // record of a base backup has the number of the file in which the backup began, long before its end. A file from before
    // archive_mode was on is archived after newer ones. So the newest name counts, unless the server has not come to it: then it
    // is one of another cluster that had this address.
    const rows = await selectRows(db)<{ bytes: number; archived: string | null }>`
      SELECT CASE WHEN last IS NOT NULL THEN name END AS archived, greatest(0, pg_current_wal_lsn() - '0/0' - coalesce(
        (('x' || substr(name, 9, 8))::bit(32)::bigint << 32) + ('x' || substr(name, 17, 8))::bit(32)::bigint * size
        + CASE WHEN last IS NULL THEN 0 ELSE size END, 0))::float8 AS bytes
      FROM pg_stat_archiver,
        coalesce(CASE WHEN last_archived_wal IS NOT NULL
          THEN greatest(last_archived_wal, CASE
            WHEN pg_is_in_recovery() THEN NULL
            WHEN ${this.#newest} <= pg_walfile_name(pg_current_wal_lsn()) COLLATE "C" THEN ${this.#newest}
          END COLLATE "C") END) AS last,
        coalesce(last, last_failed_wal) AS file,
        substring(file FROM '^[0-9A-F]{24}') AS name,
        pg_size_bytes(current_setting('wal_segment_size')) AS size
      WHERE current_setting('archive_mode') <> 'off' AND NOT pg_is_in_recovery()
        AND (file IS NOT NULL OR current_setting('archive_command') || current_setting('archive_library') = '')`
    this.#newest = rows[0]?.archived ?? null
    return rows[0]?.bytes
  }
}
