import { Fragment, type VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Facts } from '../components/facts.tsx'
import { Isolated, IsolatedList, RecordLink, titleText } from '../components/text.tsx'
import { monthText, numberFormat, roundedMoneyText } from '../components/formatting.tsx'
import { RecordPicture } from '../components/card.tsx'
import type { Preview } from '../layout.tsx'
import { schemaOrgArtwork } from '../../artworks/schema-org-artwork.ts'
import { RecordView } from '../components/record-view.tsx'
import type { ViewProps } from '../components/view.ts'
import { previewPicture } from './default-record-view.tsx'
import type { Site } from '../site.ts'
import {
  offerFacts,
  placeFacts,
  recordFacts,
  workFacts,
  alternativeText,
  artistNames,
  mainColor,
  yearText,
  priceText,
  sizeText,
} from './artwork-facts.tsx'

type Artwork = components['schemas']['Artwork']
interface ArtworkProps {
  readonly artwork: Artwork
}

/** The view of an artwork: its picture and all fields of the record. */
export function ArtworkView(viewed: ViewProps<Artwork>): VNode {
  const { body: artwork, pictures, site } = viewed
  const { featured_image: image } = artwork
  return (
    <RecordView
      viewed={viewed}
      title={artwork.title}
      by={artistNames(artwork)}
      collection={['marketplace-artworks', 'Artworks']}
      facts={recordFacts(artwork)}
      preview={previewOf(viewed)}
    >
      <article class="record">
        <RecordPicture
          src={image.image.full_size_webp}
          alt={alternativeText(artwork)}
          caption={image.caption}
          pictures={pictures}
          tint={mainColor(artwork)}
          isScene={false}
        />
        <div class="about">
          <Heading artwork={artwork} />
          <Price artwork={artwork} />
          <Facts facts={workFacts(artwork, site)} />
          <Artists artwork={artwork} site={site} />
          <Gallery artwork={artwork} site={site} />
          <Facts title="Buying" facts={offerFacts(artwork)} />
          <Facts title="Collection" facts={placeFacts(artwork)} />
        </div>
      </article>
    </RecordView>
  )
}

function previewOf({
  body: artwork,
  site,
  pictures,
}: ViewProps<Artwork>): Omit<Preview, 'address'> {
  const names = artistNames(artwork).join(', ')
  const year = yearText(artwork.year_of_creation)
  const facts = [names, year, artwork.medium?.trim(), sizeText(artwork), priceText(artwork)]
  return {
    description: facts.filter(Boolean).join(' · '),
    picture: previewPicture([artwork], pictures),
    data: schemaOrgArtwork(artwork, { public: site.url }),
  }
}

function Heading({ artwork }: ArtworkProps): VNode {
  const year = yearText(artwork.year_of_creation)
  return (
    <header>
      <p class="artist">
        <IsolatedList texts={artistNames(artwork)} />
      </p>
      <h1>
        <Isolated>{titleText(artwork.title)}</Isolated>
        {year && <span class="year">, {year}</span>}
      </h1>
    </header>
  )
}

/** The price, and the converted prices. */
function Price({ artwork }: ArtworkProps): VNode {
  const { price_usd, price_usd_currency, price_eur, price_currency } = artwork
  const converted = [
    ...(price_usd === null || price_currency === price_usd_currency
      ? []
      : [roundedMoneyText(price_usd, price_usd_currency)]),
    ...(price_eur === null || price_currency === 'EUR'
      ? []
      : [roundedMoneyText(Number(price_eur), 'EUR')]),
  ]
  return (
    <p class="price large">
      {priceText(artwork)}
      {converted.length > 0 && <span class="converted"> about {converted.join(' or ')}</span>}
    </p>
  )
}

interface LinkedProps extends ArtworkProps {
  readonly site: Site
}

function Artists({ artwork: { artists }, site }: LinkedProps): VNode | null {
  if (artists.length === 0) return null
  return (
    <section>
      <h2>{artists.length === 1 ? 'Artist' : 'Artists'}</h2>
      {artists.map((artist) => (
        <Fragment key={artist.id}>
          <p class="lead">
            <RecordLink site={site} collection="artists" record={artist} />
          </p>
          {artist.summary && <p>{artist.summary}</p>}
        </Fragment>
      ))}
    </section>
  )
}

/** The gallery, without the fields for which records have only placeholders (personal data). */
function Gallery({ artwork: { gallery }, site }: LinkedProps): VNode {
  return (
    <section>
      <h2>Gallery</h2>
      <p class="lead">
        <RecordLink site={site} collection="galleries" record={gallery} />
      </p>
      {gallery.summary && <p>{gallery.summary}</p>}
      <Facts
        facts={[
          ['City', gallery.city],
          ['Address', gallery.address],
          ['Artworks', numberFormat.format(gallery.total_artworks)],
          ['Here since', monthText(gallery.registered_since)],
        ]}
      />
    </section>
  )
}
