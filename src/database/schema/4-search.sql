-- The search of lists (src/lists/filters.ts). The texts stand only in the tables that own them, whose indexes of words
-- (migrations/0019-search.sql) find them: there is no copy that could be older than its text.

-- The words and quoted phrases of a search, ten at most. A character such as U+3316 stands for several words, and each of them is
-- looked up. The spaces that are not ASCII are named, because `\s` depends on the locale.
CREATE OR REPLACE FUNCTION search_terms(search text) RETURNS TABLE (words text[], is_phrase boolean)
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT words_of[:200], is_phrase
  FROM regexp_matches(
      regexp_replace(translate(search, '“”„‟＂«»', '"""""""'), '[\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000、，・]', ' ', 'g'),
      '"([^"]*)"|([^\s"]+)', 'g') WITH ORDINALITY AS terms (term, place),
    words_of(coalesce(term[1], term[2])), LATERAL (SELECT term[1] IS NOT NULL AS is_phrase) AS quotes
  WHERE words_of <> '{}'
  GROUP BY words_of, is_phrase
  ORDER BY min(place)
  LIMIT 10;
END;

-- The same, with each word of a term without spaces, such as `devereaux-ito`, as a term. Words that are found by pairs stay together.
CREATE OR REPLACE FUNCTION search_terms_apart(search text) RETURNS TABLE (words text[], is_phrase boolean)
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT part, terms.is_phrase
  FROM search_terms(search) WITH ORDINALITY AS terms (words, is_phrase, place),
    LATERAL (SELECT terms.is_phrase OR EXISTS (SELECT FROM unnest(terms.words) AS word WHERE is_alone(word)) AS stays) AS kinds,
    LATERAL (
      SELECT terms.words AS part WHERE stays
      UNION ALL
      SELECT ARRAY[word] FROM unnest(terms.words) AS word WHERE NOT stays
    ) AS parts
  GROUP BY part, terms.is_phrase
  ORDER BY min(place)
  LIMIT 10;
END;

-- The condition that a field has each word of a text that spaces part. It has no order, which would make PostgreSQL split texts.
CREATE OR REPLACE FUNCTION all_in_field(field text, words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN field || replace(words, ' ', '&' || field);

-- The condition by which texts have a similar word. Two words are looked for in the first field alone, and only if each has three
-- letters: frequent words that no text has together would take the time of all their texts.
CREATE OR REPLACE FUNCTION similar_in_fields(fields text, words text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN words NOT LIKE '% %' THEN replace(fields, '|', words || '|') || words
  WHEN words ~ '^\S{3,} \S{3,}$' THEN all_in_field(left(fields, 1), words) END::tsquery;

-- Words that differ by a letter: one is missing, added or another one, or two neighbours are swapped. The letters are those of the
-- word's script. The word has 4 to 16, so there are at most 900 others in Latin, and 1,400 in Cyrillic. The word can also lack
-- spaces: then the others are two words with a space between them, or two to four initials with spaces.
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
  UNION SELECT start || letters.letter || places.letter || rest FROM places, letters
  UNION SELECT start || ' ' || letter || rest FROM places WHERE start <> '' AND letter <> ''
  UNION SELECT array_to_string(string_to_array(word, NULL), ' ') WHERE length(word) BETWEEN 2 AND 4;
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
    SELECT all_in_field(field, other) FROM unnest(others) AS other) AS alternatives;
END;

-- The conditions of each word or phrase of a search by the field that has it. A word also finds those that begin with it, if it has
-- two letters, and its similar words. Words without a space, such as `self-portrait`, also find the word `selfportrait`. If
-- `similar_of` has the key `-`, which is no word, the terms are those of search_terms_apart.
CREATE OR REPLACE FUNCTION search_conditions(search text, similar_of jsonb)
RETURNS TABLE (term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery) LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT row_number() OVER (),
    CASE WHEN NOT is_phrase AND cardinality(words) = 1 THEN words[1] END,
    words_query('t', words, ending, others),
    words_query('t', words, '', '{}'),
    words_query('c', words, ending, others),
    words_query('x', words, ending, others)
  FROM (
    SELECT * FROM search_terms(search) WHERE NOT similar_of ? '-'
    UNION ALL
    SELECT * FROM search_terms_apart(search) WHERE similar_of ? '-'
  ) AS terms, LATERAL (
    SELECT CASE WHEN is_phrase OR length(words[cardinality(words)]) < 2 THEN '' ELSE ':*' END AS ending,
      CASE
        WHEN is_phrase THEN NULL
        WHEN cardinality(words) = 1 THEN ARRAY(SELECT jsonb_array_elements_text(similar_of -> words[1]))
        WHEN array_to_string(words, '') !~ '[0-9]' AND NOT is_alone(words[1]) THEN ARRAY[left(array_to_string(words, ''), 60)]
      END AS others
  ) AS forms;
END;

-- What it takes to split a text into words, as a number of records that a search reads. More is done beyond ASCII (0019-search.sql).
CREATE OR REPLACE FUNCTION splitting(label text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(octet_length(label), 0) / CASE WHEN octet_length(label) = length(label) THEN 10 ELSE 3 END;

-- The most that a search splits to compare texts and names with its phrases. PostgreSQL takes up to half a second for them.
CREATE OR REPLACE FUNCTION most_compared() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 30000;

-- The words of a phrase, in any order. An index finds them alone: it does not have the places of words.
CREATE OR REPLACE FUNCTION in_any_order(words tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(words::text, '<->', '&')::tsquery;

-- Makes the functions of a search in a list.
--
-- `hits` is SQL of the records that have a term in one of their texts, with a weight: 4 in a title, 3 at the beginning of a word
-- there, or misspelt, 2 in another name, 1 in another text. `records` is what it takes to find it, as a number of records: the index
-- of words has an entry for each word of a long text that begins with the term.
-- `{passes}` stands for the condition of a record, which is a literal, because PostgreSQL cannot use partial indexes for parameters.
-- `{linked}` stands for the condition of a link to an artwork. Links are counted before their artworks are read, because an artwork
-- can have a hundred links to names with a term.
-- `has` is SQL of whether a public record or a name has the word `{word}` as it is.
-- `beside` is SQL of what is read besides records for some words: names that have all of them, and for a phrase also texts.
CREATE OR REPLACE FUNCTION make_search(list text, hits text, has text, beside text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $make$
DECLARE
  kind record;
BEGIN
  -- The functions of public records, and those of unpublished records with these ids.
  --
  -- The hits of a term are a statement of their own, because PostgreSQL would not read a partial index for the condition of a join: it
  -- leaves out what the condition costs without an index. The plan for the public does not depend on the term, and the other one
  -- depends on the number of ids. `enable_seqscan` is off, because statistics that are older than a load may say that no record is
  -- public. `enable_bitmapscan` is on, because an index of words allows no other scan, and some connections have it off.
  --
  -- The scan of an index compares the phrase with the texts of all unpublished records, before it looks at ids. So it looks for the
  -- words, and the phrase is compared with the texts of these ids alone, by a condition that no index has.
  FOR kind IN
    SELECT list AS name, '' AS parameter, '' AS argument, 'is_public' AS passes, 'true' AS linked, true AS counts_names,
      'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = on' AS settings, hits AS sql
    UNION ALL
    SELECT 'unpublished_' || list, ', among integer[]', ', among', format('NOT is_public AND %s.id = ANY (among)', list), 'artwork_id = ANY (among)', false,
      'SET plan_cache_mode = force_custom_plan SET enable_bitmapscan = on',
      regexp_replace(hits, '(\w+\([^()]*\)) @@ (\w+)', '\1 @@ in_any_order(\2) AND CASE WHEN \2::text LIKE ''%<->%'' THEN \1 @@ \2 ELSE true END', 'g')
  LOOP
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery%2$s)
      RETURNS TABLE (id integer, weight integer, records integer) LANGUAGE sql STABLE SET search_path FROM CURRENT %3$s
      AS %4$L $$, kind.name, kind.parameter, kind.settings, replace(replace(kind.sql, '{passes}', kind.passes), '{linked}', kind.linked));
    -- What a term costs besides the records that it finds, as a number of these. All names with its words are read, also those of
    -- no record. An index does not have the places of words, so each text with all words of a phrase is split again. What is more
    -- than a search may split is not counted: it would read all these texts for their lengths.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_beside(all_words tsquery, is_phrase boolean%2$s)
      RETURNS bigint LANGUAGE plpgsql STABLE SET search_path FROM CURRENT %3$s
      AS %4$L $$, kind.name, kind.parameter, kind.settings, format($$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN %s LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $$, replace(beside, '{passes}', kind.passes)));
    -- The conditions of a search, with what each costs besides records. A phrase beyond what a search may split, with those that
    -- cost less, counts as its words in any order: no text is split for it.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_conditions(search text, similar_of jsonb%2$s)
      RETURNS TABLE (term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
      LANGUAGE sql STABLE SET search_path FROM CURRENT
      AS %3$L $$, kind.name, kind.parameter, format($$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(%1$s_beside(in_any_order(words), is_phrase%2$s)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%%<->%%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN %3$L THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN %3$L THEN %1$s_beside(in_any_order(in_title || in_city || in_text), false%2$s) ELSE 0 END
      FROM limited WHERE is_apart$$, kind.name, kind.argument, kind.counts_names));
    -- The records with all terms. `unknown` has the words that none of them has; null stands for a phrase.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_with(search text, similar_of jsonb%2$s)
      RETURNS TABLE (ids integer[], relevances integer[], records bigint, unknown text[]) LANGUAGE sql STABLE SET search_path FROM CURRENT
      AS %3$L $$, kind.name, kind.parameter, format($$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM %1$s_conditions(search, similar_of%2$s)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL %1$s_hits(in_title, whole_in_title, in_city, in_text%2$s) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$$, kind.name, kind.argument));
  END LOOP;
  -- Those of the words that differ by a letter, that there are.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION similar_in_%1$s(word text, OUT words text[], OUT looked_up bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT
    SET enable_seqscan = off SET enable_bitmapscan = on
    AS %2$L $$, list, format($$SELECT array_agg(other) FILTER (WHERE %s), count(*) FROM similar_words(word) AS other$$, replace(has, '{word}', 'other')));
  -- What a search of the public finds. If no public record has all terms, those of search_terms_apart are searched for. If none has
  -- all of these, a misspelt letter is forgiven in words that no public record has, or in each if there are none of these, so that
  -- nothing tells of a draft. It is not forgiven in more than three words of four letters, which bounds what is looked up. Without
  -- similar words, nothing is searched for again. `records` is the number of records that it reads: a word that differs by a letter
  -- takes the time of two.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION found_%1$s(search text)
    RETURNS TABLE (ids integer[], relevances integer[], records bigint, similar_of jsonb) LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
    AS %2$L $$, list, format($$
    DECLARE
      unknown text[];
      forgiven text[];
      similar_words text[];
      looked_up bigint;
      once bigint;
    BEGIN
      similar_of := '{}';
      SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
      FROM %1$s_with(search, similar_of) AS found;
      once := records;
      IF ids = '{}' AND EXISTS (SELECT * FROM search_terms(search) EXCEPT SELECT * FROM search_terms_apart(search)) THEN
        similar_of := '{"-": true}';
        SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
        FROM %1$s_with(search, similar_of) AS found;
        once := once + records;
      END IF;
      forgiven := unknown;
      IF ids = '{}' AND unknown = '{}' THEN
        forgiven := ARRAY(SELECT word FROM search_conditions(search, similar_of) WHERE length(word) BETWEEN 2 AND 16);
      END IF;
      IF ids = '{}' AND array_position(forgiven, NULL) IS NULL AND forgiven <> '{}'
        AND (SELECT count(*) FROM unnest(forgiven) AS word WHERE length(word) > 3) <= 3 THEN
        FOR at IN 1..cardinality(forgiven) LOOP
          SELECT similar_in.words, similar_in.looked_up INTO similar_words, looked_up FROM similar_in_%1$s(forgiven[at]) AS similar_in;
          once := once + 2 * looked_up;
          EXIT WHEN similar_words IS NULL AND unknown <> '{}';
          similar_of := similar_of || jsonb_strip_nulls(jsonb_build_object(forgiven[at], similar_words));
          IF at = cardinality(forgiven) AND similar_of - '-' <> '{}' THEN
            SELECT found.ids, found.relevances, found.records INTO ids, relevances, records FROM %1$s_with(search, similar_of) AS found;
            once := once + records;
          END IF;
        END LOOP;
      END IF;
      records := once;
      RETURN NEXT;
    END $$, list));
  -- What a search finds among records with these ids, of any state: the most relevant first. It forgives what the public search
  -- forgives.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION found_among_%1$s(search text, among integer[])
    RETURNS TABLE (ids integer[], records bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT
    AS %2$L $$, list, format($$
    WITH of_public AS MATERIALIZED (
      SELECT * FROM found_%1$s(search)
    ), of_others AS MATERIALIZED (
      SELECT others.* FROM of_public, unpublished_%1$s_with(search, similar_of, among) AS others
    ), found AS (
      SELECT found.* FROM of_public, unnest(ids, relevances) AS found (id, relevance) WHERE id = ANY (among)
      UNION ALL
      SELECT found.* FROM of_others, unnest(ids, relevances) AS found (id, relevance)
    )
    SELECT ARRAY(SELECT id FROM found ORDER BY relevance DESC, id DESC), of_public.records + of_others.records
    FROM of_public, of_others$$, list));
END $make$;

SELECT make_search('artworks', $$
    SELECT artworks.id, 1 AS weight, 1 AS records FROM artworks WHERE words_of_artwork(title, medium) @@ in_text AND {passes}
    UNION ALL
    SELECT artworks.id, 3, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ in_title AND in_title::text <> whole_in_title::text AND {passes}
    UNION ALL
    SELECT artworks.id, 4, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ whole_in_title AND {passes}
    UNION ALL
    SELECT artworks.id, best, links
    FROM (
      WITH named AS MATERIALIZED (
        SELECT id, CASE WHEN word_positions('t', name) @@ whole_in_title THEN 4 ELSE 3 END AS weight
        FROM artists WHERE word_positions('t', name) @@ in_title
      )
      SELECT artwork_id, max(weight) AS best, count(*)::integer AS links
      FROM named JOIN artwork_artists ON artist_id = id WHERE {linked} GROUP BY artwork_id
    ) AS credited JOIN artworks ON artworks.id = artwork_id WHERE {passes}
    UNION ALL
    SELECT artworks.id, 2, 1
    FROM galleries JOIN artworks ON gallery_id = galleries.id
    WHERE word_positions('t', name) @@ in_title AND {passes}
    UNION ALL
    SELECT artworks.id, 2, links
    FROM (
      SELECT artwork_id, count(*)::integer AS links
      FROM tags JOIN artwork_tags ON tag_id = tags.id
      WHERE word_positions('t', name) @@ in_title AND {linked} GROUP BY artwork_id
    ) AS tagged JOIN artworks ON artworks.id = artwork_id WHERE {passes}$$, $$
    EXISTS (SELECT FROM artworks WHERE words_of_artwork(title, medium) @@ similar_in_fields('t|x', {word}) AND is_public)
    OR EXISTS (SELECT FROM artists WHERE word_positions('t', name) @@ all_in_field('t', {word})::tsquery)
    OR EXISTS (SELECT FROM galleries WHERE word_positions('t', name) @@ all_in_field('t', {word})::tsquery)
    OR EXISTS (SELECT FROM tags WHERE word_positions('t', name) @@ all_in_field('t', {word})::tsquery)$$,
  $$
    SELECT 1 + splitting(title) + splitting(medium) AS records
    FROM artworks WHERE is_phrase AND words_of_artwork(title, medium) @@ all_words AND {passes}
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM artists WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM galleries WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM tags WHERE word_positions('t', name) @@ all_words$$);

-- An event without a city is in that of its venue.
SELECT make_search('events', $$
    SELECT events.id, 1 AS weight, 1 + least(octet_length(content), 20000) / 500 AS records
    FROM events WHERE words_of_event(title, city, content) @@ in_text AND {passes}
    UNION ALL
    SELECT events.id, 3, 1 FROM events WHERE words_of_event(title, city, content) @@ in_title AND in_title::text <> whole_in_title::text AND {passes}
    UNION ALL
    SELECT events.id, 4, 1 FROM events WHERE words_of_event(title, city, content) @@ whole_in_title AND {passes}
    UNION ALL
    SELECT events.id, 2, 1 FROM events WHERE words_of_event(title, city, content) @@ in_city AND {passes}
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_title AND {passes}
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_city AND events.city = '' AND {passes}$$, $$
    EXISTS (SELECT FROM events WHERE words_of_event(title, city, content) @@ similar_in_fields('t|x|c', {word}) AND is_public)
    OR EXISTS (SELECT FROM venues WHERE words_of_venue(name, city) @@ (all_in_field('t', {word}) || '|' || all_in_field('c', {word}))::tsquery)$$,
  $$
    SELECT 1 + splitting(title) + splitting(city) + splitting(left(content, 10000)) AS records
    FROM events WHERE is_phrase AND words_of_event(title, city, content) @@ all_words AND {passes}
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) + splitting(city) ELSE 0 END
    FROM venues WHERE words_of_venue(name, city) @@ all_words$$);
