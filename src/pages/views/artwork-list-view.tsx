import { Fragment, type VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { Isolated, IsolatedList, titleText } from '../components/text.tsx'
import { ListView } from '../components/list-view.tsx'
import type { Pictures } from '../pictures.ts'
import { collectionPath } from '../site.ts'
import type { ViewProps } from '../components/view.ts'
import {
  alternativeText,
  artistNames,
  mainColor,
  yearText,
  priceText,
  sizeText,
} from './artwork-facts.tsx'

/** The names of the orderings. */
export const ARTWORK_ORDERINGS: Readonly<Record<components['schemas']['ArtworkOrdering'], string>> =
  {
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
  const { body, site, pictures } = viewed
  return (
    <ListView viewed={viewed} title="Artworks" orderings={ARTWORK_ORDERINGS}>
      <ul class="grid">
        {body.results.map((artwork) => (
          <ArtworkCard
            key={artwork.id}
            artwork={artwork}
            href={`${collectionPath(site, 'marketplace-artworks')}${artwork.id}/`}
            pictures={pictures}
          />
        ))}
      </ul>
    </ListView>
  )
}

interface ArtworkCardProps {
  readonly artwork: Schemas['Artwork']
  readonly href: string
  readonly pictures: Pictures
}

/** The label of a picture: artist, title and year, size, price. */
function ArtworkCard({ artwork, href, pictures }: ArtworkCardProps): VNode {
  const size = sizeText(artwork)
  const year = yearText(artwork.year_of_creation)
  const picture = {
    src: artwork.featured_image.image.thumbnail_webp,
    alt: alternativeText(artwork),
    pictures,
    tint: mainColor(artwork),
  }
  const heading = (
    <>
      <span class="artist">
        <IsolatedList texts={artistNames(artwork)} />
      </span>{' '}
      <a href={href}>
        <Isolated>{titleText(artwork.title)}</Isolated>
      </a>
      {year && <span class="year">, {year}</span>}
    </>
  )
  return (
    <Card heading={heading} picture={picture}>
      {size && <p class="size">{size}</p>}
      <p class="price">
        {priceText(artwork)}
        <SaleMarks artwork={artwork} />
      </p>
    </Card>
  )
}

/** Availability and other short notes for a buyer. */
function SaleMarks({ artwork }: { readonly artwork: Schemas['Artwork'] }): VNode {
  const { available_for_sale: state, allow_instant_buy, allow_discounted_offers } = artwork
  const isAvailable = state === 'available'
  const marks = [
    ...(isAvailable ? [] : [state]),
    ...(isAvailable && allow_instant_buy ? ['buy now'] : []),
    ...(isAvailable && allow_discounted_offers ? ['open to offers'] : []),
  ]
  return (
    <>
      {marks.map((mark) => (
        <Fragment key={mark}>
          {' '}
          <span class="mark">{mark}</span>
        </Fragment>
      ))}
    </>
  )
}
