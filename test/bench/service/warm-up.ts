import { readIntoMemory } from '../database/catalogue-queries.ts'
import { measureVariant } from '../variants/measure-variants.ts'
import { randomPages, type World } from '../parts/world.ts'

/** Warms the service and its database up: caches are filled, and the program is compiled. */
export async function warmUp(world: World): Promise<void> {
  const { options, client, signal, databaseUrl } = world
  if (options['warm-up'] === 0) return
  console.error(`Warming up ...`)
  await readIntoMemory(databaseUrl)
  for (const of of ['artworks', 'events'] as const) {
    signal.throwIfAborted()
    const pages = await randomPages(world, `warm-up of ${of}`, { of })
    await measureVariant(pages, { ...options, client, seconds: options['warm-up'] / 2 }, 0)
  }
}
