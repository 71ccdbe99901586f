/**
 * Events by their time: the words of links and of headings, and the orderings. What ends or begins next comes first, and of
 * past events what ended last.
 */
export const OF_TIME = {
  current: {
    title: 'On now',
    heading: 'Events that are on now',
    all: 'All events that are on now',
    ordering: 'end_time',
  },
  upcoming: {
    title: 'Coming',
    heading: 'Coming events',
    all: 'All coming events',
    ordering: 'start_time',
  },
  past: { title: 'Past', heading: 'Past events', all: 'All past events', ordering: '-end_time' },
} as const

export type EventTime = keyof typeof OF_TIME

export const EVENT_TIMES = Object.keys(OF_TIME) as EventTime[]
