import { ARTWORK_KEYS } from './orderings.ts'
import { preload } from './records/preload.ts'
import type { Lists } from './reading.ts'
import type { Rounds } from './rounds/rounds.ts'

const PAGES = 240
const AT_ONCE = 4
const LIMIT = 18

/**
 * Makes a process that has just started as fast as it gets, before it says that it is ready: what many records
 * embed is read, and the tracks of all orderings, and as many pages as it takes V8 to compile what makes them.
 * Gives up when nothing can be read.
 */
export async function warmUp(rounds: Rounds, { page }: Lists): Promise<void> {
  await preload(rounds)
  let count = 0
  const readOne = async (at: number): Promise<void> => {
    const key = ARTWORK_KEYS[at % ARTWORK_KEYS.length] ?? 'order_date'
    const offset = Math.floor(Math.random() * count)
    const request = { ordering: { key, descending: at % 2 === 0 }, limit: LIMIT, offset }
    count = (await page('artworks', request)).count
  }
  for (let at = 0; at < PAGES; at += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => readOne(at + one)))
    // A small list is read soon enough by those who ask for it.
    if (count < PAGES) return
  }
}
