import { expect, it } from 'vitest'
import { textOf } from './html.ts'
import { renderView } from './render-view.ts'
import { useFullResponses } from './full-responses.ts'

const responses = useFullResponses()

/** The headings of a list of events with these times. */
function headings(
  query: string,
  times: readonly (readonly [start: string, end: string, change?: string])[],
): string[] {
  const body = responses.find(({ id }) => id === 'retrieveEvent')?.body
  const results = times.map(([start, end, change = start], id) => ({
    ...body,
    id,
    title: `Event ${id}`,
    start_time: `${start}T00:00:00Z`,
    end_time: `${end}T23:59:59.999999Z`,
    updated_at: `${change}T08:00:00Z`,
  }))
  const page = { count: times.length, next: null, previous: null, results }
  const html = renderView('listEvents', page, `/events/${query}`)
  return (html.match(/<h[23]>.*?<\/h[23]>/g) ?? []).map(textOf)
}

it('groups events by the month of their start, in the order of the response', () => {
  const times = [
    ['2024-12-31', '2025-03-01'],
    ['2024-12-01', '2024-12-02'],
    ['2024-11-30', '2025-01-01'],
    ['2023-11-30', '2023-12-01'],
  ] as const
  expect(headings('', times)).toEqual([
    'December 2024',
    'Event 0',
    'Event 1',
    'November 2024',
    'Event 2',
    'November 2023',
    'Event 3',
  ])
})

it.each([
  ['end_time', 'Until December 2024', 'Until January 2025'],
  ['updated_at', 'Changed in May 2023', 'Changed in June 2023'],
])('groups events by the month of their %s when they are ordered by it', (key, first, second) => {
  const times = [
    ['2024-12-01', '2024-12-31', '2023-05-31'],
    ['2024-12-31', '2025-01-01', '2023-06-01'],
  ] as const
  for (const ordering of [key, `-${key}`]) {
    const wanted = [first, 'Event 0', second, 'Event 1']
    expect(headings(`?ordering=${ordering}`, times)).toEqual(wanted)
  }
})
