import { expect, it } from 'vitest'
import { textOf } from './html.ts'
import { shown } from './shown.ts'
import { useFullAnswers } from './full-answers.ts'

const answers = useFullAnswers()

/** The headings of a list of events with these times, in their order. */
function headings(query: string, times: readonly (readonly [string, string])[]): string[] {
  const body = answers.find(({ id }) => id === 'retrieveEvent')?.body
  const results = times.map(([start, end], id) => ({
    ...body,
    id,
    title: `Event ${id}`,
    start_time: `${start}T00:00:00Z`,
    end_time: `${end}T23:59:59.999999Z`,
  }))
  const page = { count: times.length, next: null, previous: null, results }
  const html = shown('listEvents', page, `/events/${query}`)
  return (html.match(/<h[23]>.*?<\/h[23]>/g) ?? []).map(textOf)
}

it('events stand below the month that they begin in, in the order of the answer', () => {
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

it('events stand below the month that they end in where they are ordered by that', () => {
  const times = [
    ['2024-12-01', '2024-12-31'],
    ['2024-12-31', '2025-01-01'],
  ] as const
  for (const ordering of ['end_time', '-end_time']) {
    expect(headings(`?ordering=${ordering}`, times)).toEqual([
      'Until December 2024',
      'Event 0',
      'Until January 2025',
      'Event 1',
    ])
  }
})
