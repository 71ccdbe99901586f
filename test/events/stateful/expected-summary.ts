import type { EventRecord } from './model.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The record with the sentence that its fields make (design: events). */
export function summarized(record: EventRecord): EventRecord {
  const { title, category, start_time, end_time, venue, address } = record
  const [start, end] = [start_time, end_time].map((time) => days.format(new Date(time)))
  const isNamed = address.startsWith(venue.name)
  const place = [...(isNamed ? [] : [venue.name]), address].filter((part) => part !== '').join(', ')
  const summary = `${title}: ${category.name} event from ${start} to ${end} at ${place}.`
  return { ...record, summary }
}
