import type { CatalogueSize } from '../../../scripts/demo/pool-sizes.ts'
import { hasTables, markFilled, selectFilledSize } from './bench-database-queries.ts'

/**
 * Marks an empty database as the bench's own, for catalogues of this size.
 * @throws when it contains other tables, or a catalogue of another size, whose figures would be wrong.
 */
export async function requireOwn(databaseUrl: string, size: CatalogueSize): Promise<void> {
  const filled = await selectFilledSize(databaseUrl)
  if (filled === undefined) {
    if (!(await hasTables(databaseUrl))) return markFilled(databaseUrl, size)
    throw new Error(
      'DATABASE_URL names a database that is not empty and was not filled by the bench. Name another one.',
    )
  }
  if (filled.artworks === size.artworks && filled.events === size.events) return
  throw new Error(
    `The database is the bench's for ${filled.artworks} artworks and ${filled.events} events: ` +
      `give --artworks ${filled.artworks} --events ${filled.events}, or name another one.`,
  )
}
