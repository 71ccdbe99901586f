import { randomSource } from './random.ts'
import { CATEGORIES, type CategoryWords } from './words/media.ts'

const categories = randomSource('artwork category')

/** A place in the list once for each unit of the category's weight. */
const WEIGHTED = CATEGORIES.flatMap(({ weight }, place) => Array<number>(weight).fill(place))

/** The category of artwork n, by its place in the list of words. */
export function artworkCategory(n: number): { place: number; words: CategoryWords } {
  const place = categories(n).pick(WEIGHTED)
  const words = CATEGORIES[place]
  if (words === undefined) throw new Error(`No category ${place}`)
  return { place, words }
}
