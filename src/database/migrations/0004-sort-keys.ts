import { sql, type Kysely } from 'kysely'

/**
 * What names and titles are ordered and searched by: case and accents folded. The database makes
 * the keys itself, so that no writer can forget one or make it otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SORT_KEY).execute(db)
  await sql.raw(TITLES).execute(db)
  for (const table of NAMED) await sql.raw(nameSortKey(table)).execute(db)
}

const NAMED = ['venues', 'artists', 'galleries', 'tags', 'artwork_categories', 'event_categories']

/** Capitals that NFKD leaves whole (Unicode 17), in pieces, each with its small letters. */
const CAPITALS: readonly (readonly [string, string])[] = [
  [
    'ÆÞŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢ',
    'æþŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣ',
  ],
  [
    'ȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶ',
    'ȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷ',
  ],
  [
    'ꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞ',
    'ꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟ',
  ],
  ['ꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ', 'ꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ'],
  ['ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿ', 'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽ'],
  [
    'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨ',
    'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩ',
  ],
  [
    'ѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍ',
    'ѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎ',
  ],
  [
    'ӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮᲉꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖ',
    'ӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯᲊꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗ',
  ],
  ['ꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚ', 'ꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛ'],
  ['ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'],
]

/** Letters that NFKD leaves whole, as a reader of Latin or Greek script would look them up. */
const FOLDED = ['ØøĐđÐðĦħıŁłς', 'ooddddhhillσ'] as const
const SPELLED_OUT = { æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' }

/** The two lists of `translate`. */
const [FROM, TO] = [0, 1].map((side) => [...CAPITALS, FOLDED].map((lists) => lists[side]).join(''))

/** The blocks of combining diacritical marks. */
const MARKS = String.raw`[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+`
/** White space, where NFKD has not made it a plain space. */
const SPACE = String.raw`E' \t\n\x0B\f\r\u1680\u2028\u2029\uFEFF'`

/**
 * Needs no extension, no ICU and no locale: `COLLATE "C"` makes `lower` change ASCII only, in every
 * database alike. Index entries of PostgreSQL end at about 2,700 bytes, so a key ends at 2,000.
 */
const SORT_KEY = `
  CREATE FUNCTION sort_key(label text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    key text COLLATE "C" := left(label, 2000);
  BEGIN
    -- Most texts are ASCII, and most others are as soon as their accents have gone.
    IF octet_length(key) > length(key) THEN
      key := regexp_replace(normalize(key, NFKD), '${MARKS}', '', 'g');
      IF octet_length(key) > length(key) THEN
        key := translate(key, '${FROM}', '${TO}');
        key := ${spelledOut('key')};
      END IF;
    END IF;
    key := btrim(lower(key), ${SPACE});
    -- No character has more than four bytes.
    IF octet_length(key) > 2000 THEN
      key := rtrim(left(key, 500), ${SPACE});
    END IF;
    RETURN key;
  END $$;
`

function spelledOut(text: string): string {
  return Object.entries(SPELLED_OUT).reduce(
    (inner, [letter, letters]) => `replace(${inner}, '${letter}', '${letters}')`,
    text,
  )
}

/** The writers' column makes way for the database's own; its index goes with it. */
const TITLES = `
  ALTER TABLE artworks DROP COLUMN title_sort_key;
  ALTER TABLE artworks ADD COLUMN title_sort_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (sort_key(title)) STORED;
  CREATE INDEX artworks_by_title ON artworks (title_sort_key, id)
    WHERE publish_status = 'published' AND is_active;
`

function nameSortKey(table: string): string {
  return `
    ALTER TABLE ${table} ADD COLUMN name_sort_key text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (sort_key(name)) STORED;
    CREATE INDEX ${table}_by_name ON ${table} (name_sort_key, id);
  `
}
