import type { VNode } from 'preact'

const ZOOM = 16

interface MapLinkProps {
  /** `<latitude>,<longitude>` in decimal degrees; empty when unknown. */
  readonly geolocation: string
  /** What is there. */
  readonly place: string
}

/** Where something is on OpenStreetMap; nothing where that is unknown. */
export function MapLink({ geolocation, place }: MapLinkProps): VNode | null {
  const point = pointOf(geolocation)
  if (point === undefined) return null
  const [latitude, longitude] = point
  const marker = `?mlat=${latitude}&mlon=${longitude}`
  return (
    <a
      class="map"
      rel="noreferrer"
      href={`https://www.openstreetmap.org/${marker}#map=${ZOOM}/${latitude}/${longitude}`}
      aria-label={`Map of ${place}`}
    >
      Map
    </a>
  )
}

/** Undefined for what is no point on earth. */
function pointOf(geolocation: string): [latitude: number, longitude: number] | undefined {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(geolocation) ?? []
  const point: [number, number] = [Number(latitude), Number(longitude)]
  return Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180 ? point : undefined
}
