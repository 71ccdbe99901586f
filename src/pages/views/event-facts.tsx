import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { dateText, Moment, timeText, moneyText } from '../components/formatting.tsx'
import { countryName } from '../../venues/place.ts'

type Times = Pick<
  components['schemas']['Event'],
  'start_time' | 'end_time' | 'is_all_day_event' | 'is_end_time_unknown'
>

/** The times of an event in UTC; only the days where the times of day have no meaning. */
export function EventTimes({ event }: { readonly event: Times }): VNode {
  const { start_time: start, end_time: end, is_all_day_event, is_end_time_unknown } = event
  const text = is_all_day_event ? dateText : dayAndTime
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
      {!is_all_day_event && ' UTC'}
      {is_end_time_unknown && ', end not known'}
    </>
  )
}

function dayAndTime(timestamp: string): string {
  return `${dateText(timestamp)}, ${timeText(timestamp)}`
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
