import type { EventInput } from '../../../src/client/create-client.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { nextNumber } from '../../support/sequence.ts'
import type { Partner } from './partner.ts'

/** An event with a unique title and a new venue. */
export async function newEvent({ db }: Partner): Promise<EventInput> {
  return {
    title: `Northern Light ${nextNumber()}`,
    category: 1,
    venue: (await makeVenue(db)).id,
    start_time: '2031-03-14T09:00:00Z',
    end_time: '2031-06-30T16:00:00Z',
  }
}

export async function idsOf({ db }: Partner, title: string): Promise<number[]> {
  const rows = await db.selectFrom('events').select('id').where('title', '=', title).execute()
  return rows.map(({ id }) => id)
}
