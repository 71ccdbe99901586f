import tzLookup from '@photostructure/tz-lookup'
import lookup from '@photostructure/tz-lookup/package.json' with { type: 'json' }
import { memoize } from './cache/memoize.ts'

/** The version of the data from which zones and offsets follow: with another one, the same event can have other days. */
export const ZONES_VERSION = `${lookup.version} ${process.versions['tz']}`

/** The IANA time zone at a place in decimal degrees, such as `Europe/Copenhagen`. */
export function timeZoneAt(latitude: number, longitude: number): string {
  return knownZone(tzLookup(latitude, longitude), longitude)
}

/** The zone, or the nautical one where `Intl` does not know it: an older Node lacks zones that the library knows. */
export function knownZone(zone: string, longitude: number): string {
  let isKnown = areKnown.get(zone)
  if (isKnown === undefined) areKnown.set(zone, (isKnown = isKnownToIntl(zone)))
  if (isKnown) return zone
  const hours = Math.round(longitude / 15)
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`
}

/** By the names of zones, of which there are few. */
const areKnown = new Map<string, boolean>()

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** No zone has had another offset for a shorter time since 1850. */
const STEP_SECONDS = 4 * 86_400

/**
 * Known offsets, because `Intl` takes a microsecond for an offset, and a page needs two for each event. A step of a zone has one
 * place. Those of 20 years of 70 zones have different ones, in 1 MB.
 */
const SLOTS = 2 ** 17

/** Steps of 20 years. */
const SLOTS_OF_ZONE = 1_823

const NO_KEY = -(2 ** 31)

const keys = new Int32Array(SLOTS).fill(NO_KEY)

const offsets = new Int32Array(SLOTS)

/** In place of an offset: it changes during the step. */
const CHANGES = 2 ** 31 - 1

/** Few, because they are those of `tzLookup`. */
const zoneNumbers = new Map<string, number>()

/** The offset of a zone from UTC at an instant, both in seconds. */
export function offsetAt(zone: string, instant: number): number {
  const number = numberOf(zone)
  const step = Math.floor(instant / STEP_SECONDS)
  const slot = (number * SLOTS_OF_ZONE + step) & (SLOTS - 1)
  // There are fewer steps in the years 1000 to 9999.
  const key = number * 2 ** 20 + step
  if (keys[slot] !== key) {
    const first = exactOffsetAt(zone, step * STEP_SECONDS)
    const isSame = first === exactOffsetAt(zone, (step + 1) * STEP_SECONDS)
    offsets[slot] = isSame ? first : CHANGES
    keys[slot] = key
  }
  const offset = offsets[slot] as number
  return offset === CHANGES ? exactOffsetAt(zone, instant) : offset
}

function numberOf(zone: string): number {
  const known = zoneNumbers.get(zone)
  if (known !== undefined) return known
  const number = zoneNumbers.size
  zoneNumbers.set(zone, number)
  return number
}

/** A formatter takes longer to create than to use. */
const formatOf = memoize(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
  { maxEntries: 128, maxKeyLength: 64 },
)

function exactOffsetAt(zone: string, instant: number): number {
  const text = formatOf(zone).format(instant * 1_000)
  const [, sign, hours, minutes, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (sign === undefined) return 0
  const offset = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -offset : offset
}
