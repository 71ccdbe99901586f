import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { ListView } from '../components/list-view.tsx'
import type { ViewProps } from '../components/view.ts'
import { ArtworkCard } from './artwork-card.tsx'

/** The names of the orderings. */
const ARTWORK_ORDERINGS: Readonly<Record<components['schemas']['ArtworkOrdering'], string>> = {
  order_date: 'Oldest first',
  '-order_date': 'Newest first',
  created_at: 'Added, oldest first',
  '-created_at': 'Added, newest first',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  price: 'Price in its currency, lowest first',
  '-price': 'Price in its currency, highest first',
  price_usd: 'Price in US dollars, lowest first',
  '-price_usd': 'Price in US dollars, highest first',
  views_count: 'Views, fewest first',
  '-views_count': 'Views, most first',
  published_at: 'Published, oldest first',
  '-published_at': 'Published, newest first',
  updated_at: 'Changed, oldest first',
  '-updated_at': 'Changed, newest first',
  '-relevance': 'Most relevant first',
}

type Schemas = components['schemas']

/** The view of a list of artworks, as a wall of pictures. */
export function ArtworkListView(viewed: ViewProps<Schemas['ArtworkPage']>): VNode {
  return (
    <ListView viewed={viewed} title="Artworks" orderings={ARTWORK_ORDERINGS}>
      <ul class="grid">
        {viewed.body.results.map((artwork) => (
          <ArtworkCard key={artwork.id} artwork={artwork} viewed={viewed} />
        ))}
      </ul>
    </ListView>
  )
}
