import { sql, type Kysely } from 'kysely'

/**
 * What every transaction has changed of what the public may see. Whoever remembers something of the
 * catalogue asks this table what has become visible since, by the transactions of its snapshot, so
 * that nothing is missed and nothing is believed too long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHANGES).execute(db)
  for (const [table, notes] of Object.entries(NOTED)) await sql.raw(noted(table, notes)).execute(db)
  await sql.raw(notedArtworks()).execute(db)
}

const CHANGES = `
  CREATE TABLE changes (
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- What kind of records changed.
    subject text NOT NULL,
    -- NULL when they are too many to name, and any may have changed; or when they are gone.
    ids text[],
    -- By how many rows which stretches grew (migration 0008).
    waypoints integer[],
    deltas integer[],
    noted_at timestamptz NOT NULL DEFAULT now(),
    CHECK (cardinality(waypoints) = cardinality(deltas))
  );
  CREATE INDEX changes_by_xid ON changes (xid);
  -- Rows of these transactions and older ones may have been removed: whoever is not past them must
  -- forget all.
  CREATE TABLE changes_removed (through xid8 NOT NULL);
  INSERT INTO changes_removed VALUES ('0');
  CREATE INDEX venues_of_gallery ON venues (gallery_id);
`

const MOST_NAMED = 1_000

/** For a table, what its rows are part of: by subject, a query for the ids, of the rows \`changed\`. */
const NOTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    user: 'SELECT id FROM changed',
    gallery: 'SELECT galleries.id FROM galleries JOIN changed ON changed.id = owner_id',
  },
  images: {
    gallery: 'SELECT galleries.id FROM galleries JOIN changed ON changed.id = featured_image_id',
    artist: 'SELECT artists.id FROM artists JOIN changed ON changed.id = featured_image_id',
  },
  venue_images: {
    venue: 'SELECT venues.id FROM venues JOIN changed ON changed.id = featured_image_id',
  },
  galleries: { gallery: 'SELECT id FROM changed' },
  artists: { artist: 'SELECT id FROM changed' },
  venues: { venue: 'SELECT id FROM changed' },
  tags: { tag: 'SELECT id FROM changed' },
  artwork_categories: { artwork_category: 'SELECT id FROM changed' },
  artwork_category_collectors: { artwork_category: 'SELECT category_id FROM changed' },
  event_categories: { event_category: 'SELECT id FROM changed' },
  artwork_artists: { artist: 'SELECT artist_id FROM changed' },
}

function noted(table: string, notes: Readonly<Record<string, string>>): string {
  const body = Object.entries(notes).map(([subject, ids]) => note(subject, ids))
  return `
    CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM changed LIMIT 1;
      IF FOUND THEN
        ${body.join('\n        ')}
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}();
    CREATE TRIGGER note_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}();
    -- Twice: what it was part of, and what it is part of now.
    CREATE TRIGGER note_update_from AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}();
    CREATE TRIGGER note_update_to AFTER UPDATE ON ${table} REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}();
    ${notedTruncation(table, Object.keys(notes))}
  `
}

function notedTruncation(table: string, subjects: readonly string[]): string {
  const rows = subjects.map((subject) => `('${subject}')`).join(', ')
  return `
    CREATE FUNCTION note_${table}_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO changes (subject) VALUES ${rows};
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_truncate AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}_truncation();
  `
}

function note(subject: string, ids: string): string {
  return `INSERT INTO changes (subject, ids)
          SELECT '${subject}',
            CASE WHEN count(*) <= ${MOST_NAMED} THEN coalesce(array_agg(id::text), '{}') END
          FROM (SELECT DISTINCT * FROM (${ids}) found) AS named (id);`
}

/**
 * Galleries, artists and venues tell what is on offer: they change with artworks that come, go, move
 * or are sold. What else changes of an artwork is nobody else's.
 */
function notedArtworks(): string {
  const notes = [
    note('gallery', 'SELECT gallery_id FROM offer'),
    note('venue', 'SELECT venues.id FROM venues JOIN offer USING (gallery_id)'),
    note('artist', 'SELECT artist_id FROM artwork_artists JOIN offer ON offer.id = artwork_id'),
  ].map((statement) => statement.replace('INSERT INTO', `WITH offer AS (OFFER)\n INSERT INTO`))
  const isPublic = (row: string): string =>
    `${row}.publish_status = 'published' AND ${row}.is_active`
  const changedOffer = (rows: string, others: string): string => `
    SELECT id, gallery_id FROM ${rows} one WHERE ${isPublic('one')} AND NOT EXISTS (
      SELECT FROM ${others} other WHERE other.id = one.id AND ${isPublic('other')}
        AND other.gallery_id = one.gallery_id
        AND other.available_for_sale = one.available_for_sale)`
  const offers = {
    insert: `SELECT id, gallery_id FROM new_rows WHERE ${isPublic('new_rows')}`,
    delete: `SELECT id, gallery_id FROM old_rows WHERE ${isPublic('old_rows')}`,
    update: `${changedOffer('old_rows', 'new_rows')} UNION ${changedOffer('new_rows', 'old_rows')}`,
  }
  const tables = {
    insert: 'NEW TABLE AS new_rows',
    delete: 'OLD TABLE AS old_rows',
    update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
  }
  const functions = (['insert', 'delete', 'update'] as const).map(
    (operation) => `
    CREATE FUNCTION note_artworks_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM (${offers[operation]}) offer LIMIT 1;
      IF FOUND THEN
        ${notes.join('\n').replaceAll('OFFER', offers[operation])}
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_${operation} AFTER ${operation} ON artworks REFERENCING ${tables[operation]}
      FOR EACH STATEMENT EXECUTE FUNCTION note_artworks_${operation}();`,
  )
  return [...functions, notedTruncation('artworks', ['gallery', 'venue', 'artist'])].join('\n')
}
