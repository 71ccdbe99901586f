import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import { BASE_MOMENT, DAY, momentBefore, timestamp } from './moment.ts'
import type { Random } from './random.ts'

type Status = Pick<
  Insertable<ArtworkTable>,
  'publish_status' | 'published_at' | 'is_active' | 'views_count' | 'created_at' | 'order_date'
>

const YEARS_OF_LISTINGS = 4

/** Its state and its dates: entered, published days later, sometimes brought to the front again. */
export function artworkStatus(random: Random): Status {
  const created = momentBefore(random, BASE_MOMENT - 12 * DAY, YEARS_OF_LISTINGS * 365 * DAY)
  const published = momentBefore(random, created + 10 * DAY, 10 * DAY)
  const renewed = random.chance(0.15)
    ? momentBefore(random, BASE_MOMENT, BASE_MOMENT - published)
    : published
  const status = publishStatus(random)
  return {
    publish_status: status,
    published_at: status === 'draft' ? null : timestamp(published),
    is_active: !random.chance(0.01),
    views_count: status === 'draft' ? 0 : views(random),
    created_at: timestamp(created),
    order_date: timestamp(status === 'draft' ? created : renewed),
  }
}

function publishStatus(random: Random): string {
  const share = random.next()
  if (share < 0.98) return 'published'
  return share < 0.99 ? 'draft' : 'archived'
}

/** Most have been seen a few dozen times, few thousands of times: many have the same count. */
function views(random: Random): number {
  return Math.floor(10 ** (random.next() * random.next() * 4.5)) - 1
}
