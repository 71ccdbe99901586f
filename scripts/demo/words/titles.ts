/** What titles of artworks are put together from. */
export const QUALITIES: readonly string[] =
  `Quiet Blue Red Silent Golden Broken Distant Inner Northern Southern Hidden Burning Pale Winter Summer
Electric Slow Second Last First Lost Green Violet Hollow Salted Bright Folded Unfinished Velvet Rising
Falling Little Great Paper Copper Borrowed Weathered Midnight Morning Evening`.split(/\s+/)

export const SUBJECTS: readonly string[] =
  `Harbour Garden River Forest Window Horizon City Meadow Mountain Lighthouse Orchard Staircase Market
Bridge Island Room Sky Dune Field Chair Table Bather Dancer Sleeper Traveller Portrait Nude Still-Life
Landscape Seascape Tide Storm Shadow Bouquet Vessel Mask Bird Heron Horse Fox Moth Moon Sun Star
Mirror Letter Song Dream Memory Labyrinth Archive Signal Fragment Structure Rhythm Echo`.split(
    /\s+/,
  )

export const TIMES: readonly string[] = [
  'at Dusk',
  'at Dawn',
  'at Noon',
  'by Night',
  'in October',
  'in Winter',
  'after the Rain',
  'before the Storm',
  'in Two Parts',
  'with Lemons',
  'with Red Hat',
  'for My Mother',
  'under Snow',
  'in the Fog',
  'without People',
]

export const PLACES: readonly string[] =
  `Bristol Lisbon Kraków Skagen Tanger Mallorca Oaxaca Kyoto Brooklyn Arles Sète Łódź Zürich Århus Essaouira
Valparaíso Cádiz Reykjavík Öland Brighton Detroit Trieste Provence Bretagne Cornwall Hebrides Engadin
Patagonia Saigon Dakar`.split(/\s+/)

/** Titles that are used as they are; many galleries hold a work of the same name. */
export const WHOLE_TITLES: readonly string[] = [
  'Untitled',
  'Sans titre',
  'Ohne Titel',
  'Composition',
  'Étude',
  'Self-Portrait',
  'Nature morte aux pêches',
  'Été à Collioure',
  'L’Heure bleue',
  'La Mémoire de l’eau',
  'Über den Dächern',
  'Größe',
  'Die Brücke im März',
  'Frühlingsstück',
  'Señora con abanico',
  'Mañana',
  'El jardín de las horas',
  'São Tomé, manhã',
  'Città d’ombra',
  'Perché no?',
  'Łąka',
  'Żółty dom',
  'Noc świętojańska',
  'Ångest och ljus',
  'Øy',
  'Hafið bláa',
  'Čekání',
  'Ősz a kertben',
  'İki kadın',
  'Гавань',
  '静物',
  '月と海',
  'What the Tide “Forgot”',
  'Who’s Afraid of the Dark?',
  'No. 5 / No. 22',
  '#000000',
  '3 a.m.',
  '100 Metres & Back',
]

export const SERIES: readonly string[] = [
  'Composition',
  'Study',
  'Untitled',
  'Variation',
  'Opus',
  'Tidal Chart',
  'Interior',
  'Small Monument',
  'Nocturne',
  'Étude',
]

export const NUMERALS: readonly string[] =
  `I II III IV V VI VII VIII IX X XI XII XIV XVI XIX XX XXIV`.split(' ')
