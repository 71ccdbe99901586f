import { sql, type Kysely } from 'kysely'

/** Those whose TRUNCATE has something counted or made anew (migrations 0008 and 0009). */
const TABLES = ['artworks', 'events', 'artwork_artists', 'artwork_tags', 'artwork_image_colors']

/**
 * TRUNCATE takes away rows that the transaction's own snapshot may not have (PostgreSQL, TRUNCATE), and
 * whatever others have committed since that snapshot was taken cannot be taken into account. So only a
 * transaction whose every statement sees what is there may do it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    CREATE FUNCTION require_read_committed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION '% cannot be truncated in a transaction that is %', TG_TABLE_NAME,
          current_setting('transaction_isolation')
          USING ERRCODE = 'feature_not_supported', HINT = 'Let the transaction be READ COMMITTED.';
      END IF;
      RETURN NULL;
    END $$;`,
    )
    .execute(db)
  for (const table of TABLES) {
    await sql
      .raw(
        `CREATE TRIGGER require_read_committed BEFORE TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION require_read_committed()`,
      )
      .execute(db)
  }
}
