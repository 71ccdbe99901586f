-- For the search of artworks and events (src/database/schema/4-search.sql). The indexes store results of these functions, so a
-- later migration that changes one has to make the indexes again. They need no extension. Beyond ASCII, the
-- parser of PostgreSQL depends on the locale of the database, so it reads only texts of ASCII.

-- The words of a text in their order: letters and digits, with case and accents folded (`sort_key`). A script that puts no spaces
-- between words (Han, Kana, Thai, Lao, Burmese, Khmer) has a word for each character. Only the first 60 characters of a word count.
CREATE FUNCTION words_of(label text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
  rest text COLLATE "C" := label;
  part text COLLATE "C";
  words text[] := '{}';
BEGIN
  WHILE rest <> '' LOOP
    -- A sort key has at least the first 500 characters. Words are not cut, unless one is longer.
    part := CASE WHEN length(rest) <= 500 THEN rest ELSE coalesce(substring(left(rest, 500) FROM '^.*\s'), left(rest, 500)) END;
    rest := substr(rest, length(part) + 1);
    part := regexp_replace(sort_key(part), '[''’]s(?![a-z0-9])', 's', 'g');
    IF octet_length(part) > length(part) THEN
      -- Vowel signs of Arabic and Hebrew, and characters that join others, do not count.
      part := regexp_replace(part, '[\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u00AD\u200D]', '', 'g');
      part := regexp_replace(part, '[\u0080-\u00B4\u00B6-\u00BF\u00D7\u00F7\u05BE\u060C\u061B\u061F\u0964\u0965\u1680\u180E\u2000-\u2BFF\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u30FB\uFE10-\uFE6F\uFEFF\uFF61-\uFF65\uFFFC\uFFFD]', ' ', 'g');
      part := regexp_replace(part, '([\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u2FDF\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', ' \1 ', 'g');
    END IF;
    words := words || string_to_array(btrim(regexp_replace(part, '[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+', ' ', 'g')), ' ');
  END LOOP;
  RETURN words;
END $$;

-- Whether a word is a character of a script without spaces, or another one that UTF-8 encodes in three bytes.
CREATE FUNCTION is_alone(word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(word) = 1 AND octet_length(word) > 2;

-- Where each word stands in a text, for `@@`. A letter before each word names the field: `t` is a title or name, `c` a city, and `x`
-- another text. Two words of one character in a row, of a script without spaces, also are a word together: a search for such words
-- finds these pairs, instead of comparing places. The cost makes PostgreSQL read the indexes of even short tables.
CREATE FUNCTION word_positions(field text, label text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 SET search_path FROM CURRENT AS $$
DECLARE
  key text COLLATE "C";
BEGIN
  IF octet_length(label) = length(label) AND label !~ '[A-Za-z0-9]{60}' THEN
    -- The parser of PostgreSQL takes a small part of the time, and sees the same words in letters and digits of ASCII.
    key := regexp_replace(lower(label COLLATE "C"), '''s(?![a-z0-9])', 's', 'g');
    key := btrim(regexp_replace(key, '[^a-z0-9]+', ' ', 'g'));
    RETURN CASE key WHEN '' THEN '' ELSE to_tsvector('pg_catalog.simple', field || replace(key, ' ', ' ' || field)) END;
  END IF;
  RETURN (
    SELECT string_agg(field || left(word, 60) || ':' || place
      || CASE WHEN is_alone(word) AND is_alone(next) THEN ' ' || field || word || next || ':' || place ELSE '' END, ' ')
    FROM (SELECT word, place, lead(word) OVER (ORDER BY place) AS next
      FROM unnest(words_of(label)) WITH ORDINALITY AS words (word, place)) AS pairs
  )::tsvector;
END $$;

CREATE FUNCTION words_of_artwork(title text, medium text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(word_positions('t', title), '') || coalesce(word_positions('x', medium), '');

CREATE FUNCTION words_of_event(title text, city text, content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(word_positions('t', title), '') || coalesce(word_positions('c', city), '') || coalesce(word_positions('x', left(content, 10000)), '');

CREATE FUNCTION words_of_venue(name text, city text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(word_positions('t', name), '') || coalesce(word_positions('c', city), '');

-- Pending entries make writing cheaper. Every search reads them, so there are few (kilobytes).
CREATE INDEX artworks_by_words ON artworks USING gin (words_of_artwork(title, medium)) WITH (gin_pending_list_limit = 256);
CREATE INDEX artists_by_words ON artists USING gin (word_positions('t', name)) WITH (gin_pending_list_limit = 256);
CREATE INDEX galleries_by_words ON galleries USING gin (word_positions('t', name)) WITH (gin_pending_list_limit = 256);
CREATE INDEX tags_by_words ON tags USING gin (word_positions('t', name)) WITH (gin_pending_list_limit = 256);
CREATE INDEX events_by_words ON events USING gin (words_of_event(title, city, content)) WITH (gin_pending_list_limit = 256);
CREATE INDEX venues_by_words ON venues USING gin (words_of_venue(name, city)) WITH (gin_pending_list_limit = 256);
