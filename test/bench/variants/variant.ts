import { randomSource, type Random } from '../../../scripts/demo/random.ts'

/** One of the things that are measured by turns. */
export interface Variant {
  readonly name: string
  /** Of the service's root. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The only status that is no error. */
  readonly expects: number
  /** The paths that one connection requests in one round, in order; the same in every run. */
  paths(round: number, connection: number): readonly string[]
  /** Begins what goes on at the same time. @returns how to end it. */
  readonly beside?: () => () => Promise<void>
}

type Constant = Pick<Variant, 'name' | 'url'> & Partial<Pick<Variant, 'headers' | 'expects'>>

/** The same path again and again. */
export function constantVariant(variant: Constant, path: string): Variant {
  return { headers: {}, expects: 200, ...variant, paths: () => [path] }
}

/** @param count how many paths are drawn for each connection: more than it gets through. */
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

/** Never the same twice in a row, unless there is hardly another one. */
function drawPaths(random: Random, count: number, draw: (random: Random) => string): string[] {
  const paths: string[] = []
  while (paths.length < count) {
    let path = draw(random)
    for (let tries = 0; path === paths.at(-1) && tries < MAX_TRIES; tries += 1) path = draw(random)
    paths.push(path)
  }
  return paths
}
