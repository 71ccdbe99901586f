-- src/database/schema/4-search.sql makes these again: what they return also says how much has been read.
DROP FUNCTION IF EXISTS artworks_hits(tsquery, tsquery, tsquery, tsquery), events_hits(tsquery, tsquery, tsquery, tsquery),
  unpublished_artworks_hits(tsquery, tsquery, tsquery, tsquery, integer[]),
  unpublished_events_hits(tsquery, tsquery, tsquery, tsquery, integer[]),
  found_among_artworks(text, integer[]), found_among_events(text, integer[]);
