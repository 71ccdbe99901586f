import { totalmem } from 'node:os'
import path from 'node:path'
import { projectRoot, readConfig } from '../../../src/config.ts'
import { startEmbeddedServer } from '../../../src/database/embedded-server.ts'
import type { CatalogueSize } from '../../../scripts/demo/pool-sizes.ts'
import { createDatabase } from './bench-database-queries.ts'
import { requireOwn } from './own-database.ts'

export interface BenchDatabase {
  /** The URL of the database with the catalogue. */
  readonly url: string
  /** A description of its place. */
  readonly name: string
  release(): Promise<void>
}

/** Not PostgreSQL's default database: other users of the embedded server keep connections to that. */
const EMBEDDED_NAME = 'catalogue'

/** The maximum share of memory that PostgreSQL's documentation advises. */
function sharedBuffers(): string {
  return `${Math.floor((totalmem() / 2 ** 20) * 0.4)}MB`
}

/**
 * The database that DATABASE_URL names, or an embedded one for catalogues of this size.
 * @throws when DATABASE_URL names a database that the bench has not filled.
 */
export async function openBenchDatabase(size: CatalogueSize): Promise<BenchDatabase> {
  const { databaseUrl } = readConfig()
  if (databaseUrl !== undefined) {
    await requireOwn(databaseUrl, size)
    return { url: databaseUrl, name: 'the database of DATABASE_URL', release: async () => {} }
  }
  const directory = path.join(projectRoot(), '.data', `bench-${size.artworks}-${size.events}`)
  const server = await startEmbeddedServer(directory, [`shared_buffers=${sharedBuffers()}`])
  const url = server.url(EMBEDDED_NAME)
  try {
    await createDatabase(server.url(), EMBEDDED_NAME)
    await requireOwn(url, size)
  } catch (error) {
    await server.release()
    throw error
  }
  return { url, name: path.relative('', directory), release: () => server.release() }
}
