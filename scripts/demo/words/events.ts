/** What events are put together from. The first category is seeded by the migrations. */
export const EVENT_CATEGORIES = [
  { slug: 'gallery-shows', name: 'Gallery Shows', description: '' },
  { slug: 'art-fairs', name: 'Art Fairs', description: 'Many galleries under one roof.' },
  {
    slug: 'museum-exhibitions',
    name: 'Museum Exhibitions',
    description: 'Shows from and at public collections.',
  },
  { slug: 'open-studios', name: 'Open Studios', description: 'Artists show where they work.' },
  { slug: 'auctions', name: 'Auctions', description: '' },
] as const

export const SHOW_TITLES: readonly string[] = [
  'Northern Light',
  'The Weight of Paper',
  'New Work from the Harbour',
  'A Room of Several Windows',
  'Salt, Smoke, Silver',
  'Was bleibt',
  'Entre deux rives',
  'Slow Pictures',
  'Forty Small Paintings',
  'Clay Remembers',
  'After the Flood',
  'Lines of Sight',
  'Ombre e luci',
  'Printed Matter from Five Presses',
  'What the Garden Knew',
  'Tierra adentro',
]

export const FAIR_TITLES: readonly string[] = [
  '$ Art Week',
  'Print Fair $',
  '$ Affordable Art Days',
  'Photo $',
  'Paper & Clay $',
  'Salon de $',
]

export const EVENT_PARAGRAPHS: readonly string[] = [
  'Works made in the last two years hang beside early pieces that have not been shown before.',
  'The artists will be present on the opening evening; drinks are served until nine.',
  'A catalogue with two essays is available at the desk.',
  'The rooms are reached without steps. Guided tours on Saturdays at three.',
  'Many works are for sale, and prices are on request.',
  'Zur Ausstellung erscheint ein Heft mit Texten der Künstlerinnen.',
  'Entrée libre tous les premiers dimanches du mois.',
]

export const EVENT_NOTES: readonly string[] = [
  'Closed on Mondays.',
  'Children under twelve come in free.',
  'Please book a time slot.',
  'Dogs are welcome in the courtyard.',
]
