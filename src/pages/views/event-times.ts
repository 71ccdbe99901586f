/**
 * Events by their time: the titles, and the orderings in which what ends or begins next comes first, and of past events what
 * ended last.
 */
export const OF_TIME = {
  current: { title: 'On now', all: 'All events that are on now', ordering: 'end_time' },
  upcoming: { title: 'Coming', all: 'All coming events', ordering: 'start_time' },
  past: { title: 'Past', all: 'All past events', ordering: '-end_time' },
} as const

export type EventTime = keyof typeof OF_TIME

export const EVENT_TIMES = Object.keys(OF_TIME) as EventTime[]
