import { sql, type Kysely } from 'kysely'

/**
 * Whoever changes a row notes or renews what embeds it (migrations 0007 and 0009), as far as it sees
 * who does. A link to the row that another transaction is just making, it does not see, nor does that
 * transaction see the change: what is made of both would be remembered as it was. So a new link holds
 * the row that it leads to (FOR SHARE), and waits for who changes it, or the other way round; whoever
 * comes second sees all. A trigger's statements see what was committed while it waited, unless the
 * transaction has one snapshot for all: then what it changes is noted as all of its kind, or refused.
 *
 * A row that this very transaction has added is known to nobody else, and need not be held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, links] of Object.entries(LINKS)) {
    await sql.raw(holdingLinked(table, links)).execute(db)
  }
  await sql.raw(HOLDING_COLORED).execute(db)
  await sql.raw(HOLDING_OFFERED).execute(db)
  await sql.raw(NOTING_ALL).execute(db)
  await sql.raw(REFUSING).execute(db)
}

/** A column that leads to a row whose change is noted or renewed by who embeds it. */
interface Link {
  readonly column: string
  readonly to: string
}

const LINKS: Readonly<Record<string, readonly Link[]>> = {
  artworks: [{ column: 'featured_image_id', to: 'artwork_images' }],
  events: [
    { column: 'featured_image_id', to: 'event_images' },
    { column: 'venue_id', to: 'venues' },
    { column: 'category_id', to: 'event_categories' },
  ],
  galleries: [
    { column: 'owner_id', to: 'users' },
    { column: 'featured_image_id', to: 'images' },
  ],
  artists: [{ column: 'featured_image_id', to: 'images' }],
  venues: [{ column: 'featured_image_id', to: 'venue_images' }],
  artwork_image_colors: [{ column: 'color_id', to: 'colors' }],
  artwork_artists: [{ column: 'artwork_id', to: 'artworks' }],
}

/** These have no id, and are all taken for new when they are changed. */
const WITHOUT_ID = new Set(['artwork_image_colors', 'artwork_artists'])

const OTHERS = 'xmin <> pg_current_xact_id()::xid'

/** What a statement's rows lead to, those that did before left out. */
function ledTo(table: string, column: string, operation: 'insert' | 'update'): string {
  if (operation === 'insert' || WITHOUT_ID.has(table)) return `SELECT ${column} FROM new_rows`
  return `SELECT new_rows.${column} FROM new_rows LEFT JOIN old_rows USING (id)
    WHERE new_rows.${column} IS DISTINCT FROM old_rows.${column}`
}

function holdingLinked(table: string, links: readonly Link[]): string {
  const functions = (['insert', 'update'] as const).map((operation) => {
    const holds = links.map(
      ({ column, to }) => `
        PERFORM FROM ${to} WHERE id = ANY (ARRAY(${ledTo(table, column, operation)}))
          AND ${OTHERS} ORDER BY id FOR SHARE;`,
    )
    // A picture's colours are part of the artwork.
    const colors = `
        PERFORM FROM colors WHERE id = ANY (ARRAY(
          SELECT color_id FROM artwork_image_colors WHERE artwork_image_id = ANY (ARRAY(
            ${ledTo(table, 'featured_image_id', operation)}))
        )) AND ${OTHERS} ORDER BY id FOR SHARE;`
    const rows =
      operation === 'insert'
        ? 'NEW TABLE AS new_rows'
        : 'OLD TABLE AS old_rows NEW TABLE AS new_rows'
    return `
      CREATE FUNCTION hold_linked_by_${table}_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN${holds.join('')}${table === 'artworks' ? colors : ''}
        RETURN NULL;
      END $$;
      -- By its name before all that notes and renews.
      CREATE TRIGGER hold_linked_${operation} AFTER ${operation} ON ${table}
        REFERENCING ${rows}
        FOR EACH STATEMENT EXECUTE FUNCTION hold_linked_by_${table}_${operation}();`
  })
  return functions.join('\n')
}

/** A picture is as good as changed when its colours are. */
const HOLDING_COLORED = `
  CREATE FUNCTION hold_colored() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM artwork_images WHERE id = ANY (ARRAY(SELECT artwork_image_id FROM changed))
      AND ${OTHERS} ORDER BY id FOR NO KEY UPDATE;
    IF FOUND AND current_setting('transaction_isolation') <> 'read committed' THEN
      PERFORM refuse_old_snapshot(TG_TABLE_NAME);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER hold_colored_insert AFTER INSERT ON artwork_image_colors
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hold_colored();
  CREATE TRIGGER hold_colored_delete AFTER DELETE ON artwork_image_colors
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hold_colored();
  CREATE TRIGGER hold_colored_update_from AFTER UPDATE ON artwork_image_colors
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hold_colored();
  CREATE TRIGGER hold_colored_update_to AFTER UPDATE ON artwork_image_colors
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hold_colored();
`

/**
 * Venues tell what their gallery has for sale. Many change that at the same time, and do not wait for each
 * other: only who gives a gallery another venue waits, before its foreign key holds the gallery as well.
 */
const HOLDING_OFFERED = `
  CREATE FUNCTION hold_gallery_of_venue() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM galleries WHERE id = NEW.gallery_id AND ${OTHERS} FOR UPDATE;
    RETURN NEW;
  END $$;
  CREATE TRIGGER hold_gallery_insert BEFORE INSERT ON venues FOR EACH ROW
    WHEN (NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION hold_gallery_of_venue();
  CREATE TRIGGER hold_gallery_update BEFORE UPDATE ON venues FOR EACH ROW
    WHEN (NEW.gallery_id IS DISTINCT FROM OLD.gallery_id) EXECUTE FUNCTION hold_gallery_of_venue();
  -- Those of new artworks are held by the foreign key.
  ${holdingGalleries('delete', 'OLD TABLE AS old_rows', 'SELECT gallery_id FROM old_rows')}
  ${holdingGalleries(
    'update',
    'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    `SELECT old_rows.gallery_id FROM old_rows LEFT JOIN new_rows USING (id)
      WHERE ${offer('old_rows')} IS DISTINCT FROM ${offer('new_rows')}`,
  )}
`

/** What of an artwork counts for others. */
function offer(row: string): string {
  return `(${row}.gallery_id, ${row}.available_for_sale, ${row}.publish_status, ${row}.is_active)`
}

function holdingGalleries(operation: 'update' | 'delete', rows: string, ids: string): string {
  return `
  CREATE FUNCTION hold_galleries_of_artworks_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM galleries WHERE id = ANY (ARRAY(${ids}))
      AND ${OTHERS} ORDER BY id FOR KEY SHARE;
    RETURN NULL;
  END $$;
  CREATE TRIGGER hold_galleries_${operation} AFTER ${operation} ON artworks REFERENCING ${rows}
    FOR EACH STATEMENT EXECUTE FUNCTION hold_galleries_of_artworks_${operation}();`
}

/** Who cannot see the links of others notes that any may be meant. */
const NOTING_ALL = `
  CREATE FUNCTION note_all() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      INSERT INTO changes (subject) SELECT unnest(TG_ARGV);
    END IF;
    RETURN NULL;
  END $$;
  ${Object.entries({
    users: ['gallery'],
    images: ['gallery', 'artist'],
    venue_images: ['venue'],
    artworks: ['venue', 'artist'],
  })
    .map(
      ([table, subjects]) => `
  CREATE TRIGGER note_all AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION note_all(${subjects.map((name) => `'${name}'`).join(', ')});`,
    )
    .join('')}
`

/** A record that cannot be seen cannot be renewed. */
const REFUSING = `
  CREATE FUNCTION refuse_old_snapshot(table_name text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% cannot be changed in a transaction that is %', table_name,
      current_setting('transaction_isolation')
      USING ERRCODE = 'feature_not_supported', HINT = 'Let the transaction be READ COMMITTED.';
  END $$;
  CREATE FUNCTION refuse_change_by_old_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      PERFORM FROM changed LIMIT 1;
      IF FOUND THEN
        PERFORM refuse_old_snapshot(TG_TABLE_NAME);
      END IF;
    END IF;
    RETURN NULL;
  END $$;
  ${['artwork_images', 'colors', 'event_images', 'venues', 'event_categories']
    .map(
      (table) => `
  CREATE TRIGGER hold_snapshot AFTER UPDATE ON ${table} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_by_old_snapshot();`,
    )
    .join('')}
`
