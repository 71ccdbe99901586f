import tzLookup from '@photostructure/tz-lookup'
import lookup from '@photostructure/tz-lookup/package.json' with { type: 'json' }
import { LRUCache } from 'lru-cache'
import { memoize } from './cache/memoize.ts'

/** The version of the data from which zones and offsets follow: with another one, the same event can have other days. */
export const ZONES_VERSION = `${lookup.version} ${process.versions['tz']}`

/** The IANA time zone at a geolocation, such as `Europe/Copenhagen`; `UTC` when it is unknown. */
export const timeZoneAt = memoize(
  (geolocation) => {
    const [latitude, longitude] = geolocation.split(',')
    return longitude === undefined ? 'UTC' : tzLookup(Number(latitude), Number(longitude))
  },
  { maxEntries: 4_096, maxKeyLength: 64 },
)

/** No zone has had another offset for a shorter time since 1850. */
const STEP_SECONDS = 4 * 86_400

/** Offsets at the beginnings of successive steps, and at the end of the last one. */
const STEPS = 128

const UNKNOWN = -1

/**
 * By zone and time, because `Intl` takes a microsecond for an offset, and a page needs two for each event. So many are 5,700
 * years of a zone, in 2 MB.
 */
const offsets = new LRUCache<number, Int32Array>({ max: 4_096 })

/** Few, because they are those of `tzLookup`. */
const zoneNumbers = new Map<string, number>()

/** The offset of a zone from UTC at an instant, both in seconds. */
export function offsetAt(zone: string, instant: number): number {
  const step = Math.floor(instant / STEP_SECONDS)
  const block = Math.floor(step / STEPS)
  const known = offsetsOf(zone, block)
  const at = step - block * STEPS
  for (const each of [at, at + 1]) {
    if (known[each] === UNKNOWN)
      known[each] = exactOffsetAt(zone, (step - at + each) * STEP_SECONDS)
  }
  const before = known[at] as number
  return before === known[at + 1] ? before : exactOffsetAt(zone, instant)
}

function offsetsOf(zone: string, block: number): Int32Array {
  let number = zoneNumbers.get(zone)
  if (number === undefined) zoneNumbers.set(zone, (number = zoneNumbers.size))
  const key = number * 2 ** 16 + block
  const found = offsets.get(key)
  if (found !== undefined) return found
  const made = new Int32Array(STEPS + 1).fill(UNKNOWN)
  offsets.set(key, made)
  return made
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
