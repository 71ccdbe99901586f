-- The key by which names that differ only in invisible characters, case or accents are found. An index stores its results,
-- as a generated column does those of sort_key. The service compares what it finds (src/named-records/named-record.ts).
CREATE FUNCTION name_search_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT
RETURN sort_key(regexp_replace(name,
  '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
  '', 'g'));

CREATE INDEX tags_by_search_key ON tags (name_search_key(name));
CREATE INDEX artwork_categories_by_search_key ON artwork_categories (name_search_key(name));
CREATE INDEX event_categories_by_search_key ON event_categories (name_search_key(name));
