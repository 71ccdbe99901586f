import { offsetAt, timeZoneAt } from '../time-zones.ts'
import { geolocationOf, type Located } from './event-place.ts'

/** The IANA time zone of the place of an event; `UTC` when that is unknown. */
export function timeZoneOf(event: Located): string {
  const [latitude, longitude] = geolocationOf(event).split(',')
  return longitude === undefined ? 'UTC' : timeZoneAt(Number(latitude), Number(longitude))
}

const DAY_SECONDS = 86_400

/**
 * Whether the clocks of a zone show the local time of an instant twice, because they are or were put back.
 * @param offset of the zone at the instant.
 */
export function isShownTwice(zone: string, instant: number, offset: number): boolean {
  return [instant - DAY_SECONDS, instant + DAY_SECONDS].some((near) => {
    const other = offsetAt(zone, near)
    return other !== offset && offsetAt(zone, instant + offset - other) === other
  })
}

/** A change of the offset of a zone from UTC. */
interface OffsetChange {
  /** In seconds, as the offsets. */
  readonly instant: number
  readonly from: number
  readonly to: number
}

/**
 * The changes of a zone's offset from which its offsets at some instants follow: the last one before the first instant, and
 * one between two instants with different offsets. Where a year before the first instant has none, that year begins with
 * one from the offset to itself.
 * @param instants in ascending order, in seconds.
 */
export function offsetChanges(zone: string, instants: readonly number[]): OffsetChange[] {
  const changes: OffsetChange[] = []
  for (const [index, instant] of instants.entries()) {
    const previous = instants[index - 1]
    if (previous === undefined) changes.push(changeBefore(zone, instant))
    else if (offsetAt(zone, instant) !== changes.at(-1)?.to) {
      changes.push(changeBetween(zone, previous, instant))
    }
  }
  return changes
}

/** No shorter period between two changes is usual. */
const STEP_SECONDS = 28 * DAY_SECONDS

const MAX_STEPS = 13

function changeBefore(zone: string, instant: number): OffsetChange {
  const offset = offsetAt(zone, instant)
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const before = instant - step * STEP_SECONDS
    if (offsetAt(zone, before) !== offset) {
      return changeBetween(zone, before, before + STEP_SECONDS)
    }
  }
  return { instant: instant - MAX_STEPS * STEP_SECONDS, from: offset, to: offset }
}

/** A change to the offset at `end` after `start`, which has another offset. */
function changeBetween(zone: string, start: number, end: number): OffsetChange {
  const to = offsetAt(zone, end)
  let [before, after] = [start, end]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, middle) === to) after = middle
    else before = middle
  }
  return { instant: after, from: offsetAt(zone, before), to }
}
