import { randomPage, surveyCollection, wholePages, type CollectionName } from '../collection.ts'
import { readIntoMemory } from '../database/catalogue-queries.ts'
import { randomVariant } from '../variants/variant.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import type { World } from '../parts/world.ts'
import type { Service } from './service.ts'

const LISTS: readonly CollectionName[] = ['artworks', 'events']

/** The number of pages that each connection requests in a loop. */
const PAGES = 2_000

/**
 * Warms the service and its database up: caches are filled, and the program is compiled.
 */
export async function warmUp(
  { options, client, signal }: Pick<World, 'options' | 'client' | 'signal'>,
  { url }: Service,
  databaseUrl: string,
): Promise<void> {
  if (options['warm-up'] === 0) return
  console.error(`Warming up ...`)
  await readIntoMemory(databaseUrl)
  const seconds = options['warm-up'] / LISTS.length
  for (const name of LISTS) {
    signal.throwIfAborted()
    const collection = await surveyCollection(databaseUrl, name)
    const variant = randomVariant({ name: `warm-up of ${name}`, url }, PAGES, (random) =>
      randomPage(collection, random, wholePages(collection)),
    )
    await measureVariant(variant, { ...options, client, seconds }, 0)
  }
}
