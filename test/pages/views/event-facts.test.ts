import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { EventTimes, localMonthText } from '../../../src/pages/views/event-facts.tsx'
import { document } from '../../contract/document.ts'
import { textOf } from '../html.ts'
import { renderView } from '../render-view.ts'

const TIMES = {
  start_time: '2024-03-14T09:00:00Z',
  end_time: '2024-06-30T16:00:00.123456Z',
  is_all_day_event: false,
  is_end_time_unknown: false,
  venue: { geolocation: '' },
  geolocation: '',
}

const ROTTERDAM = { geolocation: '51.92,4.48' }
const TOKYO = { geolocation: '35.68,139.76' }

const html = (values: Partial<typeof TIMES> & { readonly is_cancelled?: true }) =>
  renderToString(h(EventTimes, { event: { ...TIMES, ...values } }))

describe('the times of an event', () => {
  it.each([
    [{}, '14 March 2024, 09:00 – 30 June 2024, 16:00 UTC'],
    [{ end_time: '2024-03-14T23:59:00Z' }, '14 March 2024, 09:00 – 23:59 UTC'],
    [{ end_time: '2024-03-15T00:00:00Z' }, '14 March 2024, 09:00 – 24:00 UTC'],
    [{ end_time: '2024-07-01T00:00:00Z' }, '14 March 2024, 09:00 – 30 June 2024, 24:00 UTC'],
    [
      { start_time: '2024-03-14T00:00:00Z', end_time: '2024-03-14T00:00:00Z' },
      '14 March 2024, 00:00 – 00:00 UTC',
    ],
    [{ is_all_day_event: true, end_time: '2024-03-15T00:00:00Z' }, '14 March 2024 – 15 March 2024'],
    [{ is_all_day_event: true }, '14 March 2024 – 30 June 2024'],
    [{ is_all_day_event: true, end_time: '2024-03-14T23:59:00Z' }, '14 March 2024'],
    [{ is_end_time_unknown: true }, '14 March 2024, 09:00 UTC, end not known'],
    [{ is_all_day_event: true, is_end_time_unknown: true }, '14 March 2024, end not known'],
    [{ is_cancelled: true as const }, 'Cancelled: 14 March 2024, 09:00 – 30 June 2024, 16:00 UTC'],
    [{ start_time: '2024-03-14T00:00:00Z' }, '14 March 2024, 00:00 – 30 June 2024, 16:00 UTC'],
    [{ venue: ROTTERDAM }, '14 March 2024, 10:00 – 30 June 2024, 18:00 (Amsterdam time)'],
    [{ venue: ROTTERDAM, is_all_day_event: true }, '14 March 2024 – 30 June 2024'],
    [TOKYO, '14 March 2024, 18:00 – 1 July 2024, 01:00 (Tokyo time)'],
    [{ ...ROTTERDAM, venue: TOKYO }, '14 March 2024, 10:00 – 30 June 2024, 18:00 (Amsterdam time)'],
    [{ venue: TOKYO }, '14 March 2024, 18:00 – 1 July 2024, 01:00 (Tokyo time)'],
    // Daylight saving time ends at 01:00 UTC.
    ...[
      ['00:30:00Z', '01:30:00Z', '02:30 GMT+2 – 02:30 GMT+1'],
      ['00:45:00Z', '01:15:00Z', '02:45 GMT+2 – 02:15 GMT+1'],
      ['00:30:00Z', '01:45:00Z', '02:30 – 02:45'],
      ['00:30:00Z', '00:30:59Z', '02:30 – 02:30'],
      ['00:30:00Z', '23:00:00Z', '02:30 – 24:00'],
    ].map(([start, end, text]): [Partial<typeof TIMES>, string] => [
      { ...ROTTERDAM, start_time: `2024-10-27T${start}`, end_time: `2024-10-27T${end}` },
      `27 October 2024, ${text} (Amsterdam time)`,
    ]),
    [
      { venue: { geolocation: '-45,-140' } },
      '14 March 2024, 00:00 – 30 June 2024, 07:00 local time',
    ],
  ])('%j read %s', (values, text) => {
    expect(textOf(html(values))).toBe(text)
  })

  it('are there for programs too, with three digits of the fraction at most', () => {
    expect(html({})).toContain('<time datetime="2024-03-14T09:00:00Z">')
    expect(html({})).toContain('<time datetime="2024-06-30T16:00:00.123Z">')
  })
})

it('an event that ends at midnight ends in the month before', () => {
  expect(localMonthText({ ...TIMES, end_time: '2024-07-01T00:00:00Z' }, 'end_time')).toBe(
    'June 2024',
  )
})

it('an event shows its times in UTC, too, and the way to a calendar', () => {
  const record = document.components.examples['Event']?.value as typeof TIMES
  const view = (values: object) =>
    renderView('retrieveEvent', { ...record, ...values }, '/events/812/')
  expect(textOf(view({}))).toContain('In UTC14 March 2024, 09:00 – 30 June 2024, 16:00')
  expect(textOf(view({ end_time: '2024-03-14T16:00:00Z' }))).toContain(
    'In UTC14 March 2024, 09:00 – 16:00',
  )
  const inUtc = [
    { is_all_day_event: true },
    { venue: { ...record.venue, geolocation: '' }, geolocation: '' },
  ]
  for (const values of inUtc) expect(textOf(view(values))).not.toContain('In UTC')
  const link = ' href="/api/v1/events/?format=ics&amp;ids=812">Add to a calendar</a>'
  expect(view({})).toContain(link)
  expect(view({ publish_status: 'draft' })).not.toContain(link)
})

const VENUE = document.components.examples['Venue']?.value as object

it.each([
  ['Event', { venue: { ...VENUE, geolocation: '' } }],
  ['Venue', {}],
] as const)(
  '%s leads to a map and to the events near it, if it has coordinates',
  (name, values) => {
    const record = document.components.examples[name]?.value as { geolocation: string }
    const view = (geolocation: string, others = {}) =>
      renderView(
        `retrieve${name}`,
        { ...record, ...values, geolocation, ...others },
        '/events/812/',
      )
    const near = `near=${record.geolocation}&amp;radius_km=100&amp;when=upcoming&amp;ordering=start_time`
    for (const part of ['<dt>On the map</dt>', `href="/api/v1/events/?${near}"`]) {
      expect(view(record.geolocation)).toContain(part)
      expect(view('')).not.toContain(part)
      if (name === 'Event')
        expect(view(record.geolocation, { is_online_only: true })).not.toContain(part)
    }
  },
)
