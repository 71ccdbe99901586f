import { rowMaker } from './make-row.ts'
import { makeUser } from './make-user.ts'
import { makeVenue } from './make-venue.ts'
import { nextNumber } from './sequence.ts'

/** A published event at a new venue, in the spring of 2024. */
export const makeEvent = rowMaker('events', async (db, values) => ({
  author_id: values.author_id ?? (await makeUser(db)).id,
  venue_id: values.venue_id ?? (await makeVenue(db)).id,
  category_id: 1,
  country_code: 'DK',
  publish_status: 'published',
  published_at: '2024-02-01T08:00:00Z',
  slug: `northern-light-${nextNumber()}`,
  created_at: '2024-01-20T14:05:09.000417Z',
  updated_at: '2024-02-01T08:00:00Z',
  title: 'Northern Light',
  start_time: '2024-03-14T09:00:00Z',
  end_time: '2024-06-30T16:00:00Z',
  address: 'Havnegade 4',
  city: 'Aarhus',
}))
