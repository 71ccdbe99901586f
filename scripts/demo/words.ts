// The words and phrases of which the demo catalogue is composed.

function words(text: string): readonly string[] {
  return text.split(/\s/)
}

/** The bar that ends a line belongs to the list; `\n` in a phrase belongs to the phrase. */
function phrases(text: string): readonly string[] {
  return text.split(/ \|[ \n]/)
}

export const QUALITIES = words(`Quiet Blue Red Silent Golden Broken Distant Inner Northern Southern
Hidden Burning Pale Winter Summer Electric Slow Second Last First Lost Green Violet Hollow Salted
Bright Folded Unfinished Velvet Rising Falling Little Great Paper Copper Borrowed Weathered Midnight
Morning Evening`)

export const SUBJECTS = words(`Harbour Garden River Forest Window Horizon City Meadow Mountain
Lighthouse Orchard Staircase Market Bridge Island Room Sky Dune Field Chair Table Bather Dancer
Sleeper Traveller Portrait Nude Still-Life Landscape Seascape Tide Storm Shadow Bouquet Vessel Mask
Bird Heron Horse Fox Moth Moon Sun Star Mirror Letter Song Dream Memory Labyrinth Archive Signal
Fragment Structure Rhythm Echo`)

export const TIMES = phrases(`at Dusk | at Dawn | at Noon | by Night | in October | in Winter |
after the Rain | before the Storm | in Two Parts | with Lemons | with Red Hat | for My Mother |
under Snow | in the Fog | without People`)

export const PLACES = words(`Bristol Lisbon Kraków Skagen Tanger Mallorca Oaxaca Kyoto Brooklyn
Arles Sète Łódź Zürich Århus Essaouira Valparaíso Cádiz Reykjavík Öland Brighton Detroit Trieste
Provence Bretagne Cornwall Hebrides Engadin Patagonia Saigon Dakar`)

/** Titles that are used as they are; many galleries hold a work of the same name. */
export const WHOLE_TITLES = phrases(`Untitled | Sans titre | Ohne Titel | Composition | Étude |
Self-Portrait | Nature morte aux pêches | Été à Collioure | L’Heure bleue | La Mémoire de l’eau |
Über den Dächern | Größe | Die Brücke im März | Frühlingsstück | Señora con abanico | Mañana |
El jardín de las horas | São Tomé, manhã | Città d’ombra | Perché no? | Łąka | Żółty dom |
Noc świętojańska | Ångest och ljus | Øy | Hafið bláa | Čekání | Ősz a kertben | İki kadın | Гавань |
静物 | 月と海 | What the Tide “Forgot” | Who’s Afraid of the Dark? | No. 5 / No. 22 | #000000 | 3 a.m. |
100 Metres & Back`)

export const SERIES = phrases(`Composition | Study | Untitled | Variation | Opus | Tidal Chart |
Interior | Small Monument | Nocturne | Étude`)

export const NUMERALS = words(`I II III IV V VI VII VIII IX X XI XII XIV XVI XIX XX XXIV`)

/**
 * The seeded categories with the media of their works; `weight` is how often they occur, `depth` the
 * share of works whose depth is known, `antiques` that of works from before the common era, `price` typical in any currency.
 */
export const CATEGORIES = [
  {
    name: 'Paintings',
    weight: 38,
    depth: 0.35,
    price: 2_400,
    media: phrases(`Oil on canvas | Oil on linen | Acrylic on canvas | Acrylic on wood panel |
Egg tempera on panel | Oil and wax on board | Huile sur toile | Mischtechnik auf Leinwand |
Spray paint and ink on canvas\n | Oil on canvas, framed\r\n`),
  },
  {
    name: 'Prints',
    weight: 24,
    depth: 0.01,
    price: 420,
    media: phrases(`Lithograph in colours | Screenprint on Somerset paper | Etching and aquatint |
Woodcut | Linocut, edition of 40 | Giclée print | Drypoint on Hahnemühle |
Offset lithograph, signed\n`),
  },
  {
    name: 'Works On Paper',
    weight: 16,
    depth: 0.01,
    price: 780,
    media: phrases(`Watercolour on paper | Charcoal on paper | Gouache on Arches paper |
Ink on rice paper | Pencil and wash | Pastel sur papier | Collage on card\n`),
  },
  {
    name: 'Photography',
    weight: 14,
    depth: 0.03,
    price: 950,
    media: phrases(`Gelatin silver print | Archival pigment print | C-print, Diasec mounted |
Cyanotype | Platinum-palladium print | Polaroid | Archival pigment print, edition of 7 + 2 AP\n`),
  },
  {
    name: 'Sculptures And Ceramics',
    weight: 8,
    depth: 0.9,
    antiques: 0.08,
    price: 3_100,
    media: phrases(`Bronze | Patinated bronze on slate | Glazed stoneware | Porcelain |
Carrara marble | Welded steel | Cast glass | Bois et métal | Terracotta, salt glaze\n`),
  },
]

/** Popular first: the catalogue uses the front of the list more. */
export const TAGS = words(`abstract landscape portrait seascape figurative minimalism colour-field
still-life cityscape nature expressionism geometric nude botanical monochrome surreal pop-art
street-art conceptual architecture animals birds horses night winter summer spring autumn light
shadow water forest mountains garden interior music dance sport travel childhood family memory myth
religion politics protest humour text calligraphy collage textile gold-leaf black-and-white vintage
signed framed unframed limited-edition large-format miniature diptych triptych commission
emerging-artist blue red green yellow pink`)

export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  abstract: 'Shapes and colours that stand for nothing but themselves.',
  'colour-field': 'Large, flat areas of colour.',
  diptych: 'A work in two parts.',
  triptych: 'A work in three parts.',
  'limited-edition': 'Made in a fixed number of copies.',
  seascape: 'The sea and its coasts.',
  'still-life': 'Arranged objects, flowers and food.',
}

export const RATE_SOURCE = 'European Central Bank, euro foreign exchange reference rates'

/** Currencies and units per euro on the base date. */
export const RATES = words(`AUD:1.6610 BRL:5.8740 CAD:1.6177 CHF:0.9242 CNY:7.9827 CZK:24.378
DKK:7.4727 GBP:0.87058 HKD:9.1507 HUF:366.90 IDR:20082.05 ILS:3.5787 INR:109.0470 ISK:143.20
JPY:186.75 KRW:1740.86 MXN:20.3203 MYR:4.6444 NOK:11.0980 NZD:2.0081 PHP:70.356 PLN:4.2543
RON:5.0920 SEK:10.8920 SGD:1.4912 THB:37.728 TRY:52.2478 USD:1.1684 ZAR:19.3849`).map(
  (rate) => rate.split(':') as [currency: string, unitsPerEuro: string],
)

/** Named colours that pictures are searched by, as red, green and blue. */
export const PALETTE = phrases(`Black 0 0 0 | White 255 255 255 | Dim Gray 105 105 105 |
Crimson 220 20 60 | Fire Brick 178 34 34 | Tomato 255 99 71 | Coral 255 127 80 |
Dark Orange 255 140 0 | Gold 255 215 0 | Khaki 240 230 140 | Olive 128 128 0 |
Olive Drab 107 142 35 | Forest Green 34 139 34 | Sea Green 46 139 87 | Teal 0 128 128 |
Turquoise 64 224 208 | Sky Blue 135 206 235 | Steel Blue 70 130 180 | Royal Blue 65 105 225 |
Midnight Blue 25 25 112 | Indigo 75 0 130 | Orchid 218 112 214 | Rosy Brown 188 143 143 |
Sienna 160 82 45`).map((color) => {
  const [, name = '', ...rgb] = /^(.+) (\d+) (\d+) (\d+)$/.exec(color) ?? []
  return { name, rgb: rgb.map(Number) }
})

/** Names of invented people. Any first name goes with any last name. */
export const FIRST_NAMES = words(`Aarne Abena Adaeze Adriana Agnès Aiko Aleksander Alma Amara Amélie
Anders Anouk Antonín Apolline Ariadna Arjun Astrid Aurélie Ayşe Beatriz Bela Benedikt Birgit Björn
Bogna Bruna Caio Camille Carys Cecília Céline Chiara Chidi Ciarán Clémence Cosima Dagny Dalia Damjan
Daphne Dario Deepa Dorothea Edda Efua Eilidh Eleni Elif Elin Élodie Emeka Emil Enikő Esperanza
Esther Eun-ji Fátima Felicia Fergus Fionn Florian Francesca Freya Frida Gael Galina Georgia Gergely
Gisela Greta Guadalupe Haruki Hedvig Helena Henrike Hiroshi Ibrahim Ida Ilona Imani Inès Ines Ingrid
Ioana Isidora Ivo Jacinta Jadwiga Jakub Janne Jasper Jelena Joaquín Jonna Josefine Júlia Kaito
Kamila Karin Katarzyna Kenji Kirsten Klára Kofi Kwame Laila Lars Laszlo Leila Leonie Liesbeth Linnea
Lorcan Lourdes Lucía Ludovic Luís Maarten Madeleine Magnus Maite Malika Małgorzata Mansur Marguerite
Mariam Marko Matilde Mei Mihai Milena Mireille Nadia Naoko Nasrin Niamh Nikolai Nils Noor Núria
Oksana Olivier Orla Osman Otto Paloma Pascal Petra Pia Priya Rafaela Ragnhild Ravi Rhys Rin Rosalind
Roza Ruben Sabine Salma Samir Sanne Saskia Sefa Signe Simone Siobhán Sofía Solveig Stellan Sunniva
Svetlana Tadeusz Takashi Tamsin Teodora Thandiwe Théo Tiago Tomasz Ulrike Valeria Vasilis Veronika
Viggo Wanda Wen Willem Yara Yasmin Yusuf Zanele Zofia Zsófia`)

export const LAST_NAMES = words(`Aaltola Abara Achterberg Adeyinka Ahlquist Albrechtsen Almquista
Alvorado Andrásfy Anquetin Aoyagi Arbelli Arkwood Asantemaa Ashgrove Aubertin Ayalén Bachleitner
Balasko Balfourth Bancroftley Baptistelli Barcellan Bartosiewicz Beauvallet Bellweather Benvolio
Bergqvist Bialowski Birkenfeld Blackthorne Boateng-Reid Bonaventura Borgstrøm Bouchardeau Brandvold
Brontsema Brookhurst Calloway-Finn Canterelli Carvalhosa Castelnau Cervantino Chevreuse Chidozie
Cieślak Coldwater Corvalán Crossfield Dahlgaard Dalmasso Darrowby Delacroisée Dembelé Devereaux-Ito
Dimitrakou Dragomiresco Drachenfels Duarteza Dunmorrow Eberhartinger Ekström-Vale Elderkin
Eliasdóttir Escobedo-Lutz Fagerlind Fairweather Falkenried Farkasdi Fenwickham Ferreirinha
Fiorentello Fjeldstad Fontanarosa Forsgren Fujimori-Lane Galbraithe Garganelli Gebrehiwet
Gerstenberger Ghaziani Glasswright Gonçalvino Grabowiecki Greenhalge Grimaldesi Haldorsen Hallgarth
Hamasaki Harrowgate Hasanović Hawthornden Heikkurinen Hernandorena Hidalguera Holmgaard Horvátny
Hummelstad Ibarguren Igweka Ikonomidou Ishibashi Ivanovska Jablonkay Jandoubi Jarnefeldt Jokinenmaa
Jørgensby Kaczmarska Kallistrate Kamaraju Karadeniz Kasparov-Lind Kawamori Keatingham Kiplagatu
Kirkebæk Kleinhans Kobayakawa Kowalewicz Krasniqart Kristoffersby Kurosaki Laferrière Lagerfeldt
Lambertucci Larkspur Lautensach Lefebvrier Leszczynka Lindqvist-Ora Loewenthal Lombardozzi
Lundgaarden MacAlindon Machadinho Mägisoo Malinowska-Bey Manteuffelin Marchetelli Marrowby Mbekiso
Mendelowitz Mercadante Mikkelborg Miyashiro Montclairet Moravčik Morgenstjerne Mukherjani
Müllerschön Nakagawara Narayanesh Nascimbeni Nemethy Nightingall Nordgren Nwachinemelu O’Dalaigh
Oberholtzer Oduyale Okonjira Olivarez-Pym Ongaro Osterlund Oyelaran Paasikivi Palmgreni Papadourakis
Pasqualetto Pellegrinetti Penhaligon Petrosyants Piątkowski Pinheirais Popescari Quarrington
Quintavalle Radoslavova Ravenscroftt Rehnquista Ribeirinha Rosenqvist Rousselet Ruszkowski
Saarelainen Sakuragi Saltmarsh Sandovalez Sarafyan Schattenberg Sepúlvedra Shirakawa Silberstern
Šimečková Skarsgren Sobczyński Solheimsen Stavropoulou Stendhalius Sørensby Szabolcsi Tachibana
Takahara Tanizawa Tessandori Thistlewood Thorvaldsby Tiedemannsen Tordesilla Traoréka Ukwuoma
Umberland Usmanova Valdivieski Vandermeerse Varjosaari Vásárhelyi Velasquenne Verhoevenaar
Vestergren Villanovense Vukićević Wainscott Wakabayashi Wallingfort Westerdijk Wiśniowska
Wolfensberg Wrenhaven Xenakidis Yamanouchi Yıldırımcı Zabłocka Zambranelli Zetterlund Zielonka
Zubizarren`)

export const NATIONALITIES = words(`American Argentinian Australian Austrian Belgian Brazilian
British Canadian Czech Danish Dutch Estonian Finnish French German Ghanaian Greek Hungarian Indian
Irish Italian Japanese Kenyan Korean Latvian Mexican Moroccan Nigerian Norwegian Polish Portuguese
Romanian Scottish Spanish Swedish Swiss Turkish Ukrainian`)

export const PRACTICES = phrases(`works with found paper and pigment |
paints the weather of the coast they grew up on | prints in editions of twenty or fewer |
photographs buildings shortly before they go | carves limestone and casts what falls off |
layers drawing, text and dyed cloth | is best known for large night pieces |
trained as a stonemason before turning to clay | moves between painting and photography |
studies how light enters small rooms`)

export const GALLERY_NAMES = words(`Quayside Lantern Ropewalk Halcyon Northlight Saltwater Corner
Meridian Foundry Lindenhof Kestrel Passage Atelier-Nord Vesper Courtyard Tramway Belvoir Palimpsest
Orangery Copperline Fathom Signal Weir Cobalt Marlow Larkfield Ostrava Fabrik Südseite Rive-Neuve
Estrella Terrazzo Blueprint Undercroft Harbourmaster Paperhouse Ember Silo Greyfriars Lumen`)

/** In names, `$` is where another name goes. */
export const GALLERY_KINDS = phrases(`$ Gallery | $ Editions | Galerie $ | Galleria $ | $ Fine Art |
$ Contemporary | $ Projects | The $ Rooms | $ & Daughters | Studio $`)

export const GALLERY_SUMMARIES = phrases(`Prints and paintings of the Atlantic coast. |
Young painters from the neighbourhood and far beyond it, six shows a year. |
Photography and works on paper, with a framing workshop at the back. |
Founded by two printmakers who could not find a place to show. |
Ceramics, bronze and glass in a former tram depot. | Abstraction from the sixties to this week. |
Peinture, dessin et estampe depuis trois générations. |
Zeitgenössische Kunst auf zwei Etagen.\r\nGeöffnet nach Vereinbarung.`)

export const VENUE_KINDS = phrases(`Kunsthal $ | Museum of $ | $ Exhibition Hall | $ Warehouse |
Palazzo $ | Centre d’art $ | $ Pavilion | Fundación $ | $ Art Centre | Halle $`)

/** The first category is seeded by the migrations. */
export const EVENT_CATEGORIES = [
  { slug: 'gallery-shows', name: 'Gallery Shows', description: '' },
  {
    slug: 'art-fairs',
    name: 'Art Fairs',
    description: 'Many galleries under one roof.',
    image: '/events/1.svg',
    tooltip: 'Fairs of a few days',
    editor_notes: 'Exhibitors and visitors are counted.',
    meta_description: 'Art fairs and their dates.',
    caption: 'The hall of a fair',
  },
  {
    slug: 'museum-exhibitions',
    name: 'Museum Exhibitions',
    description: 'Shows from and at public collections.',
  },
  { slug: 'open-studios', name: 'Open Studios', description: 'Artists show where they work.' },
  { slug: 'auctions', name: 'Auctions', description: '' },
]

export const SHOW_TITLES = phrases(`Northern Light | The Weight of Paper |
New Work from the Harbour | A Room of Several Windows | Salt, Smoke, Silver | Was bleibt |
Entre deux rives | Slow Pictures | Forty Small Paintings | Clay Remembers | After the Flood |
Lines of Sight | Ombre e luci | Printed Matter from Five Presses | What the Garden Knew |
Tierra adentro`)

export const FAIR_TITLES = phrases(`$ Art Week | Print Fair $ | $ Affordable Art Days | Photo $ |
Paper & Clay $ | Salon de $`)

export const EVENT_PARAGRAPHS = phrases(`\
Works made in the last two years hang beside early pieces that have not been shown before. |
The artists will be present on the opening evening; drinks are served until nine. |
A catalogue with two essays is available at the desk. |
The rooms are reached without steps. Guided tours on Saturdays at three. |
Many works are for sale, and prices are on request. |
Zur Ausstellung erscheint ein Heft mit Texten der Künstlerinnen. |
Entrée libre tous les premiers dimanches du mois.`)

export const EVENT_NOTES = phrases(`Closed on Mondays. | Children under twelve come in free. |
Please book a time slot. | Dogs are welcome in the courtyard.`)

/** Cities of galleries and venues. In `zip`, # stands for a digit and @ for a letter. */
export const CITIES = phrases(`New York, NY, US, 40.7128, -74.006, 100## |
Los Angeles, CA, US, 34.0522, -118.2437, 900## | Chicago, IL, US, 41.8781, -87.6298, 606## |
Miami, FL, US, 25.7617, -80.1918, 331## | Santa Fe, NM, US, 35.687, -105.9378, 875## |
Seattle, WA, US, 47.6062, -122.3321, 981## | San Francisco, CA, US, 37.7749, -122.4194, 941## |
Austin, TX, US, 30.2672, -97.7431, 787## | Portland, OR, US, 45.5152, -122.6784, 972## |
New Orleans, LA, US, 29.9511, -90.0715, 701## | Toronto, ON, CA, 43.6532, -79.3832, M5@ #@# |
Montréal, QC, CA, 45.5019, -73.5674, H2@ #@# | Vancouver, BC, CA, 49.2827, -123.1207, V6@ #@# |
Halifax, NS, CA, 44.6488, -63.5752, B3@ #@# | London, , GB, 51.5074, -0.1278, E# #@@ |
Bristol, , GB, 51.4545, -2.5879, BS# #@@ | Edinburgh, , GB, 55.9533, -3.1883, EH# #@@ |
Glasgow, , GB, 55.8642, -4.2518, G# #@@ | Margate, Kent, GB, 51.3813, 1.3862, CT9 #@@ |
St Ives, Cornwall, GB, 50.2084, -5.4909, TR26 #@@ | Dublin, , IE, 53.3498, -6.2603, D0# @#@# |
Berlin, , DE, 52.52, 13.405, 10### | Köln, Nordrhein-Westfalen, DE, 50.9375, 6.9603, 50### |
München, Bayern, DE, 48.1351, 11.582, 80### | Leipzig, Sachsen, DE, 51.3397, 12.3731, 04### |
Hamburg, , DE, 53.5511, 9.9937, 20### | Wien, , AT, 48.2082, 16.3738, 10#0 |
Zürich, ZH, CH, 47.3769, 8.5417, 80## | Basel, BS, CH, 47.5596, 7.5886, 40## |
Paris, , FR, 48.8566, 2.3522, 7500# | Lyon, , FR, 45.764, 4.8357, 6900# |
Paris, , FR, 48.8566, 2.3522, 7500# | Bruxelles, , BE, 50.8503, 4.3517, 10#0 |
Antwerpen, , BE, 51.2194, 4.4025, 20#0 | Amsterdam, Noord-Holland, NL, 52.3676, 4.9041, 10## @@ |
Rotterdam, Zuid-Holland, NL, 51.9244, 4.4777, 30## @@ | Aarhus, , DK, 56.1629, 10.2039, 80## |
København, , DK, 55.6761, 12.5683, 1### | Stockholm, , SE, 59.3293, 18.0686, 11# ## |
Oslo, , NO, 59.9139, 10.7522, 01## | Helsinki, , FI, 60.1699, 24.9384, 00#00 |
Milano, MI, IT, 45.4642, 9.19, 201## | Roma, RM, IT, 41.9028, 12.4964, 001## |
Venezia, VE, IT, 45.4408, 12.3155, 301## | Madrid, , ES, 40.4168, -3.7038, 280## |
Barcelona, Catalunya, ES, 41.3851, 2.1734, 080## | Lisboa, , PT, 38.7223, -9.1393, 1#00-### |
Porto, , PT, 41.1579, -8.6291, 40##-### | Kraków, , PL, 50.0647, 19.945, 31-### |
Praha, , CZ, 50.0755, 14.4378, 1#0 00 | Budapest, , HU, 47.4979, 19.0402, 10## |
Athína, , GR, 37.9838, 23.7275, 10# ## | İstanbul, , TR, 41.0082, 28.9784, 344## |
Tallinn, , EE, 59.437, 24.7536, 101## | Rīga, , LV, 56.9496, 24.1052, LV-10## |
Tokyo, , JP, 35.6762, 139.6503, 10#-00## | Kyoto, , JP, 35.0116, 135.7681, 60#-80## |
Seoul, , KR, 37.5665, 126.978, 03### | Melbourne, VIC, AU, -37.8136, 144.9631, 30## |
Cape Town, Western Cape, ZA, -33.9249, 18.4241, 80## |
São Paulo, SP, BR, -23.5505, -46.6333, 01###-### |
Ciudad de México, CDMX, MX, 19.4326, -99.1332, 06###`).map((line) => {
  const [name = '', state = '', country = '', latitude, longitude, zip = ''] = line.split(', ')
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return { name, state: state || null, country, ...point, zip }
})

export type City = (typeof CITIES)[number]

/** In a street, `#` is where the number goes. */
const ENGLISH_STREETS = phrases(`# Quay Street | # Mill Lane | # Foundry Road | # Harbour Terrace |
# Canal Street | # Orchard Row | # Ropewalk | # Station Road | # Market Square |
# Old Brewery Yard`)
const STREETS: readonly (readonly [countries: string, streets: readonly string[]])[] = [
  [
    'US CA',
    phrases(`# Mercer Avenue | # West Garden Street | # Canyon Road | # Warehouse Row |
# Magnolia Boulevard | # Elm Street, Suite # | # North Pier Drive | # Ocean Parkway`),
  ],
  [
    'DE AT CH',
    phrases(`Lindenstraße # | Am Kanal # | Spinnereistraße # | Gartenweg # |
Alte Münze # | Brückengasse #`),
  ],
  [
    'FR BE',
    phrases(`#, rue des Tanneurs | #, quai du Canal | #, passage des Ateliers |
#, rue Saint-Éloi | #, place du Marché`),
  ],
  ['NL', phrases(`Havenstraat # | Prinsenkade # | Oude Gracht # | Scheepmakersdijk #`)],
  ['DK SE NO FI', phrases(`Havnegade # | Strandgatan # | Møllevej # | Kanalgata # | Skeppsbron #`)],
  ['IT', phrases(`Via dei Pittori, # | Corso San Luca, # | Calle del Forno, # | Via Tessitori, #`)],
  ['ES PT BR MX', phrases(`Calle del Taller, # | Carrer dels Teixidors, # | Rua das Oficinas, #`)],
]

export function streetsOf(country: string): readonly string[] {
  return STREETS.find(([countries]) => countries.includes(country))?.[1] ?? ENGLISH_STREETS
}
