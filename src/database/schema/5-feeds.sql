-- The next records whose change a feed does not have, from an id on, in the order of their ids. A plan that PostgreSQL has
-- kept since the table was empty reads all of a long table, so the function allows only a scan of the index.
CREATE OR REPLACE FUNCTION next_pending(feed text, first_id integer, most integer) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  RETURN QUERY SELECT id FROM feed_pending WHERE list = feed AND id >= first_id ORDER BY id LIMIT most;
END $$;
