import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import type { Fact } from '../browse/facts.tsx'
import { IsolatedList } from '../browse/isolated.tsx'
import { Moment } from '../browse/moment.tsx'
import { NameLink } from '../browse/name-link.tsx'
import type { Site } from '../pages/site.ts'
import { sizeText } from './size-text.ts'

type Artwork = components['schemas']['Artwork']

/** What the work is. */
export function workFacts(artwork: Artwork, site: Site): Fact[] {
  return [
    ['Availability', artwork.available_for_sale],
    ['Medium', artwork.medium?.trim()],
    ['Size', sizeText(artwork)],
    [
      'Category',
      <NameLink site={site} collection="artwork-categories" name={artwork.category.name} />,
    ],
    ['Tags', artwork.tags.length > 0 && <Tags artwork={artwork} site={site} />],
    ['Colours', artwork.featured_image.colors_data.length > 0 && <Colors artwork={artwork} />],
  ]
}

function Tags({ artwork, site }: { readonly artwork: Artwork; readonly site: Site }): VNode {
  return (
    <ul class="tags">
      {artwork.tags.map(({ id, name }) => (
        <li key={id}>
          <NameLink site={site} collection="tags" name={name} />
        </li>
      ))}
    </ul>
  )
}

/** Named, too: not everybody tells colours apart. */
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

/** How it can be bought. */
export function offerFacts(artwork: Artwork): Fact[] {
  const rate = artwork.automated_offers_discount_rate
  const days = artwork.automated_offer_days_valid
  return [
    ['Instant buy', yesOrNo(artwork.allow_instant_buy)],
    ['Discounted offers', yesOrNo(artwork.allow_discounted_offers)],
    ['Automated offers', yesOrNo(artwork.automated_offers)],
    ['Automated discount', rate === null ? null : `${rate} %`],
    ['Offers stand for', days === null ? null : `${days} ${days === 1 ? 'day' : 'days'}`],
  ]
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

/** Where it can be collected. */
export function placeFacts({ street_address, zip_code, city, state }: Artwork): Fact[] {
  const town = [zip_code ?? '', city ?? ''].filter(Boolean)
  return [
    ['Street', street_address],
    ['City', town.length > 0 && <IsolatedList texts={town} separator=" " />],
    ['State or region', state],
  ]
}

/** The record itself; ids and slugs are for programs, which read the JSON. */
export function recordFacts(artwork: Artwork): Fact[] {
  return [
    ['Status', artwork.publish_status],
    ['Created', <Moment at={artwork.created_at} />],
    ['Order date', <Moment at={artwork.order_date} />],
  ]
}
