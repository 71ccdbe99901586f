-- Former functions of the search: 4-search.sql defines others in their place.
DROP FUNCTION IF EXISTS make_search(text, text, text, text, text), artworks_compared(tsquery), events_compared(tsquery);
