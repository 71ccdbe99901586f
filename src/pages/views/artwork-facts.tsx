import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import type { Fact } from '../components/facts.tsx'
import { isolatedText, IsolatedList, RecordLink, UNIT_SYMBOLS } from '../components/text.tsx'
import { Moment, moneyRangeText, moneyText } from '../components/formatting.tsx'
import type { Site } from '../site.ts'

const sizeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })

type Artwork = components['schemas']['Artwork']

/** Facts about the work. */
export function workFacts(artwork: Artwork, site: Site): Fact[] {
  return [
    ['Availability', artwork.available_for_sale],
    ['Medium', artwork.medium?.trim()],
    ['Size', sizeText(artwork)],
    [
      'Category',
      <RecordLink site={site} collection="artwork-categories" record={artwork.category} />,
    ],
    ['Tags', artwork.tags.length > 0 && <Tags artwork={artwork} site={site} />],
    ['Colours', artwork.featured_image.colors_data.length > 0 && <Colors artwork={artwork} />],
  ]
}

function Tags({ artwork, site }: { readonly artwork: Artwork; readonly site: Site }): VNode {
  return (
    <ul class="tags">
      {artwork.tags.map((tag) => (
        <li key={tag.id}>
          <RecordLink site={site} collection="tags" record={tag} />
        </li>
      ))}
    </ul>
  )
}

/** Colours with their names, for readers who cannot distinguish them. */
function Colors({ artwork }: { readonly artwork: Artwork }): VNode {
  return (
    <ul class="colors">
      {artwork.featured_image.colors_data.map(({ id, name, value }) => (
        <li key={id}>
          <svg viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
            <circle cx="5" cy="5" r="4.5" fill={`rgb${value}`} />
          </svg>{' '}
          {name}
        </li>
      ))}
    </ul>
  )
}

/** How to buy an artwork that is available. */
export function offerFacts(artwork: Artwork): Fact[] {
  if (artwork.available_for_sale !== 'available') return []
  const rate = artwork.automated_offers_discount_rate
  const days = artwork.automated_offer_days_valid ?? 1
  return [
    ['Buy now', artwork.allow_instant_buy && 'without asking the gallery first'],
    ['Your offer', artwork.allow_discounted_offers && 'may be below the price'],
    [
      'Offers to you',
      rate !== null && `${rate} % below the price, for ${days} ${days === 1 ? 'day' : 'days'}`,
    ],
  ]
}

/** Facts about the place where a buyer collects the artwork. */
export function placeFacts({ street_address, zip_code, city, state }: Artwork): Fact[] {
  const town = [zip_code ?? '', city ?? ''].filter(Boolean)
  return [
    ['Street', street_address],
    ['City', town.length > 0 && <IsolatedList texts={town} separator=" " />],
    ['State or region', state],
  ]
}

/** Facts about the record, without ids and slugs, which programs read in the JSON. */
export function recordFacts(artwork: Artwork): Fact[] {
  return [
    ['Status', artwork.publish_status],
    ['Added', <Moment at={artwork.created_at} />],
    ['Listed', <Moment at={artwork.order_date} />],
  ]
}

const MAX_ARTISTS = 5

/** The names of the artists, in the order of their credits: of many, the first ones. The page of the work also lists all. */
export function artistNames({ artists }: Pick<Artwork, 'artists'>): string[] {
  if (artists.length === 0) return ['Artist unknown']
  const names = artists.map(({ name }) => name)
  if (names.length <= MAX_ARTISTS) return names
  const first = names.slice(0, MAX_ARTISTS - 1)
  return [...first, `${names.length - first.length} others`]
}

/** The alternative text of the picture. */
export function alternativeText(artwork: Pick<Artwork, 'artists' | 'title' | 'featured_image'>) {
  const names = artistNames(artwork).map(isolatedText).join(', ')
  return artwork.featured_image.alt_text || `${isolatedText(artwork.title)}, by ${names}`
}

/** `1987`, or `300 BCE` for a negative year; null when unknown. */
export function yearText(year: number | null): string | null {
  if (year === null) return null
  return year < 0 ? `${-year} BCE` : String(year)
}

/** The main colour of the picture, in CSS notation. */
export function mainColor({ featured_image }: Pick<Artwork, 'featured_image'>): string | undefined {
  const value = featured_image.colors_data[0]?.value
  return value === undefined ? undefined : `rgb${value}`
}

type Price = Pick<
  components['schemas']['Artwork'],
  | 'price'
  | 'price_currency'
  | 'price_display'
  | 'min_price'
  | 'min_price_currency'
  | 'max_price'
  | 'max_price_currency'
>

/** The price as the gallery shows it: an amount, a range, `Price on request` or `Price not given`. */
export function priceText(artwork: Price): string {
  const { price, min_price, max_price, price_display } = artwork
  if (price !== null) return moneyText(price, artwork.price_currency)
  if (min_price !== null && max_price !== null) {
    return moneyRangeText(
      [min_price, artwork.min_price_currency],
      [max_price, artwork.max_price_currency],
    )
  }
  return price_display === 'price on request' ? 'Price on request' : 'Price not given'
}

type Size = Pick<components['schemas']['Artwork'], 'size_h' | 'size_w' | 'size_d' | 'units'>

/**
 * `60.5 × 80 × 4 cm`: height, width and, if known, depth. If the height or width is unknown, each known side with
 * its name: `height 60.5 cm`. Empty if all are unknown.
 */
export function sizeText({ size_h, size_w, size_d, units }: Size): string {
  const unit = UNIT_SYMBOLS[units] ?? units
  if (size_h !== null && size_w !== null) {
    const known = [size_h, size_w, ...(size_d === null ? [] : [size_d])]
    return `${known.map((side) => sizeFormat.format(side)).join(' × ')} ${unit}`
  }
  const named = { height: size_h, width: size_w, depth: size_d }
  return Object.entries(named)
    .flatMap(([name, side]) =>
      side === null ? [] : [`${name} ${sizeFormat.format(side)} ${unit}`],
    )
    .join(', ')
}
