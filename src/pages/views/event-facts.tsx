import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { memoize } from '../../cache/memoize.ts'
import { Moment, moneyText } from '../components/formatting.tsx'
import { countryName, timeZoneAt } from '../../venues/place.ts'

type Times = Pick<
  components['schemas']['Event'],
  'start_time' | 'end_time' | 'is_all_day_event' | 'is_end_time_unknown'
> & { readonly venue: Pick<components['schemas']['Venue'], 'geolocation'> }

/** The times of an event in the zone of its venue; the days of an all-day event have no zone. */
export function EventTimes({ event }: { readonly event: Times }): VNode {
  const { start_time: start, end_time: end, is_all_day_event, is_end_time_unknown, venue } = event
  const zone = is_all_day_event ? 'UTC' : timeZoneAt(venue.geolocation)
  const { dates, times } = formatsIn(zone)
  const dateText = (timestamp: string) => dates.format(new Date(timestamp))
  const timeText = (timestamp: string) => times.format(new Date(timestamp))
  const text = (timestamp: string) =>
    is_all_day_event ? dateText(timestamp) : `${dateText(timestamp)}, ${timeText(timestamp)}`
  const isOneDay = dateText(start) === dateText(end)
  return (
    <>
      <Moment at={start}>{text(start)}</Moment>
      {!is_end_time_unknown && !(isOneDay && is_all_day_event) && (
        <>
          {' – '}
          <Moment at={end}>{isOneDay ? timeText(end) : text(end)}</Moment>
        </>
      )}
      {!is_all_day_event && ` ${zoneText(zone)}`}
      {is_end_time_unknown && ', end not known'}
    </>
  )
}

const formatsIn = memoize(
  (timeZone: string) => ({
    dates: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }),
    times: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
  }),
  { maxEntries: 64, maxKeyLength: 64 },
)

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

type Place = Pick<components['schemas']['Event'], 'city' | 'country' | 'is_online_only'>

/** City and country of an event, without unknown parts. */
export function eventPlace({ city, country, is_online_only }: Place): string[] {
  return is_online_only ? ['Online'] : [city, countryName(country)].filter(Boolean)
}
