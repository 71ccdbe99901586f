import { randomSource, type Random } from '../../../scripts/demo/random.ts'
import type { Load } from '../load/run-load.ts'

/** A load that is measured in turn with others. */
export interface Variant extends Omit<Load, 'paths' | 'seconds'> {
  readonly name: string
  /** The paths that one connection requests in one round, in order; the same in every run. */
  paths(round: number, connection: number): readonly string[]
  /** Starts concurrent work. @returns a function that stops it. */
  readonly beside?: () => () => Promise<void>
}

type Constant = Pick<Variant, 'name' | 'url'> & Partial<Pick<Variant, 'headers' | 'expects'>>

export function constantVariant(variant: Constant, path: string): Variant {
  return { headers: {}, expects: 200, ...variant, paths: () => [path] }
}

/** @param count the number of paths for each connection, more than it can request. */
export function randomVariant(
  variant: Constant,
  count: number,
  draw: (random: Random) => string,
): Variant {
  return {
    headers: {},
    expects: 200,
    ...variant,
    paths: (round, connection) =>
      drawPaths(randomSource(`${variant.name} ${round}`)(connection), count, draw),
  }
}

const MAX_TRIES = 20

/** Never the same path twice in a row, unless there are few paths. */
function drawPaths(random: Random, count: number, draw: (random: Random) => string): string[] {
  const paths: string[] = []
  while (paths.length < count) {
    let path = draw(random)
    for (let tries = 0; path === paths.at(-1) && tries < MAX_TRIES; tries += 1) path = draw(random)
    paths.push(path)
  }
  return paths
}
