import type { Random } from '../../../scripts/demo/random.ts'
import type { Targets } from '../../bench/writers/row-writes.ts'

const LISTS = { artworks: 'marketplace-artworks', events: 'events' } as const
const MAX_OFFSET = 400

/** Lists at any depth and single records, so many that few responses are cached. */
export function readPath(random: Random, published: Targets): string {
  const table = random.pick(['artworks', 'events'] as const)
  const list = `/api/v1/${LISTS[table]}/`
  const ids = published[table]
  if (random.chance(0.3)) return `${list}${ids[random.below(ids.length)]}/`
  return `${list}?limit=${random.between(1, 10)}&offset=${random.below(MAX_OFFSET)}`
}
