import { Fragment, type VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { Card } from '../browse/card.tsx'
import { Isolated, IsolatedList } from '../browse/isolated.tsx'
import { ListView } from '../browse/list-page.tsx'
import { titleText } from '../browse/title-text.ts'
import type { PictureOrigins, ViewProps } from '../browse/view.ts'
import { ARTWORK_ORDERINGS } from './artwork-orderings.ts'
import { alternativeText, artistNames, mainColor, yearText } from './artwork-text.ts'
import { priceText } from './price-text.ts'
import { sizeText } from './size-text.ts'

type Schemas = components['schemas']

/** Artworks as they hang beside each other. */
export function ArtworkListView(viewed: ViewProps<Schemas['ArtworkPage']>): VNode {
  const { body, url, pictures } = viewed
  return (
    <ListView viewed={viewed} title="Artworks" orderings={ARTWORK_ORDERINGS}>
      <ul class="grid">
        {body.results.map((artwork) => (
          <ArtworkCard
            key={artwork.id}
            artwork={artwork}
            href={`${url.pathname}${artwork.id}/`}
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
  readonly pictures: PictureOrigins
}

/** As the label beside a picture in an exhibition: artist, title and year, size, price. */
function ArtworkCard({ artwork, href, pictures }: ArtworkCardProps): VNode {
  const size = sizeText(artwork)
  const year = yearText(artwork.year_of_creation)
  const picture = {
    src: artwork.featured_image.image.thumbnail_webp,
    alt: alternativeText(artwork),
    origins: pictures,
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

/** What else matters to a buyer, in a word. */
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
