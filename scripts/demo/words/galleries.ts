/** What names and descriptions of galleries and venues are put together from. */
export const GALLERY_NAMES: readonly string[] =
  `Quayside Lantern Ropewalk Halcyon Northlight Saltwater Corner Meridian Foundry Lindenhof Kestrel
Passage Atelier-Nord Vesper Courtyard Tramway Belvoir Palimpsest Orangery Copperline Fathom Signal
Weir Cobalt Marlow Larkfield Ostrava Fabrik Südseite Rive-Neuve Estrella Terrazzo Blueprint Undercroft
Harbourmaster Paperhouse Ember Silo Greyfriars Lumen`.split(/\s+/)

export const GALLERY_KINDS: readonly string[] = [
  '$ Gallery',
  '$ Editions',
  'Galerie $',
  'Galleria $',
  '$ Fine Art',
  '$ Contemporary',
  '$ Projects',
  'The $ Rooms',
  '$ & Daughters',
  'Studio $',
]

export const GALLERY_SUMMARIES: readonly string[] = [
  'Prints and paintings of the Atlantic coast.',
  'Young painters from the neighbourhood and far beyond it, six shows a year.',
  'Photography and works on paper, with a framing workshop at the back.',
  'Founded by two printmakers who could not find a place to show.',
  'Ceramics, bronze and glass in a former tram depot.',
  'Abstraction from the sixties to this week.',
  'Peinture, dessin et estampe depuis trois générations.',
  'Zeitgenössische Kunst auf zwei Etagen.\r\nGeöffnet nach Vereinbarung.',
]

export const VENUE_KINDS: readonly string[] = [
  'Kunsthal $',
  'Museum of $',
  '$ Exhibition Hall',
  '$ Warehouse',
  'Palazzo $',
  'Centre d’art $',
  '$ Pavilion',
  'Fundación $',
  '$ Art Centre',
  'Halle $',
]
