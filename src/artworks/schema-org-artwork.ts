import type { components } from '../../generated/v1.ts'
import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { PLACEHOLDER_IMAGE_ID } from '../records/picture-resource.ts'

type Artwork = components['schemas']['Artwork']

/** A public artwork in the language of schema.org: only what the record tells. */
export function schemaOrgArtwork(artwork: Artwork, urls: Pick<Urls, 'public'>): object {
  const url = `${urls.public}${apiRoot}/marketplace-artworks/${artwork.id}/`
  const { featured_image: picture, medium, tags, year_of_creation: year } = artwork
  return {
    '@context': 'https://schema.org/',
    '@type': 'VisualArtwork',
    '@id': url,
    url,
    name: artwork.title,
    artist: artwork.artists.map(({ id, name }) => ({
      '@type': 'Person',
      '@id': `${urls.public}${apiRoot}/artists/${id}/`,
      name,
    })),
    artform: artwork.category.name,
    ...(medium && { artMedium: medium }),
    ...(year !== null && { dateCreated: isoYear(year) }),
    ...sizesOf(artwork),
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => name) }),
    ...(picture.id !== PLACEHOLDER_IMAGE_ID && {
      image: {
        '@type': 'ImageObject',
        contentUrl: picture.image.full_size,
        ...(picture.caption && { caption: picture.caption }),
      },
    }),
    ...offersOf(artwork, url, urls),
  }
}

/** ISO 8601 has a year 0, which is 1 BCE. */
function isoYear(year: number): string {
  const counted = year < 0 ? year + 1 : year
  return `${counted < 0 ? '-' : ''}${String(Math.abs(counted)).padStart(4, '0')}`
}

/** Codes of UN/CEFACT. */
const UNIT_CODES: Readonly<Record<string, string>> = { centimeter: 'CMT', inch: 'INH' }

function sizesOf({ size_h, size_w, size_d, units }: Artwork): object {
  const sizes = Object.entries({ height: size_h, width: size_w, depth: size_d })
  const known = sizes.filter(([, value]) => value !== null)
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      { '@type': 'QuantitativeValue', value, unitCode: UNIT_CODES[units] },
    ]),
  )
}

const AVAILABILITY: Readonly<Record<string, string>> = {
  available: 'https://schema.org/InStock',
  reserved: 'https://schema.org/Reserved',
  sold: 'https://schema.org/SoldOut',
}

/** Nothing for an artwork that is not for sale. The price is absent where the gallery does not show it. */
function offersOf(artwork: Artwork, url: string, urls: Pick<Urls, 'public'>): object {
  const { gallery, price, price_currency: priceCurrency, min_price, max_price } = artwork
  const availability = AVAILABILITY[artwork.available_for_sale]
  if (availability === undefined) return {}
  const common = {
    url,
    availability,
    seller: {
      '@type': 'ArtGallery',
      '@id': `${urls.public}${apiRoot}/galleries/${gallery.id}/`,
      name: gallery.name,
    },
  }
  if (price !== null) return { offers: { '@type': 'Offer', price, priceCurrency, ...common } }
  // A range of two currencies has no words in schema.org.
  const isRange = min_price !== null && max_price !== null
  if (isRange && artwork.min_price_currency === artwork.max_price_currency) {
    const priceSpecification = {
      '@type': 'PriceSpecification',
      minPrice: min_price,
      maxPrice: max_price,
      priceCurrency: artwork.min_price_currency,
    }
    return { offers: { '@type': 'Offer', priceSpecification, ...common } }
  }
  return { offers: { '@type': 'Offer', ...common } }
}
