import type { ComponentChildren, VNode } from 'preact'
import { collectionPath, type Site } from '../site.ts'
import { isolatedText } from './text.tsx'

const ZOOM = 16

/** A label and a value. A fact that is null, empty or false is not shown. */
export type Fact = readonly [term: string, value: ComponentChildren]

interface FactsProps {
  /** The heading above the facts, if any. */
  readonly title?: string
  readonly facts: readonly Fact[]
}

/** A description list of facts; nothing without a fact to show. */
export function Facts({ title, facts }: FactsProps): VNode | null {
  const known = facts.filter(([, value]) => isKnown(value))
  if (known.length === 0) return null
  const list = (
    <dl class="facts">
      {known.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  if (title === undefined) return list
  return (
    <section>
      <h2>{title}</h2>
      {list}
    </section>
  )
}

/** Zero is a known value. */
function isKnown(value: ComponentChildren): boolean {
  return value !== null && value !== undefined && value !== false && value !== ''
}

interface MapLinkProps {
  /** `<latitude>,<longitude>` in decimal degrees; empty when unknown. */
  readonly geolocation: string
  /** The name of the place. */
  readonly place: string
}

/** A link to a place on OpenStreetMap; nothing without coordinates. */
export function MapLink({ geolocation, place }: MapLinkProps): VNode | null {
  const point = pointOf(geolocation)
  if (point === undefined) return null
  const [latitude, longitude] = point
  const marker = `?mlat=${latitude}&mlon=${longitude}`
  return (
    <a
      class="map on-screen"
      href={`https://www.openstreetmap.org/${marker}#map=${ZOOM}/${latitude}/${longitude}`}
      aria-label={`Map of ${isolatedText(place)}`}
    >
      Map
    </a>
  )
}

const NEAR_KM = 100

interface NearbyLinkProps {
  readonly geolocation: string
  readonly site: Site
}

/** A link to the coming events near a place; nothing without coordinates. */
export function NearbyLink({ geolocation, site }: NearbyLinkProps): VNode | null {
  const point = pointOf(geolocation)
  if (point === undefined) return null
  const query = `near=${point.join()}&radius_km=${NEAR_KM}&when=upcoming&ordering=start_time`
  return (
    <a class="on-screen" href={`${collectionPath(site, 'events')}?${query}`}>
      Coming events within {NEAR_KM} km
    </a>
  )
}

/** Undefined for invalid coordinates. */
function pointOf(geolocation: string): [latitude: number, longitude: number] | undefined {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(geolocation) ?? []
  const point: [number, number] = [Number(latitude), Number(longitude)]
  return Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180 ? point : undefined
}
