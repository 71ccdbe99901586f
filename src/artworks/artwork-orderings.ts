import type { components } from '../../generated/v1.ts'

/** What the orderings of artworks are called. */
export const ARTWORK_ORDERINGS: Readonly<Record<components['schemas']['ArtworkOrdering'], string>> =
  {
    order_date: 'Order date, oldest first',
    '-order_date': 'Order date, newest first',
    created_at: 'Entered, oldest first',
    '-created_at': 'Entered, newest first',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    price: 'Price as given, lowest first',
    '-price': 'Price as given, highest first',
    price_usd: 'Price in US dollars, lowest first',
    '-price_usd': 'Price in US dollars, highest first',
    views_count: 'Views, fewest first',
    '-views_count': 'Views, most first',
    published_at: 'Published, oldest first',
    '-published_at': 'Published, newest first',
  }
