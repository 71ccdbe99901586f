import type { Insertable } from 'kysely'
import type { EventTable } from '../../src/database/tables.ts'
import { DAY, HOUR, SECOND, dayMoment, timestamp } from './moment.ts'
import type { Random } from './random.ts'

type Times = Pick<
  Insertable<EventTable>,
  'start_time' | 'end_time' | 'is_all_day_event' | 'is_end_time_unknown'
>

const FIRST_DAY = -900
const LAST_DAY = 270

/** From one evening to half a year, around the base date; the day that it starts is returned too. */
export function eventTimes(random: Random, isFair: boolean): { day: number; times: Times } {
  const day = random.between(FIRST_DAY, LAST_DAY)
  const days = isFair ? random.between(3, 6) : showDays(random)
  const allDay = random.chance(0.2)
  const start = dayMoment(day) + (allDay ? 0 : random.between(8, 18) * HOUR)
  const closing = dayMoment(day + days - 1) + random.between(19, 22) * HOUR
  return {
    day,
    times: {
      start_time: timestamp(start),
      end_time: timestamp(allDay ? dayMoment(day + days) - SECOND : closing),
      is_all_day_event: allDay,
      is_end_time_unknown: random.chance(0.05),
    },
  }
}

function showDays(random: Random): number {
  if (random.chance(0.15)) return 1
  return random.chance(0.2) ? random.between(70, 180) : random.between(14, 60)
}

type Dates = Pick<
  Insertable<EventTable>,
  'publish_status' | 'published_at' | 'publish_time' | 'created_at' | 'updated_at'
>

/** Entered months before the event starts, and before the base date; published days later. */
export function eventDates(random: Random, startDay: number): Dates {
  const created = dayMoment(Math.min(startDay, 0) - random.between(30, 150)) + random.below(DAY)
  const published = created + random.below(9 * DAY)
  const status = random.next() < 0.95 ? 'published' : random.pick(['draft', 'archived'])
  const wholeHour = published - (published % HOUR)
  const planned = status !== 'draft' && random.chance(0.1)
  return {
    publish_status: status,
    published_at: status === 'draft' ? null : timestamp(planned ? wholeHour : published),
    publish_time: planned ? timestamp(wholeHour) : null,
    created_at: timestamp(created - HOUR),
    updated_at: timestamp(published + (random.chance(0.5) ? 0 : random.below(20 * DAY))),
  }
}
