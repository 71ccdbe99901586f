import { sql, type Kysely } from 'kysely'

/**
 * Stored documents: the JSON text of a public record, made by the SQL expression of its declaration
 * (src/documents/). They are a store, not a source: a reader that finds none of its format makes the text
 * in its own statement. So rows may be missing at any time, and both tables may be emptied at any time. A
 * change of the sources of a document removes its row.
 *
 * The store of a document locks the row of its record FOR UPDATE and passes over rows that are locked.
 * A transaction that changes a source holds that row in some mode until it ends: by its own update, or
 * FOR KEY SHARE. So a document is never made of what another transaction is about to change.
 *
 * Takes the place of the ready records of migration 0009.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The functions below keep this setting (see migration 0012). It ends with the transaction.
  await sql`SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`.execute(
    db,
  )
  await sql.raw(DROPPED).execute(db)
  for (const list of LISTS) await sql.raw(documents(list)).execute(db)
  for (const source of SOURCES) await sql.raw(removedWith(source)).execute(db)
}

/** @returns SQL that makes a function, which finds names in the schema of the catalogue alone. */
function functionOf(name: string, declared: string, body: string): string {
  return `CREATE FUNCTION ${name}${declared} LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    ${body} $$;`
}

interface List {
  /** The table of the records. */
  readonly table: string
  readonly documents: string
}

const ARTWORKS: List = { table: 'artworks', documents: 'artwork_documents' }
const EVENTS: List = { table: 'events', documents: 'event_documents' }
const LISTS = [ARTWORKS, EVENTS]

const OLD_FUNCTIONS = [
  'add_ready_artworks',
  'add_ready_events',
  'renew_ready_artworks',
  'renew_ready_events',
  'renew_ready_artworks_of_artwork_artists',
  'renew_ready_artworks_of_artwork_image_colors',
  'renew_ready_artworks_of_artwork_images',
  'renew_ready_artworks_of_artwork_tags',
  'renew_ready_artworks_of_colors',
  'renew_ready_events_of_event_categories',
  'renew_ready_events_of_event_images',
  'renew_ready_events_of_venues',
  'renew_all_ready_artworks_of_artwork_artists',
  'renew_all_ready_artworks_of_artwork_image_colors',
  'renew_all_ready_artworks_of_artwork_tags',
]

const DROPPED = `
  ${OLD_FUNCTIONS.map((name) => `DROP FUNCTION ${name} CASCADE;`).join('\n  ')}
  DROP TABLE ready_artworks, ready_events;
  DROP SEQUENCE record_versions;
`

function documents({ table, documents: store }: List): string {
  return `
    CREATE TABLE ${store} (
      id integer PRIMARY KEY,
      -- Of the declaration that made the text (src/reading/records/stored-documents.ts).
      format smallint NOT NULL,
      -- Differs whenever the text does.
      digest text NOT NULL,
      -- Its UTF-8 bytes as characters (src/byte-text.ts).
      text text NOT NULL
      -- Read far more often than written: as it is, as long as it fits a page.
    ) WITH (toast_tuple_target = 8160);
    ${functionOf(
      `remove_${store}`,
      '(changed integer[]) RETURNS void',
      `BEGIN
      IF current_setting('transaction_isolation') = 'read committed' THEN
        DELETE FROM ${store} WHERE id = ANY (changed);
      ELSE
        -- A document that this snapshot does not show makes this a serialization failure.
        INSERT INTO ${store} SELECT id, 0, '', '' FROM unnest(changed) AS changed (id)
        ON CONFLICT (id) DO UPDATE SET format = 0, digest = '', text = '';
      END IF;
    END`,
    )}
    ${functionOf(
      `remove_${store}_of_changed`,
      '() RETURNS trigger',
      `BEGIN
      PERFORM remove_${store}(ARRAY(SELECT id FROM changed));
      RETURN NULL;
    END`,
    )}
    CREATE TRIGGER remove_documents_update AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION remove_${store}_of_changed();
    CREATE TRIGGER remove_documents_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION remove_${store}_of_changed();
    ${functionOf(
      `remove_all_${store}`,
      '() RETURNS trigger',
      `BEGIN
      DELETE FROM ${store};
      INSERT INTO changes (subject) VALUES ('${table}');
      RETURN NULL;
    END`,
    )}
    CREATE TRIGGER remove_documents_truncate AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION remove_all_${store}();
  `
}

/** A change of this many records is recorded as a change of all. */
const MAX_NAMED = 1_000

/** A table that documents are made of beside the record's own. An event's summary names venue and category. */
interface Source {
  readonly table: string
  readonly list: List
  /** The ids of the records that have the rows \`changed\` in their documents. */
  readonly ids: string
  /** Whether rows lead to a record; otherwise a record leads to them. */
  readonly isLink: boolean
}

const SOURCES: readonly Source[] = [
  {
    table: 'artwork_images',
    list: ARTWORKS,
    ids: 'SELECT artworks.id FROM artworks JOIN changed ON changed.id = featured_image_id',
    isLink: false,
  },
  {
    table: 'artwork_image_colors',
    list: ARTWORKS,
    ids: `SELECT artworks.id FROM artworks
      JOIN changed ON changed.artwork_image_id = featured_image_id`,
    isLink: true,
  },
  {
    table: 'colors',
    list: ARTWORKS,
    ids: `SELECT artworks.id FROM artworks
      JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      JOIN changed ON changed.id = color_id`,
    isLink: false,
  },
  { table: 'artwork_artists', list: ARTWORKS, ids: 'SELECT artwork_id FROM changed', isLink: true },
  { table: 'artwork_tags', list: ARTWORKS, ids: 'SELECT artwork_id FROM changed', isLink: true },
  {
    table: 'event_images',
    list: EVENTS,
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = featured_image_id',
    isLink: false,
  },
  {
    table: 'venues',
    list: EVENTS,
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = venue_id',
    isLink: false,
  },
  {
    table: 'event_categories',
    list: EVENTS,
    ids: 'SELECT events.id FROM events JOIN changed ON changed.id = category_id',
    isLink: false,
  },
]

function removedWith({ table, list, ids, isLink }: Source): string {
  const name = `remove_${list.documents}_of_${table}`
  const triggers = isLink
    ? { insert: 'NEW', delete: 'OLD', update_from: 'OLD', update_to: 'NEW' }
    : { update: 'NEW' }
  return `
    ${functionOf(
      name,
      '() RETURNS trigger',
      `DECLARE
      affected integer[];
    BEGIN
      -- A record that this very transaction has added or changed has no document, and is recorded already.
      affected := ARRAY(
        SELECT id FROM ${list.table}
        WHERE id = ANY (ARRAY(${ids})) AND xmin <> pg_current_xact_id()::xid
        ORDER BY id FOR KEY SHARE
      );
      IF affected <> '{}' THEN
        PERFORM remove_${list.documents}(affected);
        INSERT INTO changes (subject, ids)
        VALUES ('${list.table}',
          CASE WHEN cardinality(affected) <= ${MAX_NAMED} THEN affected::text[] END);
      END IF;
      RETURN NULL;
    END`,
    )}
    ${Object.entries(triggers)
      .map(
        ([event, side]) => `
    CREATE TRIGGER remove_documents_${event} AFTER ${event.replace(/_.*/, '')} ON ${table}
      REFERENCING ${side} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`,
      )
      .join('')}
    ${
      isLink
        ? `CREATE TRIGGER remove_documents_truncate AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION remove_all_${list.documents}();`
        : ''
    }
  `
}
