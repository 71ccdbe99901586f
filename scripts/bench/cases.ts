import { randomSource, type Random } from '../demo/random.ts'
import { LIST_PATH, type Collection } from './collection.ts'
import { LIMIT_PATH } from './limit-route.ts'

export const FIRST_PAGE = LIST_PATH
const PAGE_SIZE = 18

/** More than a connection gets through in a round; then they begin again. */
const PATHS_PER_CONNECTION = 1_000

export interface Case {
  readonly name: string
  /** What one connection asks for in one round, one after the other; the same in every run. */
  paths(round: number, connection: number): readonly string[]
}

/** In the order in which they are measured; the first is the limit that the others are held to. */
export function createCases({ count, orderings, ids }: Collection): [Case, ...Case[]] {
  const lastOffset = Math.max(0, count - PAGE_SIZE)
  const deepOffset = Math.floor(count * 0.99)
  return [
    constantCase('the limit: these bytes, ready-made', LIMIT_PATH),
    constantCase('the first page', FIRST_PAGE),
    randomCase('pages at random offsets and orderings', (random) => {
      const ordering = random.pick(orderings)
      return `${LIST_PATH}?offset=${random.between(0, lastOffset)}&ordering=${ordering}`
    }),
    constantCase('the page at 99 % of the depth', `${LIST_PATH}?offset=${deepOffset}`),
    randomCase('one record by id', (random) => `${LIST_PATH}${random.pick(ids)}/`),
  ]
}

function constantCase(name: string, path: string): Case {
  return { name, paths: () => [path] }
}

function randomCase(name: string, draw: (random: Random) => string): Case {
  return {
    name,
    paths: (round, connection) => sequence(randomSource(`${name} ${round}`)(connection), draw),
  }
}

/** Never the same twice in a row. */
function sequence(random: Random, draw: (random: Random) => string): string[] {
  const paths: string[] = []
  while (paths.length < PATHS_PER_CONNECTION) {
    const path = draw(random)
    if (path !== paths.at(-1)) paths.push(path)
  }
  return paths
}
