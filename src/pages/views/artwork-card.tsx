import { Fragment, type VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { Isolated, IsolatedList, titleText } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'
import { collectionPath } from '../site.ts'
import {
  alternativeText,
  artistNames,
  mainColor,
  yearText,
  priceText,
  sizeText,
} from './artwork-facts.tsx'

type Artwork = components['schemas']['Artwork']

interface ArtworkCardProps {
  readonly artwork: Artwork
  readonly viewed: Pick<ViewProps<object>, 'site' | 'pictures'>
  /** One level below the heading above the card. */
  readonly level?: 'h2' | 'h3'
}

/** The label of a picture: artist, title and year, size, price. */
export function ArtworkCard({ artwork, viewed, level = 'h2' }: ArtworkCardProps): VNode {
  const { site, pictures } = viewed
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
      <a href={`${collectionPath(site, 'marketplace-artworks')}${artwork.id}/`}>
        <Isolated>{titleText(artwork.title)}</Isolated>
      </a>
      {year && <span class="year">, {year}</span>}
    </>
  )
  return (
    <Card heading={heading} level={level} picture={picture}>
      {size && <p class="size">{size}</p>}
      <p class="price">
        {priceText(artwork)}
        <SaleMarks artwork={artwork} />
      </p>
    </Card>
  )
}

/** Availability and other short notes for a buyer. */
function SaleMarks({ artwork }: { readonly artwork: Artwork }): VNode {
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
