import { sql, type Kysely } from 'kysely'

/**
 * How a page is found at any depth. A track is one order of what a list shows; a waypoint is where a
 * stretch of it begins, and says how many rows lie between it and the next. Triggers note by how
 * much stretches grow or shrink, in the transaction that does it and without touching a row that
 * another transaction could wait for; \`src/reading/waypoints/keeper.ts\` adds the notes up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(WAYPOINTS).execute(db)
  for (const list of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    await sql.raw(counted(list)).execute(db)
    await sql.raw(firstWaypoints(list)).execute(db)
  }
}

const WAYPOINTS = `
  CREATE TABLE waypoints (
    no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    track text COLLATE "C" NOT NULL,
    -- The first row that can lie in the stretch, by the one of these that the track is ordered by and
    -- the id. The first waypoint of a track stands before all rows.
    first_time timestamptz,
    first_number numeric,
    first_text text COLLATE "C",
    first_id integer NOT NULL,
    -- Without what is noted in \`changes\` after the snapshot of its list.
    rows integer NOT NULL,
    CHECK (num_nonnulls(first_time, first_number, first_text) <= 1)
  );
  CREATE UNIQUE INDEX waypoints_by_time ON waypoints (track, first_time, first_id)
    WHERE first_time IS NOT NULL;
  CREATE UNIQUE INDEX waypoints_by_number ON waypoints (track, first_number, first_id)
    WHERE first_number IS NOT NULL;
  CREATE UNIQUE INDEX waypoints_by_text ON waypoints (track, first_text, first_id)
    WHERE first_text IS NOT NULL;
  CREATE UNIQUE INDEX waypoints_by_id ON waypoints (track, first_id)
    WHERE num_nonnulls(first_time, first_number, first_text) = 0;
  CREATE TABLE waypoint_lists (
    list text PRIMARY KEY,
    -- The notes of all transactions that it sees are added up in \`waypoints.rows\`.
    added_up pg_snapshot NOT NULL
  );
  -- Both directions are read from the other index of the key now, its nulls apart.
  DROP INDEX artworks_by_price_desc;
  DROP INDEX artworks_by_price_usd_desc;
`

type Kind = 'time' | 'number' | 'text' | 'id'

interface Track {
  readonly name: string
  /** What its waypoints hold of a row, beside the id. */
  readonly kind: Kind
  readonly column: string
  /** Rows without the key stand on a track of their own, ordered by id. */
  readonly rows?: 'with key' | 'without key'
}

const LISTS = {
  artworks: {
    lock: 5_432_022,
    isPublic: (row: string) => `${row}.publish_status = 'published' AND ${row}.is_active`,
    tracks: [
      { name: 'order_date', kind: 'time', column: 'order_date' },
      { name: 'created_at', kind: 'time', column: 'created_at' },
      { name: 'published_at', kind: 'time', column: 'published_at' },
      { name: 'title', kind: 'text', column: 'title_sort_key' },
      { name: 'views_count', kind: 'number', column: 'views_count' },
      { name: 'price', kind: 'number', column: 'price', rows: 'with key' },
      { name: 'price_null', kind: 'id', column: 'price', rows: 'without key' },
      { name: 'price_usd', kind: 'number', column: 'price_usd', rows: 'with key' },
      { name: 'price_usd_null', kind: 'id', column: 'price_usd', rows: 'without key' },
    ],
  },
  events: {
    lock: 5_432_023,
    isPublic: (row: string) => `${row}.publish_status = 'published'`,
    tracks: [
      { name: 'start_time', kind: 'time', column: 'start_time' },
      { name: 'end_time', kind: 'time', column: 'end_time' },
    ],
  },
} as const satisfies Record<
  string,
  { lock: number; isPublic: (row: string) => string; tracks: readonly Track[] }
>

type List = keyof typeof LISTS

const BEFORE_ALL: Readonly<Record<Kind, string>> = {
  time: `'-infinity'`,
  number: `'-Infinity'`,
  text: `''`,
  id: '',
}

function firstWaypoints(list: List): string {
  const { tracks, isPublic } = LISTS[list]
  const inserts = tracks.map((track: Track) => {
    const { name, kind } = track
    const key = kind === 'id' ? '' : `first_${kind}, `
    const least = kind === 'id' ? '' : `${BEFORE_ALL[kind]}, `
    return `INSERT INTO waypoints (track, ${key}first_id, rows)
      SELECT '${list}.${name}', ${least}0, count(*) FROM ${list}
      WHERE ${isPublic(list)}${onTrack(track, list)};`
  })
  return [...inserts, `INSERT INTO waypoint_lists VALUES ('${list}', pg_current_snapshot());`].join(
    '\n',
  )
}

function onTrack({ column, rows }: Track, row: string): string {
  if (rows === undefined) return ''
  return ` AND ${row}.${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`
}

/** The stretch that a row with \`key\` and \`id\` lies in. */
function stretchOf(list: List, { name, kind }: Track): string {
  const first = kind === 'id' ? '(first_id)' : `(first_${kind}, first_id)`
  const given = kind === 'id' ? '(moved.id)' : '(moved.key, moved.id)'
  const order = kind === 'id' ? 'first_id DESC' : `first_${kind} DESC, first_id DESC`
  const only =
    kind === 'id'
      ? 'num_nonnulls(first_time, first_number, first_text) = 0'
      : `first_${kind} IS NOT NULL`
  return `SELECT no FROM waypoints WHERE track = '${list}.${name}' AND ${only}
    AND ${first} <= ${given} ORDER BY ${order} LIMIT 1`
}

/** Rows that came to stand on the track, or left it, each with 1 or -1. */
function moved(list: List, track: Track, operation: Operation): string {
  const { column } = track
  const { isPublic } = LISTS[list]
  const standing = (row: string): string => `(${isPublic(row)}${onTrack(track, row)})`
  if (operation === 'insert') {
    return `SELECT ${column} AS key, id, 1 AS delta FROM new_rows WHERE ${standing('new_rows')}`
  }
  if (operation === 'delete') {
    return `SELECT ${column} AS key, id, -1 AS delta FROM old_rows WHERE ${standing('old_rows')}`
  }
  const key = (row: string): string => (track.kind === 'id' ? `${row}.id` : `${row}.${column}`)
  return `
    SELECT side.key, side.id, side.delta
    FROM old_rows FULL JOIN new_rows ON new_rows.id = old_rows.id
    CROSS JOIN LATERAL (VALUES
      (old_rows.${column}, old_rows.id, -1, ${standing('old_rows')}),
      (new_rows.${column}, new_rows.id, 1, ${standing('new_rows')})
    ) AS side (key, id, delta, stands)
    WHERE side.stands AND (${key('old_rows')}, ${standing('old_rows')} IS TRUE)
      IS DISTINCT FROM (${key('new_rows')}, ${standing('new_rows')} IS TRUE)`
}

const OPERATIONS = {
  insert: 'NEW TABLE AS new_rows',
  delete: 'OLD TABLE AS old_rows',
  update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
} as const

type Operation = keyof typeof OPERATIONS

/** So many rows of a statement are named in its note. */
const MOST_NAMED = 1_000

/** Every statement on the list's table leaves one note, even of no change in number. */
function counted(list: List): string {
  const { lock } = LISTS[list]
  return [
    `
    -- Nobody divides stretches while rows are being counted into them.
    CREATE FUNCTION hold_${list}_waypoints() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${lock});
      -- A transaction that cannot see how they were divided last must not count: it is told to try again.
      IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        PERFORM FROM waypoint_lists WHERE list = '${list}' FOR SHARE;
      END IF;
    END $$;`,
    ...(Object.keys(OPERATIONS) as Operation[]).map((operation) => countedOn(list, operation)),
    `
    CREATE FUNCTION empty_${list}_waypoints() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM hold_${list}_waypoints();
      INSERT INTO changes (subject, waypoints, deltas)
      SELECT '${list}', array_agg(no), array_agg(-(rows + noted)) FROM (
        SELECT no, rows, coalesce(sum(delta) FILTER (WHERE NOT pg_visible_in_snapshot(xid, added_up)), 0)::integer AS noted
        FROM waypoints
        JOIN waypoint_lists ON list = '${list}'
        LEFT JOIN (changes CROSS JOIN LATERAL unnest(changes.waypoints, changes.deltas) AS note (stretch, delta)) ON stretch = no
        WHERE track LIKE '${list}.%'
        GROUP BY no, rows
      ) sums;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_truncate AFTER TRUNCATE ON ${list}
      FOR EACH STATEMENT EXECUTE FUNCTION empty_${list}_waypoints();`,
  ].join('\n')
}

function countedOn(list: List, operation: Operation): string {
  const branches = LISTS[list].tracks.map(
    (track: Track) => `
        SELECT stretch.no, moved.delta FROM (${moved(list, track, operation)}) AS moved
        CROSS JOIN LATERAL (${stretchOf(list, track)}) AS stretch`,
  )
  const rows = operation === 'delete' ? 'old_rows' : 'new_rows'
  const ids =
    operation === 'delete'
      ? 'NULL::text[]'
      : `(SELECT CASE WHEN count(*) <= ${MOST_NAMED} THEN array_agg(id::text) END FROM new_rows)`
  return `
    CREATE FUNCTION count_${list}_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM ${rows} LIMIT 1;
      IF NOT FOUND THEN
        RETURN NULL;
      END IF;
      PERFORM hold_${list}_waypoints();
      INSERT INTO changes (subject, ids, waypoints, deltas)
      SELECT '${list}', ${ids}, array_agg(no), array_agg(delta) FROM (
        SELECT no, sum(delta)::integer AS delta FROM (${branches.join(' UNION ALL ')}
        ) AS moves GROUP BY no HAVING sum(delta) <> 0
      ) AS sums;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_${operation} AFTER ${operation} ON ${list} REFERENCING ${OPERATIONS[operation]}
      FOR EACH STATEMENT EXECUTE FUNCTION count_${list}_${operation}();`
}
