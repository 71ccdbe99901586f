import type { Random } from '../../../scripts/demo/random.ts'
import type { RowWriter } from './row-write-queries.ts'

/** The ids of the public records to change. */
export interface Targets {
  readonly artworks: Int32Array
  readonly events: Int32Array
}

/**
 * Typical changes of single rows, in turn: sort keys and other columns, publication, insertion and deletion,
 * of artworks and of events.
 */
export function rowWrites(
  rows: RowWriter,
  { artworks, events }: Targets,
): (random: Random) => Promise<void> {
  const artwork = (random: Random): number => pick(artworks, random)
  const event = (random: Random): number => pick(events, random)
  const copies: ['artworks' | 'events', number][] = []
  const archived: number[] = []
  const copy = async (table: 'artworks' | 'events', id: number): Promise<void> => {
    copies.push([table, await rows.copyRow(table, id)])
  }
  const kinds: ((random: Random) => Promise<void>)[] = [
    (random) => rows.setColumn('artworks', artwork(random), 'title', wordOf(random)),
    (random) => rows.setShownPrice(artwork(random), random.between(1, 100_000)),
    (random) => rows.setColumn('artworks', artwork(random), 'views_count', random.below(100_000)),
    (random) => rows.setColumn('events', event(random), 'title', wordOf(random)),
    (random) => copy('artworks', artwork(random)),
    (random) => copy('events', event(random)),
    async (random) => {
      const id = artwork(random)
      await rows.setStatus('artworks', id, 'archived')
      archived.push(id)
    },
    async () => {
      const id = archived.shift()
      if (id !== undefined) await rows.setStatus('artworks', id, 'published')
    },
    (random) => rows.setColumn('artworks', artwork(random), 'medium', wordOf(random)),
    async () => {
      const [table, id] = copies.shift() ?? []
      if (table !== undefined && id !== undefined) await rows.deleteRow(table, id)
    },
  ]
  let turn = 0
  return (random) => {
    const kind = kinds[turn % kinds.length] as (typeof kinds)[number]
    turn += 1
    return kind(random)
  }
}

function pick(ids: Int32Array, random: Random): number {
  return ids[random.below(ids.length)] ?? 0
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

function wordOf(random: Random): string {
  return Array.from({ length: 8 }, () => random.pick(LETTERS)).join('')
}
