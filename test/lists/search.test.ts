import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeNamed } from '../support/make-named.ts'
import { sendUnvalidated } from '../support/send.ts'

/** Ten words count: in the first of these, the misspelt one is the tenth, and in the second it is the eleventh. */
const LONG = {
  artworks: [
    'pere ubu songster from the series les reincarnations du rouauld',
    'pere ubu songster from the series les reincarnations du rouault etchimg',
  ],
  events: [],
} as const

// Searches, and what a person expects of them. The titles, names and media are those of museums. test/lists/filters.test.ts
// compares other searches with the words that records show.

/** Artworks by a name in this file: title, artist, medium, and the names of the gallery and a tag of some. */
const ARTWORKS: Readonly<Record<string, readonly [string, string, string?, string?, string?]>> = {
  lilies: ['Water Lilies (Nymphéas)', 'Claude Monet', 'oil on canvas', 'Galerie Étoile', 'garden'],
  barge: ['Barge on the Oise', 'Charles-François Daubigny', 'oil on wood panel'],
  rue: ['Rue Norvins à Montmartre', 'Maurice Utrillo', 'oil on canvas', 'Galerie Étoile'],
  scream: ['The Scream', 'Edvard Munch', 'lithograph'],
  composition: ['Composition VIII', 'Wassily Kandinsky', 'oil on canvas'],
  ubu: [
    'Père Ubu, Songster, From the Series, "Les Réincarnations du Père Ubu"',
    'Georges Rouault',
    'etching and aquatint',
  ],
  solitaire: [
    "Solitaire, en cette vie d'embûches et de malices",
    'Georges Rouault',
    'etching and aquatint',
  ],
  wave: ['The Great Wave off Kanagawa', 'Katsushika Hokusai', 'color woodblock print (oban)'],
  fuji: ['富嶽三十六景', '葛飾北斎', 'woodblock print on paper'],
  kanazawa: [
    'Evening View at Kanazawa (Buyō Kanazawa hasshō yakei)',
    'Utagawa Hiroshige',
    'color woodblock print (oban, triptych)',
    'Marketplace',
    'night',
  ],
  glass: ['ガラスの町', '川瀬巴水', '木版画'],
  square: ['Чёрный квадрат', 'Казимир Малевич', 'холст, масло'],
  forest: ['Утро в сосновом лесу', 'Иван Шишкин', 'холст, масло'],
  acropolis: ['Άποψη της Ακρόπολης', 'Γιάννης Τσαρούχης', 'λάδι'],
  letters: ['حروف عربية', 'مُحَمَّد سعيد', 'حبر'],
  jerusalem: ['ירושלים', 'ראובן רובין', 'שמן על בד'],
  lotus: ['ดอกบัวสีขาว', 'สมชาย', 'สีน้ำมัน'],
  mountain: ['금강산', '정선', '수묵'],
  ballast: ['Study for ‘Loading Ballast’', 'William Roberts', 'Graphite on paper'],
  bishop: ['Bishop’s House, Elgin', 'Joseph Mallord William Turner', 'Graphite on paper'],
  huy: [
    'Huy from the West: Bird’s-Eye View',
    'Joseph Mallord William Turner',
    'Gouache, pen and ink and watercolour on paper',
  ],
  nature: ["Impressions dessinées d'après nature", 'Théo van Rysselberghe', 'color lithograph'],
  marilyn: ['Marilyn Diptych', 'Andy Warhol', 'Acrylic paint on canvas', 'Marketplace', 'portrait'],
  wall: ['Wall Drawing #1136', 'Sol LeWitt', 'Paint on wall'],
  self: ['Self-Portrait', 'Rembrandt van Rijn', 'etching'],
  apostle: ['Self-Portrait as the Apostle Paul', 'Rembrandt van Rijn', 'oil on canvas'],
  moulin: ['Moulin Rouge: La Goulue', 'Henri de Toulouse-Lautrec', 'color lithograph'],
  dream: ["The Architect's Dream", 'Thomas Cole', 'oil on canvas'],
  meadow: ['Łąka', 'Józef Chełmoński', 'pastel'],
  degrees: ['35°9,32°18', 'Richard Wentworth', 'Steel and aluminium'],
  forms: ['Three Forms', 'Barbara Hepworth', 'painted cor-ten steel'],
  beach: [
    'Sommeraften på Skagens Sønderstrand',
    'Peder Severin Krøyer',
    'olie på lærred',
    'Kunsthal Århus',
  ],
  bowl: ['Turned Bowl', 'Bertil Vallien', 'oak'],
  court: ['Cecil Court', 'R.B. Kitaj', 'screenprint'],
  iris: ['Black Iris', 'Georgia O’Keeffe', 'charcoal'],
  excavation: ['Excavation', 'Willem de Kooning', 'charcoal'],
  selfie: ['Selfportrait', 'CRW Nevinson', 'drypoint'],
  ferry: ['Ferry', 'A.H.J.Q.V. Meulen', 'linocut'],
  street: ['Fünf Frauen auf der Straße', 'Ernst Ludwig Kirchner', 'Öl auf Leinwand'],
}

/** Title, venue, city and content. A venue without a city of the event is in that of the list. */
const EVENTS: Readonly<Record<string, readonly [string, string, string, string?]>> = {
  calder: [
    'Alexander Calder',
    'Gemeentemuseum',
    'Den Haag',
    'Mobiles and stabiles, lent by the artist’s family.',
  ],
  garde: ['Women of the Avant-garde 1920-1940', 'Louisiana Museum of Modern Art', 'Humlebæk'],
  raphael: [
    'Late Raphael',
    'Museo Nacional del Prado',
    'Madrid',
    'Paintings of the last seven years.',
  ],
  dyck: ['Van Dyck in Sicily', 'Dulwich Picture Gallery', 'London'],
  fair: [
    'Art Basel',
    'Messe Basel',
    'Basel',
    'Galleries from four continents show modern works. Paris follows in autumn.',
  ],
  paris: ['FIAC', 'Grand Palais', 'Paris'],
  tokyo: ['北斎展', '東京国立博物館', '東京'],
}

const WORDS: readonly (readonly [string, string])[] = [
  ['monet', 'lilies'],
  ['Monet, Claude', 'lilies'],
  ['water lilies', 'lilies'],
  ['lilies water', 'lilies'],
  ['"water lilies"', 'lilies'],
  ['"lilies water"', ''],
  ['“water lilies”', 'lilies'],
  ['"water lilies" monet', 'lilies'],
  ['mon', 'lilies rue'],
  ['monet rue', ''],
  ['turner', 'bishop huy'],
  ['turner watercolour', 'huy'],
  ['william graphite', 'ballast bishop'],
  ['"william turner"', 'bishop huy'],
  ['etching', 'ubu solitaire self'],
  ['rembrandt etching', 'self'],
  ['self portrait', 'self apostle'],
  ['self-portrait', 'self apostle selfie'],
  // No record has them side by side.
  ['portrait-self', 'self apostle'],
  ['"portrait-self"', ''],
  ['portrait', 'self apostle marilyn'],
  ['warhol portrait', 'marilyn'],
  ['garden', 'lilies'],
  ['night', 'kanazawa'],
  ['lautrec', 'moulin'],
  ['toulouse lautrec', 'moulin'],
  ['color lithograph', 'nature moulin'],
  ['"oil on canvas" self', 'apostle'],
  ['1136', 'wall'],
  ['#1136', 'wall'],
  ['11', 'wall'],
  ['viii', 'composition'],
  ['35', 'degrees'],
  ['32°18', 'degrees'],
  ['cor-ten', 'forms'],
  ["bishop's", 'bishop'],
  ['bishops house', 'bishop'],
  ["architect's", 'dream'],
  ["d'après nature", 'nature'],
  ['apres', 'nature'],
  ['embuches', 'solitaire'],
  ['galerie etoile', 'lilies rue'],
  ['etoile utrillo', 'rue'],
  ['xylophone', ''],
  ['- & !', ''],
]

const MISSPELT: readonly (readonly [string, string])[] = [
  ['kandinski', 'composition'],
  ['kandinskyy', 'composition'],
  ['kandisnky', 'composition'],
  ['wasily', 'composition'],
  ['rembrant', 'self apostle'],
  ['rembrandd', 'self apostle'],
  ['tolouse', 'moulin'],
  ['toulouse lautrek', 'moulin'],
  ['toulouse-lautrek', 'moulin'],
  ['charles-francois daubigni', 'barge'],
  ['"toulouse-lautrek"', ''],
  ['utrilo', 'rue'],
  ['mumch', 'scream'],
  ['screem', 'scream'],
  ['hokussai', 'wave'],
  ['hiroshigi', 'kanazawa'],
  ['roualt', 'ubu solitaire'],
  ['roualt solitare', 'solitaire'],
  ['warhlo', 'marilyn'],
  ['marylin', ''],
  ['marilin', 'marilyn'],
  ['watter lillies', 'lilies'],
  ['turnr huy', 'huy'],
  ['малевитч', 'square'],
  ['шышкин', 'forest'],
  ['τσαρουχιs', ''],
  ['τσαρουχις', 'acropolis'],
  ['ירושליים', 'jerusalem'],
  ['"rembrant"', ''],
  ['oil canvas self rembrant', 'apostle'],
  // Each word is in some record.
  ['william turned', 'bishop huy'],
  ['turned monet', ''],
  ['william turned on paper', 'bishop huy'],
  ['william turned graphite paper', ''],
  ['xyz', ''],
]

/** Words that the text has apart, or together. */
const JOINED: readonly (readonly [string, string])[] = [
  ['RB Kitaj', 'court'],
  ['rbkitaj', ''],
  ['ahjq', 'ferry'],
  ['ahjqv', ''],
  // Other records have words that begin with these two letters.
  ['va meulen', 'ferry'],
  ['ferri meulem linocat hjq', 'ferry'],
  ['R. B. Kitaj', 'court'],
  ['okeeffe', 'iris'],
  ['O Keeffe iris', 'iris'],
  ["o'keeffe", 'iris'],
  ['dekooning', 'excavation'],
  ['Willem DeKooning charcoal', 'excavation'],
  ['kooningde', 'excavation'],
  // One text has both parts: a name, or the title.
  ['keeffeiris', ''],
  ['"dekooning"', ''],
  ['C.R.W. Nevinson', 'selfie'],
  ['C. R. W. Nevinson', ''],
  ['"C.R.W. Nevinson"', ''],
  ['selfportrait', 'selfie'],
  ['selfportrait rembrandt', 'self apostle'],
  // A word with digits is not written together with others.
  ['11-36', ''],
]

const SCRIPTS: readonly (readonly [string, string])[] = [
  ['nympheas', 'lilies'],
  ['NYMPHÉAS', 'lilies'],
  ['pere ubu', 'ubu'],
  ['reincarnations', 'ubu'],
  ['buyo', 'kanazawa'],
  ['hasshō', 'kanazawa'],
  ['laka', 'meadow'],
  ['chelmonski', 'meadow'],
  ['krøyer', 'beach'],
  ['kroyer sonderstrand', 'beach'],
  ['arhus', 'beach'],
  ['strasse', 'street'],
  ['STRASSE fünf', 'street'],
  ['ol leinwand', 'street'],
  ['черный квадрат', 'square'],
  ['ЧЁРНЫЙ', 'square'],
  ['малевич масло', 'square'],
  ['холст', 'square forest'],
  ['ακροπολης', 'acropolis'],
  ['ΑΠΟΨΗ', 'acropolis'],
  ['محمد', 'letters'],
  ['حروف', 'letters'],
  ['ירוש', 'jerusalem'],
  ['北斎', 'fuji'],
  ['葛飾北斎', 'fuji'],
  ['斎北', ''],
  ['三十六景 北斎', 'fuji'],
  ['ｶﾞﾗｽ', 'glass'],
  ['町 巴水', 'glass'],
  ['町　巴水', 'glass'],
  ['monet　lilies', 'lilies'],
  ['富嶽景', ''],
  ['บัว', 'lotus'],
  ['금강', 'mountain'],
]

const OF_EVENTS: readonly (readonly [string, string])[] = [
  ['calder den haag', 'calder'],
  ['avant garde', 'garde'],
  ['modern', 'garde fair'],
  ['prado paintings', 'raphael'],
  ['humlebaek', 'garde'],
  ['paris', 'paris fair'],
  ['basel art', 'fair'],
  ['"van dyck" london', 'dyck'],
  ['artists family', 'calder'],
  ['東京', 'tokyo'],
  ['北斎', 'tokyo'],
  ['rafael', ''],
  ['raphaël', 'raphael'],
  ['madird', 'raphael'],
]

const JOINED_OF_EVENTS: readonly (readonly [string, string])[] = [
  ['vandyck', 'dyck'],
  ['artbasel', 'fair'],
  ['denhaag calder', 'calder'],
  ['grandpalais', 'paris'],
  // Each of two words in a title has three letters.
  ['insicily', ''],
  ['autumnmodern', ''],
]

const test = useService()
const names = { artworks: new Map<number, string>(), events: new Map<number, string>() }

beforeAll(async () => {
  const { db } = test
  const ids = new Map<string, Promise<number>>()
  const named = (table: 'artists' | 'galleries' | 'tags', name: string): Promise<number> => {
    const id = ids.get(`${table} ${name}`) ?? makeNamed(db, table, { name }).then((row) => row.id)
    ids.set(`${table} ${name}`, id)
    return id
  }
  for (const [key, [title, artist, medium = null, gallery = 'Marketplace', tag]] of Object.entries(
    ARTWORKS,
  )) {
    const { id } = await makeArtwork(db, {
      title,
      medium,
      artists: [await named('artists', artist)],
      gallery_id: await named('galleries', gallery),
      tags: tag === undefined ? [] : [await named('tags', tag)],
    })
    names.artworks.set(id, key)
  }
  for (const [key, [title, venue, city, content = null]] of Object.entries(EVENTS)) {
    const { id: venue_id } = await makeNamed(db, 'venues', { name: venue })
    await db.updateTable('venues').set({ city }).where('id', '=', venue_id).execute()
    const isNamed = key.length % 2 === 0
    const { id } = await makeEvent(db, { title, venue_id, content, city: isNamed ? city : '' })
    names.events.set(id, key)
  }
})

async function found(
  list: 'artworks' | 'events',
  q: string,
  others: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const path = list === 'artworks' ? '/marketplace-artworks/' : '/events/'
  const query = new URLSearchParams({ q, ...others })
  const response = await test.send({ path: `${path}?${query.toString()}`, headers })
  expect(response.status, response.text).toBe(200)
  const { count, results } = response.json() as unknown as {
    readonly count: number
    readonly results: readonly { readonly id: number }[]
  }
  expect(count).toBe(results.length)
  return results.map(({ id }) => names[list].get(id) ?? String(id))
}

/** The records that a search counts. */
async function costOf(list: 'artworks' | 'events', q: string): Promise<number> {
  const { rows } = await sql<{
    records: number
  }>`SELECT records::integer FROM ${sql.table(`found_${list}`)}(${q})`.execute(test.db)
  return rows[0]?.records ?? -1
}

const sorted = (keys: readonly string[]): string[] => keys.filter((key) => key !== '').toSorted()

describe('a search', () => {
  it.each([...WORDS, ...MISSPELT, ...JOINED, ...SCRIPTS])(
    'of artworks for %s',
    async (q, expected) => {
      expect(sorted(await found('artworks', q))).toEqual(sorted(expected.split(' ')))
    },
  )

  it.each([...OF_EVENTS, ...JOINED_OF_EVENTS])('of events for %s', async (q, expected) => {
    expect(sorted(await found('events', q))).toEqual(sorted(expected.split(' ')))
  })

  it.each(['artworks', 'events'] as const)(
    'says on its page whether a letter was forgiven: %s',
    async (list) => {
      const queries = list === 'artworks' ? [...WORDS, ...MISSPELT, ...SCRIPTS] : OF_EVENTS
      const path = list === 'artworks' ? '/marketplace-artworks/' : '/events/'
      const isForgiven = async (q: string): Promise<boolean> => {
        const read = sql<{ forgiven: boolean }>`
          SELECT similar_of - '-' <> '{}' AND ids <> '{}' AS forgiven FROM ${sql.table(`found_${list}`)}(${q})`
        return (await read.execute(test.db)).rows[0]?.forgiven ?? false
      }
      const isTold = async (q: string): Promise<boolean> => {
        const query = new URLSearchParams({ q })
        const headers = { accept: 'text/html' }
        const url = `/api/v1${path}?${query.toString()}`
        const { text } = await sendUnvalidated(test.app, { url, headers })
        return text.includes('No exact match for')
      }
      // Each search is tried above: here, a fourth of them are read as pages, too.
      const tried = shareOf<readonly [string, ...unknown[]]>(queries, 0, { of: 4 })
      for (const q of [...tried.map(([each]) => each), ...LONG[list]])
        expect(await isTold(q), q).toBe(await isForgiven(q))
    },
  )

  it('gives the most relevant record first: of the title, of other names, of other texts', async () => {
    // A title that begins with it, and a whole word there; a tag; a medium.
    expect(await found('artworks', 'portrait')).toEqual(['apostle', 'self', 'marilyn'])
    expect(await found('artworks', 'paint', { ordering: '-relevance' })).toEqual(
      ['wall', 'marilyn', 'forms'].toSorted(
        (a, b) => Object.keys(ARTWORKS).indexOf(b) - Object.keys(ARTWORKS).indexOf(a),
      ),
    )
    expect(await found('events', 'paris')).toEqual(['paris', 'fair'])
    expect(await found('artworks', 'portrait', { ordering: 'title' })).toEqual([
      'marilyn',
      'self',
      'apostle',
    ])
  })

  it.each(['artworks', 'events'] as const)(
    'that is missing gives the order of a request without an ordering: %s',
    async (list) => {
      const path = list === 'artworks' ? '/marketplace-artworks/' : '/events/'
      const { results } = await test.get(path)
      expect((await test.get(`${path}?ordering=-relevance`))['results']).toEqual(results)
    },
  )

  it('forgives nothing when a record of another filter has the words', async () => {
    expect(await found('artworks', 'mon', { artist: '2147483647' })).toEqual([])
    expect(await found('artworks', 'rembrant', { medium: 'etching' })).toEqual(['self'])
    expect(await found('artworks', 'portrait', { medium: 'bronze' })).toEqual([])
  })

  it('does not tell of a draft', async () => {
    const { id } = await makeArtwork(test.db, { title: 'Rembrant', publish_status: 'draft' })
    const headers = {
      authorization: `Bearer ${(await makeApiKey(test.db, { scopes: ['admin'] })).key}`,
    }
    const drafts = { publish_status: 'draft' }
    expect(await found('artworks', 'rembrant', drafts, headers)).toEqual([String(id)])
    expect(await found('artworks', 'rembrandt', drafts, headers)).toEqual([])
    const other = await makeArtwork(test.db, { title: 'Quoll dunnart', publish_status: 'draft' })
    expect(await found('artworks', '"quoll dunnart"', drafts, headers)).toEqual([String(other.id)])
    expect(await found('artworks', '"dunnart quoll"', drafts, headers)).toEqual([])
    expect(sorted(await found('artworks', 'rembrant'))).toEqual(['apostle', 'self'])
  })

  it('has the limits of the contract', async () => {
    const words = [
      'water',
      'lilies',
      'nympheas',
      'claude',
      'monet',
      'oil',
      'on',
      'canvas',
      'galerie',
      'etoile',
    ]
    expect(await found('artworks', words.join(' '))).toEqual(['lilies'])
    expect(await found('artworks', [...words, 'xylophone'].join(' '))).toEqual(['lilies'])
    expect(await found('artworks', [...words.slice(1), 'xylophone'].join(' '))).toEqual([])
    const long = 'q'.repeat(60)
    const content = `${'a '.repeat(4_000)}${long}rs quokka ${'b '.repeat(1_000)}numbat`
    const { id } = await makeEvent(test.db, { content, title: 'Sesquicentennially Anniversary' })
    expect(await found('events', 'quokka')).toEqual([String(id)])
    expect(await found('events', 'numbat')).toEqual([])
    expect(await found('events', `${long}zz`)).toEqual([String(id)])
    expect(await found('events', `${long.slice(1)}-qzz`)).toEqual([String(id)])
    // The word of 17 letters is too long to be forgiven.
    expect(await found('events', 'sesquicentenially')).toEqual([])
    expect(await found('events', 'anniversaryy')).toEqual([String(id)])
    // One of these characters stands for six, so 200 characters are a phrase of 700 words.
    const expanded = await makeEvent(test.db, { title: '\u3316a'.repeat(100) })
    const searched = `${'\u3316a'.repeat(99)}\u3316`
    expect(await found('events', `${searched}b`)).toEqual([String(expanded.id)])
    expect(await found('events', `b${searched}`)).toEqual([])
  })

  it.each([
    ['artworks', 'title'],
    ['events', 'content'],
  ] as const)('counts the texts that it compares with a phrase: %s', async (list, field) => {
    const recordsOf = (q: string): Promise<number> => costOf(list, q)
    const text = `wombat ${'o '.repeat(120)}echidna`
    const make = list === 'artworks' ? makeArtwork : makeEvent
    for (const publish_status of ['published', 'draft'] as const)
      await make(test.db, { [field]: text, publish_status })
    expect(await recordsOf('wombat')).toBeLessThan(5)
    const compared = await recordsOf('"wombat echidna"')
    expect(compared).toBeGreaterThanOrEqual(text.length / 10 - 1)
    expect(compared).toBeLessThan(text.length / 5)
    expect(await recordsOf('"wombat quokka"')).toBe(0)
    // Each name, also one that no record has, is split. More is done beyond ASCII.
    const name = `вомбат ${'o '.repeat(120)}ехидна`
    const named =
      list === 'artworks' ? (['artists', 'galleries', 'tags'] as const) : (['venues'] as const)
    for (const kind of named) await makeNamed(test.db, kind, { name })
    await make(test.db, { [field]: name })
    const split = ((named.length + 1) * Buffer.byteLength(name)) / 3
    expect(await recordsOf('"вомбат ехидна"')).toBeGreaterThanOrEqual(split - 10)
    // A word that may go on is compared with titles and names twice: as it is, too.
    expect(await recordsOf('вомбат-ехидна')).toBeLessThan(2 * split + 50)
  })

  it.each([
    ['artworks', 'medium', 20, 990],
    ['events', 'content', 5, 4_990],
  ] as const)(
    'takes the words of a phrase in any order when too many texts have them: %s',
    async (list, field, count, pairs) => {
      const make = list === 'artworks' ? makeArtwork : makeEvent
      const title = 'Numbat bilby: the dugong manatee'
      const { id } = await make(test.db, { title })
      expect(await found(list, '"manatee dugong"')).toEqual([])
      // One of these characters stands for several words: such a text takes the most time.
      const text = `dugong manatee ${'\u3300Ж'.repeat(pairs)}`
      for (let no = 0; no < count; no++) await make(test.db, { [field]: text })
      for (const q of ['"dugong manatee"', 'dugong-manatee', '"manatee dugong"']) {
        const ids = await found(list, q, { limit: '100' })
        expect([ids[0], ids.length]).toEqual([String(id), count + 1])
        expect(await costOf(list, q)).toBeLessThan(50 * count)
      }
      // Others of the search are exact.
      expect(await found(list, '"dugong manatee" "numbat bilby"')).toEqual([String(id)])
      expect(await found(list, '"dugong manatee" "bilby numbat"')).toEqual([])
    },
  )

  it('searches once for words that no record has together, if there are none that are similar', async () => {
    for (const title of ['Gnu', 'Emu']) {
      for (let no = 0; no < 20; no += 1) await makeEvent(test.db, { title })
    }
    const [apart, together] = [
      (await costOf('events', 'gnu')) + (await costOf('events', 'emu')),
      await costOf('events', 'gnu emu'),
    ]
    expect(apart).toBeGreaterThanOrEqual(40)
    expect(together).toBeLessThan(apart + 10)
  })

  it('finds a renamed artist by the new name at once', async () => {
    const rename = (name: string) =>
      sql`UPDATE artists SET name = ${name} WHERE name LIKE 'Edvard %'`.execute(test.db)
    expect(await found('artworks', 'munch')).toEqual(['scream'])
    await rename('Edvard Storm')
    expect(await found('artworks', 'storm')).toEqual(['scream'])
    expect(await found('artworks', 'munch')).toEqual([])
    await rename('Edvard Munch')
  })
})

it('the parser of PostgreSQL finds the words of a text of ASCII, and their places', async () => {
  const some = fc.string({
    unit: fc.constantFrom(...Array.from('aB0 1e5.-+_/@:\'s"&<>|!\\()%#?=\t\nxyz')),
    maxLength: 60,
  })
  const texts = ["O'Neil's", 'http://a.b/c?d=e', 'a@b.cd', '1e5 -3.2', '', ...fc.sample(some, 2000)]
  const { rows } = await sql`
    SELECT text FROM unnest(${texts}::text[]) AS texts (text)
    WHERE word_positions('t', text) IS DISTINCT FROM (
      SELECT coalesce(string_agg('t' || word || ':' || place, ' '), '')::tsvector
      FROM unnest(words_of(text)) WITH ORDINALITY AS words (word, place))`.execute(test.db)
  expect(rows).toEqual([])
})
