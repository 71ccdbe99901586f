-- The search of lists (src/lists/filters.ts). The texts stand only in the tables that own them, whose indexes of words
-- (migrations/0019-search.sql) find them: there is no copy that could be older than its text.

-- The words and quoted phrases of a search, ten at most. The spaces that are not ASCII are named, because `\s` depends on the locale.
CREATE OR REPLACE FUNCTION search_terms(search text) RETURNS TABLE (words text[], is_phrase boolean)
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT words_of, is_phrase
  FROM regexp_matches(
      regexp_replace(translate(search, '“”„‟＂«»', '"""""""'), '[\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000、，・]', ' ', 'g'),
      '"([^"]*)"|([^\s"]+)', 'g') WITH ORDINALITY AS terms (term, place),
    words_of(coalesce(term[1], term[2])), LATERAL (SELECT term[1] IS NOT NULL AS is_phrase) AS quotes
  WHERE words_of <> '{}'
  GROUP BY words_of, is_phrase
  ORDER BY min(place)
  LIMIT 10;
END;

-- Words that differ by a letter: one is missing, added or another one, or two neighbours are swapped. The letters are those of the
-- word's script. The word has 4 to 16, so there are at most 900 others in Latin, and 1,400 in Cyrillic.
CREATE OR REPLACE FUNCTION similar_words(word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  WITH letters AS (
    SELECT regexp_split_to_table(CASE
      WHEN word ~ '[a-z]' THEN 'abcdefghijklmnopqrstuvwxyz'
      WHEN word ~ '[α-ω]' THEN 'αβγδεζηθικλμνξοπρστυφχψω'
      WHEN word ~ '[а-я]' THEN 'абвгдежзиклмнопрстуфхцчшщъыьэюяіјљњћђџєѕґ'
      WHEN word ~ '[א-ת]' THEN 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'
      WHEN word ~ '[ء-ي]' THEN 'ءابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی' END, '') AS letter
  ), places AS (
    SELECT place, left(word, place - 1) AS start, substr(word, place, 1) AS letter, substr(word, place + 1) AS rest
    FROM generate_series(1, length(word) + 1) AS place
    WHERE length(word) BETWEEN 4 AND 16 AND EXISTS (SELECT FROM letters)
  )
  SELECT start || rest FROM places
  UNION SELECT start || left(rest, 1) || letter || substr(rest, 2) FROM places
  UNION SELECT start || letters.letter || rest FROM places, letters
  UNION SELECT start || letters.letter || places.letter || rest FROM places, letters;
END;

-- The condition that a field has these words, one after the other, or one of the others. Words of one character of a script without
-- spaces are found by their pairs.
CREATE OR REPLACE FUNCTION words_query(field text, words text[], ending text, others text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT string_agg(alternative, '|')::tsquery FROM (
    SELECT CASE WHEN count(*) > 1 AND bool_and(is_alone(word))
      THEN '(' || string_agg(field || word || next, '&') || ')'
      ELSE string_agg(field || left(word, 60), '<->' ORDER BY place) || ending END AS alternative
    FROM (SELECT word, place, lead(word) OVER (ORDER BY place) AS next
      FROM unnest(words) WITH ORDINALITY AS of_words (word, place)) AS pairs
    UNION ALL
    SELECT field || word FROM unnest(others) AS word) AS alternatives;
END;

-- The conditions of each word or phrase of a search by the field that has it. A word also finds those that begin with it, if it has
-- two letters, and if a misspelt letter is forgiven, those that differ by it. Nothing is forgiven in a search of more than three
-- words and phrases, which bounds what it looks up.
CREATE OR REPLACE FUNCTION search_conditions(search text, is_forgiving boolean)
RETURNS TABLE (term bigint, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery) LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT row_number() OVER (),
    words_query('t', words, ending, others),
    words_query('t', words, '', '{}'),
    words_query('c', words, ending, others),
    words_query('x', words, ending, others)
  FROM (SELECT *, count(*) OVER () AS terms FROM search_terms(search)) AS terms, LATERAL (
    SELECT CASE WHEN is_phrase OR length(words[cardinality(words)]) < 2 THEN '' ELSE ':*' END AS ending,
      CASE WHEN is_forgiving AND terms <= 3 AND NOT is_phrase AND cardinality(words) = 1 THEN ARRAY(SELECT similar_words(words[1])) END AS others
  ) AS forms;
END;

-- The artworks that have each word or phrase of a search in one of their texts. The relevance is the sum of that of each term:
-- 4 in the title or the name of an artist, 3 at the beginning of a word there, or misspelt, 2 in the name of the gallery or of a tag,
-- 1 in the medium.
CREATE OR REPLACE FUNCTION artworks_with(search text, is_forgiving boolean)
RETURNS TABLE (id integer, is_public boolean, relevance bigint) LANGUAGE sql STABLE
BEGIN ATOMIC
  WITH conditions AS MATERIALIZED (
    SELECT * FROM search_conditions(search, is_forgiving)
  ), hits AS (
    SELECT term, artworks.id, artworks.is_public, 1 AS weight
    FROM conditions JOIN artworks ON words_of_artwork(title, medium) @@ in_text
    UNION ALL
    SELECT term, artworks.id, artworks.is_public, 3
    FROM conditions JOIN artworks ON words_of_artwork(title, medium) @@ in_title
    UNION ALL
    SELECT term, artworks.id, artworks.is_public, 4
    FROM conditions JOIN artworks ON words_of_artwork(title, medium) @@ whole_in_title
    UNION ALL
    SELECT term, artworks.id, artworks.is_public, CASE WHEN word_positions('t', name) @@ whole_in_title THEN 4 ELSE 3 END
    FROM conditions JOIN artists ON word_positions('t', name) @@ in_title
    JOIN artwork_artists ON artist_id = artists.id JOIN artworks ON artworks.id = artwork_id
    UNION ALL
    SELECT term, artworks.id, artworks.is_public, 2
    FROM conditions JOIN galleries ON word_positions('t', name) @@ in_title JOIN artworks ON gallery_id = galleries.id
    UNION ALL
    SELECT term, artworks.id, artworks.is_public, 2
    FROM conditions JOIN tags ON word_positions('t', name) @@ in_title
    JOIN artwork_tags ON tag_id = tags.id JOIN artworks ON artworks.id = artwork_id
  )
  SELECT id, is_public, sum(weight) FROM (
    SELECT term, id, is_public, max(weight) AS weight FROM hits GROUP BY term, id, is_public
  ) AS of_terms
  GROUP BY id, is_public HAVING count(*) = (SELECT count(*) FROM conditions);
END;

-- The same for events: 4 in the title, 3 at the beginning of a word there, or misspelt, 2 in the name of the venue or in the city, 1 in
-- the content. An event without a city is in that of its venue.
CREATE OR REPLACE FUNCTION events_with(search text, is_forgiving boolean)
RETURNS TABLE (id integer, is_public boolean, relevance bigint) LANGUAGE sql STABLE
BEGIN ATOMIC
  WITH conditions AS MATERIALIZED (
    SELECT * FROM search_conditions(search, is_forgiving)
  ), hits AS (
    SELECT term, events.id, events.is_public, 1 AS weight
    FROM conditions JOIN events ON words_of_event(title, city, content) @@ in_text
    UNION ALL
    SELECT term, events.id, events.is_public, 3
    FROM conditions JOIN events ON words_of_event(title, city, content) @@ in_title
    UNION ALL
    SELECT term, events.id, events.is_public, 4
    FROM conditions JOIN events ON words_of_event(title, city, content) @@ whole_in_title
    UNION ALL
    SELECT term, events.id, events.is_public, 2
    FROM conditions JOIN events ON words_of_event(title, city, content) @@ in_city
    UNION ALL
    SELECT term, events.id, events.is_public, 2
    FROM conditions JOIN venues ON words_of_venue(name, city) @@ in_title JOIN events ON venue_id = venues.id
    UNION ALL
    SELECT term, events.id, events.is_public, 2
    FROM conditions JOIN venues ON words_of_venue(name, city) @@ in_city JOIN events ON venue_id = venues.id
    WHERE events.city = ''
  )
  SELECT id, is_public, sum(weight) FROM (
    SELECT term, id, is_public, max(weight) AS weight FROM hits GROUP BY term, id, is_public
  ) AS of_terms
  GROUP BY id, is_public HAVING count(*) = (SELECT count(*) FROM conditions);
END;

-- The artworks that a search finds, drafts included. A misspelt letter is forgiven if no public one has the words as they are, so
-- that the response does not reveal a draft.
CREATE OR REPLACE FUNCTION found_artworks(search text) RETURNS TABLE (id integer, is_public boolean, relevance integer)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
  ids integer[];
  visible boolean[];
  relevances integer[];
BEGIN
  FOR is_forgiving IN 0..1 LOOP
    SELECT array_agg(found.id), array_agg(found.is_public), array_agg(found.relevance) INTO ids, visible, relevances
    FROM artworks_with(search, is_forgiving = 1) AS found;
    EXIT WHEN true = ANY (visible) OR (SELECT count(*) FROM search_terms(search)) > 3;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(ids, visible, relevances);
END $$;

CREATE OR REPLACE FUNCTION found_events(search text) RETURNS TABLE (id integer, is_public boolean, relevance integer)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
  ids integer[];
  visible boolean[];
  relevances integer[];
BEGIN
  FOR is_forgiving IN 0..1 LOOP
    SELECT array_agg(found.id), array_agg(found.is_public), array_agg(found.relevance) INTO ids, visible, relevances
    FROM events_with(search, is_forgiving = 1) AS found;
    EXIT WHEN true = ANY (visible) OR (SELECT count(*) FROM search_terms(search)) > 3;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(ids, visible, relevances);
END $$;
