-- The catalogue in third normal form: domains, sort keys, the triggers that record changes, and the tables that
-- artworks and events refer to. Artworks are in 7-artworks.sql, events in 8-events.sql. Constraints repeat the
-- rules of the contract, so that the database rejects a row for which no valid response exists.
--
-- The indexes, trigger functions and triggers of a table follow the table. A PL/pgSQL function may call functions
-- that a later file creates: PostgreSQL resolves their names when the function runs.

-- Domains

-- Timestamps that the contract can express: four-digit years, microseconds, never infinite.
CREATE DOMAIN instant AS timestamptz(6)
  CHECK (VALUE >= '1000-01-01T00:00:00Z' AND VALUE < '10000-01-01T00:00:00Z');
CREATE DOMAIN slug AS text CHECK (VALUE ~ '^[A-Za-z0-9_-]+$' AND length(VALUE) <= 200);
CREATE DOMAIN web_url AS text CHECK (VALUE ~ '^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*)?$' AND length(VALUE) <= 2000);

-- The address of a picture: an absolute URL, or a path below the URL of the media host.
CREATE DOMAIN media_url AS text
  CHECK ((VALUE ~ '^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*)?$' OR VALUE ~ '^/[A-Za-z0-9._~-][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*$') AND length(VALUE) <= 2000);

CREATE DOMAIN currency_code AS text CHECK (VALUE ~ '^[A-Z]{3}$');
CREATE DOMAIN country_code AS text CHECK (VALUE ~ '^[A-Z]{2}$');
CREATE DOMAIN amount AS numeric(14, 2) CHECK (VALUE >= 0 AND VALUE <> 'NaN');
CREATE DOMAIN measure AS double precision CHECK (VALUE > 0 AND VALUE <= 1e6);
CREATE DOMAIN latitude AS numeric(8, 6) CHECK (VALUE BETWEEN -90 AND 90);
CREATE DOMAIN longitude AS numeric(9, 6) CHECK (VALUE BETWEEN -180 AND 180);
-- The id that a partner uses for a record.
CREATE DOMAIN external_id AS text CHECK (length(VALUE) BETWEEN 1 AND 255);
CREATE DOMAIN publish_status AS text CHECK (VALUE IN ('draft', 'published', 'archived'));

-- The key by which names and titles are sorted and searched, with case and accents folded. Generated columns store
-- it, so that no writer can omit it or compute it differently. It needs no extension, no ICU and no locale: with
-- COLLATE "C", `lower` changes only ASCII in every database. `translate` maps the capitals that NFKD leaves
-- unchanged (Unicode 17) to their small letters, and some letters to those by which readers of Latin or Greek script
-- sort them. An index entry of PostgreSQL has at most about 2,700 bytes, so a key has at most 2,000.
CREATE FUNCTION sort_key(label text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
  key text COLLATE "C" := left(label, 2000);
BEGIN
  -- Most texts are ASCII, and most others become ASCII without their accents.
  IF octet_length(key) > length(key) THEN
    key := regexp_replace(normalize(key, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '', 'g');
    IF octet_length(key) > length(key) THEN
      key := translate(key, 'ÆÞŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮᲉꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖØøĐđÐðĦħıŁłς', 'æþŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯᲊꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆooddddhhillσ');
      key := replace(replace(replace(replace(key, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
    END IF;
  END IF;
  key := btrim(lower(key), E' \t\n\x0B\f\r\u1680\u2028\u2029\uFEFF');
  -- No character has more than four bytes.
  IF octet_length(key) > 2000 THEN
    key := rtrim(left(key, 500), E' \t\n\x0B\f\r\u1680\u2028\u2029\uFEFF');
  END IF;
  RETURN key;
END $$;

-- Enforces the state transitions of events and artworks (the contract has the table): no record becomes a draft
-- again, and `published_at` stays the time of the first publication.
CREATE FUNCTION keep_publish_status() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.publish_status <> OLD.publish_status
      AND (OLD.publish_status || ' ' || NEW.publish_status) NOT IN
        ('draft published', 'published archived', 'archived published') THEN
      RAISE EXCEPTION 'A record that is % cannot become %', OLD.publish_status, NEW.publish_status
        USING ERRCODE = 'check_violation', CONSTRAINT = 'publish_status_transition';
    END IF;
    NEW.published_at := coalesce(OLD.published_at, NEW.published_at);
  END IF;
  IF NEW.publish_status = 'draft' THEN
    NEW.published_at := NULL;
  ELSIF NEW.published_at IS NULL THEN
    NEW.published_at := now();
  END IF;
  RETURN NEW;
END $$;

-- Makes `updated_at` different in each version of a record, because the service compares If-Match with it.
CREATE FUNCTION move_updated_at() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.updated_at <= OLD.updated_at THEN
    NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 microsecond');
  END IF;
  RETURN NEW;
END $$;

-- Change recording
--
-- Each table has statement-level triggers, one for each event or group of events. They use transition tables
-- (`old_rows`, `new_rows`) where they need them. A trigger records the change (4-change-log.sql), converts prices
-- (3-prices.sql), counts rows into segments (5-offset-index.sql) and removes prepared documents (6-documents.sql).
--
-- A transaction that changes a row also records, as changed, the records that embed the row, as far as its snapshot
-- shows them. It does not see a reference that a concurrent transaction adds, and the concurrent transaction does not
-- see the change. So a trigger locks each newly referenced row (FOR SHARE): the later of the two transactions waits,
-- and then sees both. For documents, the refresh holds these locks instead (6-documents.sql). A row that the same
-- transaction has written (`xmin`) is locked already or invisible to others, and needs no lock.

-- Records changed rows of a kind that processes cache by id. A DELETE records no ids: foreign keys allow it only
-- when no record refers to the row, and an insert that uses the id again is recorded.
CREATE FUNCTION record_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    IF EXISTS (SELECT FROM new_rows) THEN
      PERFORM record_change(TG_ARGV[0], ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    END IF;
  ELSE
    PERFORM record_change(TG_ARGV[0], CASE TG_OP WHEN 'DELETE' THEN '{}'::text[] END);
  END IF;
  RETURN NULL;
END $$;

-- Records that any row of a kind may have changed: for small tables, or where each change affects all rows.
CREATE FUNCTION record_all() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change(TG_ARGV[0], NULL);
  RETURN NULL;
END $$;

-- users

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- A public handle, never an email address or a name.
  username text NOT NULL UNIQUE CHECK (username ~ '^[A-Za-z0-9._-]+$'),
  slug slug NOT NULL UNIQUE,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  display_name text,
  display_name_full text NOT NULL DEFAULT '',
  email text NOT NULL,
  telephone text
);

CREATE FUNCTION users_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('user', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');
CREATE TRIGGER after_update AFTER UPDATE ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION users_updated();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');

-- images: galleries and artists embed them, so only an update changes a response.

CREATE TABLE images (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  created_at instant NOT NULL DEFAULT now(),
  updated_at instant NOT NULL DEFAULT now(),
  is_converted_to_webp boolean NOT NULL DEFAULT false,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid REFERENCES users ON DELETE SET NULL,
  image media_url NOT NULL
);

CREATE FUNCTION images_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    PERFORM record_change('artist', ARRAY(
      SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION images_updated();

-- galleries

CREATE TABLE galleries (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  name text NOT NULL,
  name_sort_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (sort_key(name)) STORED,
  slug slug NOT NULL UNIQUE,
  city text,
  summary text NOT NULL DEFAULT '',
  featured_image_id integer REFERENCES images,
  owner_id uuid NOT NULL REFERENCES users,
  phone_number text,
  address text,
  registered_since instant NOT NULL DEFAULT now(),
  -- Not in responses: the version in the ETag of the record.
  updated_at instant NOT NULL DEFAULT now()
);
CREATE INDEX galleries_by_name ON galleries (name_sort_key, id);
CREATE INDEX galleries_of_owner ON galleries (owner_id);

CREATE TRIGGER move_updated_at BEFORE UPDATE ON galleries
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE FUNCTION galleries_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE TRIGGER after_update AFTER UPDATE ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON galleries
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('gallery');

-- The members of a gallery in addition to its owner, who is always one. Members may publish and change its artworks.
CREATE TABLE gallery_members (
  gallery_id integer NOT NULL REFERENCES galleries ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (gallery_id, user_id)
);
CREATE INDEX gallery_members_by_user ON gallery_members (user_id);

-- artists

CREATE TABLE artists (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  name text NOT NULL,
  name_sort_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (sort_key(name)) STORED,
  slug slug NOT NULL UNIQUE,
  summary text,
  featured_image_id integer REFERENCES images,
  -- Not in responses: the version in the ETag of the record.
  updated_at instant NOT NULL DEFAULT now()
);
CREATE INDEX artists_by_name ON artists (name_sort_key, id);

CREATE TRIGGER move_updated_at BEFORE UPDATE ON artists
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE FUNCTION artists_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE TRIGGER after_update AFTER UPDATE ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON artists
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('artist');

-- The origin of imported rows, as in the other `*_sources` tables. `external_id` is the id that the publisher uses.
-- `fingerprint` is a hash of the imported data: an import skips a row whose hash is the same.
CREATE TABLE artist_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  artist_id integer NOT NULL UNIQUE REFERENCES artists ON DELETE CASCADE,
  fingerprint text NOT NULL,
  PRIMARY KEY (source, external_id)
);

-- tags

CREATE TABLE tags (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  created_at instant NOT NULL DEFAULT now(),
  updated_at instant NOT NULL DEFAULT now(),
  name text NOT NULL UNIQUE,
  name_sort_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (sort_key(name)) STORED,
  description text NOT NULL DEFAULT ''
);
CREATE INDEX tags_by_name ON tags (name_sort_key, id);

CREATE TRIGGER move_updated_at BEFORE UPDATE ON tags
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER after_insert AFTER INSERT ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE TRIGGER after_update AFTER UPDATE ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON tags
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');

-- venue_images: only an update changes a response.

CREATE TABLE venue_images (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  created_at instant NOT NULL DEFAULT now(),
  updated_at instant NOT NULL DEFAULT now(),
  is_converted_to_webp boolean NOT NULL DEFAULT false,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid REFERENCES users ON DELETE SET NULL,
  crop_medium_webp media_url NOT NULL,
  crop_medium media_url NOT NULL,
  crop_small media_url NOT NULL,
  full_size media_url NOT NULL,
  crop_small_webp media_url NOT NULL,
  crop_big media_url NOT NULL,
  crop_big_webp media_url NOT NULL,
  full_size_webp media_url NOT NULL
);

CREATE FUNCTION venue_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('venue', ARRAY(
      SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON venue_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venue_images_updated();

-- venues

CREATE TABLE venues (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id >= 1),
  name text NOT NULL,
  name_sort_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (sort_key(name)) STORED,
  slug slug NOT NULL UNIQUE,
  city text NOT NULL DEFAULT '',
  country_code country_code,
  latitude latitude,
  longitude longitude,
  featured_image_id integer REFERENCES venue_images,
  response_time text,
  gallery_id integer REFERENCES galleries,
  -- Not in responses: the version in the ETag of the record.
  updated_at instant NOT NULL DEFAULT now(),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT venues_text_lengths CHECK (length(name) <= 1000 AND length(city) <= 1000)
);
CREATE INDEX venues_by_name ON venues (name_sort_key, id);

-- The venues whose `artworks_for_sale_count` depends on a gallery.
CREATE INDEX venues_of_gallery ON venues (gallery_id);

CREATE TRIGGER move_updated_at BEFORE UPDATE ON venues
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

-- A venue shows the number of artworks that its gallery has for sale. Transactions that change this number do not
-- wait for each other. A transaction that assigns a venue to a gallery waits for them: this trigger locks the gallery
-- before the foreign key takes its weaker lock.
CREATE FUNCTION lock_gallery_of_venue() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM galleries WHERE id = NEW.gallery_id AND xmin <> pg_current_xact_id()::xid FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER before_gallery BEFORE INSERT OR UPDATE OF gallery_id ON venues FOR EACH ROW
  WHEN (NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION lock_gallery_of_venue();

CREATE FUNCTION venues_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON venues REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE TRIGGER after_update AFTER UPDATE ON venues REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON venues
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('venue');

CREATE TABLE venue_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  venue_id integer NOT NULL UNIQUE REFERENCES venues ON DELETE CASCADE,
  fingerprint text NOT NULL,
  PRIMARY KEY (source, external_id)
);
