import { sql, type Kysely } from 'kysely'

/**
 * Records as they are sent, made once and kept beside their rows. Whatever changes of a record's own
 * part gives it another version and takes the text away; whoever misses one makes it, and stores it
 * if the version is still the one that it was made of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(VERSIONS).execute(db)
  await sql.raw(readyRecords('artworks', `publish_status = 'published' AND is_active`)).execute(db)
  await sql.raw(readyRecords('events', `publish_status = 'published'`)).execute(db)
  await sql.raw(INDEXES).execute(db)
  for (const part of PARTS) await sql.raw(renewed(part)).execute(db)
}

const VERSIONS = 'CREATE SEQUENCE record_versions CACHE 32'

function readyRecords(list: string, isPublic: string): string {
  return `
    CREATE TABLE ready_${list} (
      id integer PRIMARY KEY REFERENCES ${list} ON UPDATE CASCADE ON DELETE CASCADE,
      version bigint NOT NULL DEFAULT nextval('record_versions'),
      is_public boolean NOT NULL,
      -- What made the text: another program, or the same with other settings, makes another.
      maker text,
      -- Differs whenever the text does.
      digest text,
      -- Its UTF-8 bytes as characters (src/byte-text.ts).
      text text,
      CHECK (num_nulls(maker, digest, text) IN (0, 3))
      -- Texts are read far more often than they are made: as they are, as long as they fit a page.
    ) WITH (toast_tuple_target = 8160);
    CREATE FUNCTION add_ready_${list}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ready_${list} (id, is_public) SELECT id, ${isPublic} FROM new_rows;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ready_insert AFTER INSERT ON ${list} REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION add_ready_${list}();
    CREATE FUNCTION renew_ready_${list}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE ready_${list} AS ready SET version = nextval('record_versions'), maker = NULL,
        digest = NULL, text = NULL, is_public = ${isPublic}
      FROM new_rows WHERE ready.id = new_rows.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ready_update AFTER UPDATE ON ${list} REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION renew_ready_${list}();
    INSERT INTO ready_${list} (id, is_public) SELECT id, ${isPublic} FROM ${list};
  `
}

const INDEXES = `
  CREATE INDEX artworks_of_image ON artworks (featured_image_id);
  CREATE INDEX events_of_venue ON events (venue_id);
`

/** So many records are named in a note. */
const MOST_NAMED = 1_000

interface Part {
  readonly table: string
  readonly list: string
  /** The ids of the records that have the rows \`changed\` as parts of their own. */
  readonly ids: string
  /** Whether a row can be part of a record from the beginning; or only once it is referred to. */
  readonly isLink: boolean
}

/** What a record's text holds beside its own row. An event's summary names venue and category. */
const PARTS: readonly Part[] = [
  {
    table: 'artwork_images',
    list: 'artworks',
    ids: 'SELECT artworks.id FROM artworks JOIN changed ON changed.id = featured_image_id',
    isLink: false,
  },
  {
    table: 'artwork_image_colors',
    list: 'artworks',
    ids: `SELECT artworks.id FROM artworks
      JOIN changed ON changed.artwork_image_id = featured_image_id`,
    isLink: true,
  },
  {
    table: 'colors',
    list: 'artworks',
    ids: `SELECT artworks.id FROM artworks
      JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      JOIN changed ON changed.id = color_id`,
    isLink: false,
  },
  {
    table: 'artwork_artists',
    list: 'artworks',
    ids: 'SELECT artwork_id FROM changed',
    isLink: true,
  },
  { table: 'artwork_tags', list: 'artworks', ids: 'SELECT artwork_id FROM changed', isLink: true },
  {
    table: 'event_images',
    list: 'events',
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = featured_image_id',
    isLink: false,
  },
  {
    table: 'venues',
    list: 'events',
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = venue_id',
    isLink: false,
  },
  {
    table: 'event_categories',
    list: 'events',
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = category_id',
    isLink: false,
  },
]

function renewed({ table, list, ids, isLink }: Part): string {
  const triggers = isLink
    ? { insert: 'NEW', delete: 'OLD', update_from: 'OLD', update_to: 'NEW' }
    : { update: 'NEW' }
  return `
    CREATE FUNCTION renew_ready_${list}_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      WITH renewed AS (
        UPDATE ready_${list} AS ready SET version = nextval('record_versions'), maker = NULL,
          digest = NULL, text = NULL
        FROM (SELECT DISTINCT * FROM (${ids}) found) AS part (id)
        -- A record that this very transaction has added is not known to anybody yet.
        WHERE ready.id = part.id AND ready.xmin <> pg_current_xact_id()::xid
        RETURNING ready.id
      )
      INSERT INTO changes (subject, ids)
      SELECT '${list}', CASE WHEN count(*) <= ${MOST_NAMED} THEN array_agg(id::text) END
      FROM renewed HAVING count(*) > 0;
      RETURN NULL;
    END $$;
    ${Object.entries(triggers)
      .map(
        ([name, side]) => `
    CREATE TRIGGER ready_${name} AFTER ${name.replace(/_.*/, '')} ON ${table}
      REFERENCING ${side} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION renew_ready_${list}_of_${table}();`,
      )
      .join('')}
    ${isLink ? truncated(table, list) : ''}
  `
}

function truncated(table: string, list: string): string {
  return `
    CREATE FUNCTION renew_all_ready_${list}_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE ready_${list} SET version = nextval('record_versions'), maker = NULL,
        digest = NULL, text = NULL;
      INSERT INTO changes (subject) VALUES ('${list}');
      RETURN NULL;
    END $$;
    CREATE TRIGGER ready_truncate AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION renew_all_ready_${list}_of_${table}();`
}
