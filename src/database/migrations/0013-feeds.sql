-- The feeds of changes (src/feed/): what the public records of a list are, in the order in which they have become so.

-- Entries of derived data change no feed: those of records that show numbers of artworks.
ALTER TABLE change_log ADD COLUMN is_derived boolean NOT NULL DEFAULT false;

-- One row for each list with a feed.
CREATE TABLE feeds (
  list text PRIMARY KEY,
  -- The entries of the change log that this snapshot sees are in `feed_pending`, or done.
  position pg_snapshot NOT NULL,
  -- The format of new entries. After a change of it, all records get new entries.
  format text NOT NULL,
  -- The highest number of an entry so far.
  last_no bigint NOT NULL DEFAULT 0,
  -- Deletions up to this number may have been removed.
  removed_through bigint NOT NULL DEFAULT 0,
  -- The number of records, and the exclusive or of their digests.
  records integer NOT NULL DEFAULT 0,
  digest bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  -- Identifies the server since its start, its last crash or its promotion.
  server text NOT NULL,
  -- The transaction that has written the row. It differs from `xmin` after the restore of a dump.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id()
);

-- One row for each record that is public, or was. Each change gives it the next number.
CREATE TABLE feed_entries (
  list text NOT NULL,
  id integer NOT NULL,
  no bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- SHA-256 of the record; NULL, like all columns below, for one that is not public any more.
  digest bytea,
  format text,
  -- The JSON of the record: its UTF-8 bytes as Latin-1 characters (src/response-body.ts), and their number.
  record text,
  length integer,
  PRIMARY KEY (list, id),
  UNIQUE (list, no)
);
CREATE INDEX feed_deletions ON feed_entries (list, no) WHERE digest IS NULL;

-- Digests of a thousand ids each, as those in `feeds`.
CREATE TABLE feed_ranges (
  list text NOT NULL,
  -- The ids from 1,000 times this number on.
  no integer NOT NULL,
  records integer NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (list, no)
);

-- Records whose change the feed does not have yet.
CREATE TABLE feed_pending (
  list text NOT NULL,
  id integer NOT NULL,
  PRIMARY KEY (list, id)
);

-- The numbers from an epoch's `first_no` on are those of one server. A server that takes over, or a restored dump, begins a
-- new epoch, because it may lack the last numbers of the server before.
CREATE TABLE feed_epochs (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list text NOT NULL,
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  first_no bigint NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now()
);

-- The first step of their task adds all public records.
INSERT INTO feeds (list, position, format, server)
SELECT unnest(ARRAY['artworks', 'events']), pg_current_snapshot(), '', '';
INSERT INTO feed_epochs (list, first_no) SELECT list, 1 FROM feeds;

-- A change of a category is recorded with its id now.
DROP TRIGGER IF EXISTS after_write ON artwork_categories;
DROP TRIGGER IF EXISTS after_write ON artwork_category_collectors;
