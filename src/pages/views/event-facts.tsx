import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { dateText, Moment, moneyText, monthText, timeText } from '../components/formatting.tsx'
import { cityOf, type Located } from '../../events/event-place.ts'
import { timeZoneOf } from '../../events/time-zone.ts'
import { offsetAt } from '../../time-zones.ts'
import { countryName } from '../../venues/place.ts'

type Times = Pick<
  components['schemas']['Event'],
  'start_time' | 'end_time' | 'is_all_day_event' | 'is_end_time_unknown' | 'is_cancelled'
> &
  Located

/** The zone in which an event is shown: the days of an all-day event have none. */
function shownZone(event: Pick<Times, 'is_all_day_event'> & Located): string {
  return event.is_all_day_event ? 'UTC' : timeZoneOf(event)
}

/** The times of an event in the zone of its place, and whether it is cancelled; the days of an all-day event have no zone. */
export function EventTimes({ event }: { readonly event: Times }): VNode {
  const zone = shownZone(event)
  const [startText, endText] = timeTexts(event, zone)
  return (
    <>
      {event.is_cancelled && <strong>Cancelled: </strong>}
      <Moment at={event.start_time}>{startText}</Moment>
      {endText !== undefined && (
        <>
          {' – '}
          <Moment at={event.end_time}>{endText}</Moment>
        </>
      )}
      {!event.is_all_day_event && ` ${zoneText(zone)}`}
      {event.is_end_time_unknown && ', end not known'}
    </>
  )
}

/** The start of an event and its end, if that is known, in a zone. A day that is the same stands there once. */
function timeTexts(event: Times, zone: string): [string, string?] {
  const { start_time: start, end_time: end, is_all_day_event, is_end_time_unknown } = event
  const localDate = (timestamp: string) => dateText(localTimeIn(zone, timestamp))
  const clock = (timestamp: string) => timeText(localTimeIn(zone, timestamp))
  const [firstDay, lastDay] = [localDate(start), localDate(lastMomentOf(event))]
  const isOneDay = firstDay === lastDay
  if (is_all_day_event) return isOneDay || is_end_time_unknown ? [firstDay] : [firstDay, lastDay]
  const endsAtMidnight = localDate(end) !== lastDay
  // At the end of daylight saving time, the clock can show the time of the beginning again.
  const isSetBack =
    isOneDay &&
    !endsAtMidnight &&
    clock(end) <= clock(start) &&
    offsetOf(zone, end) !== offsetOf(zone, start)
  const localTime = isSetBack ? clockWithOffset(zone) : clock
  const startText = `${firstDay}, ${localTime(start)}`
  if (is_end_time_unknown) return [startText]
  const endTime = endsAtMidnight ? '24:00' : localTime(end)
  return [startText, isOneDay ? endTime : `${lastDay}, ${endTime}`]
}

/** An event that ends at midnight ends on the day before. The last day of an all-day event is included. */
function lastMomentOf({ start_time: start, end_time: end, is_all_day_event }: Times): string {
  if (is_all_day_event) return end
  return new Date(Math.max(Date.parse(start), Date.parse(end) - 1_000)).toISOString()
}

/** The times of an event in UTC; undefined where `EventTimes` has them. */
export function utcTimesText(event: Times): string | undefined {
  if (shownZone(event) === 'UTC') return undefined
  return timeTexts(event, 'UTC').join(' – ')
}

/**
 * A time of an event in whole seconds, with the offset of its place, because search engines show the day as it is written. As
 * it is given where RFC 3339 cannot express it so: the old offsets with seconds, a year of five digits.
 */
export function localTimestamp(event: Times, timestamp: string): string {
  const zone = shownZone(event)
  const offset = offsetOf(zone, timestamp)
  const local = localTimeIn(zone, timestamp).toISOString()
  if (zone === 'UTC' || offset % 60 !== 0 || local.startsWith('+')) return timestamp
  const hours = new Date(Math.abs(offset) * 1_000).toISOString().slice(11, 16)
  return `${local.slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}`
}

/** The month of a time of an event, as the people of its place say. */
export function localMonthText(event: Times, time: 'start_time' | 'end_time'): string {
  const moment = time === 'end_time' ? lastMomentOf(event) : event.start_time
  return monthText(localTimeIn(shownZone(event), moment))
}

/** The time that the clocks of a zone show, as if it were one of UTC: a formatter for each zone takes 0.1 ms to create. */
function localTimeIn(zone: string, timestamp: string): Date {
  return new Date(Date.parse(timestamp) + offsetOf(zone, timestamp) * 1_000)
}

function offsetOf(zone: string, timestamp: string): number {
  return offsetAt(zone, Math.floor(Date.parse(timestamp) / 1_000))
}

/** The times of a zone with their offset from UTC, as few events need them. */
function clockWithOffset(timeZone: string): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
    timeZone,
  })
  return (timestamp) => format.format(new Date(timestamp))
}

/** `(New York time)`; zones at sea have no city. */
function zoneText(zone: string): string {
  if (!zone.includes('/') || zone.startsWith('Etc/'))
    return zone.replace(/^Etc\/GMT.*/, 'local time')
  return `(${zone.split('/').at(-1)?.replaceAll('_', ' ')} time)`
}

type Admission = Pick<components['schemas']['Event'], 'price' | 'price_currency'>

/** The price of admission; empty when unknown. */
export function admissionText({ price, price_currency }: Admission): string {
  if (price === null) return ''
  return price === 0 ? 'Free admission' : `Admission ${moneyText(price, price_currency)}`
}

type Place = Parameters<typeof cityOf>[0] & Pick<components['schemas']['Event'], 'is_online_only'>

/** City and country of an event, without unknown parts. */
export function eventPlace(event: Place): string[] {
  const { city, country } = cityOf(event)
  return event.is_online_only ? ['Online'] : [city, countryName(country)].filter(Boolean)
}
