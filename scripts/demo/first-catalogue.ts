import type { Prepared } from '../../src/server/serve.ts'
import { isWithoutListings } from './first-catalogue-queries.ts'
import { loadDemoCatalogue } from './load-demo-catalogue.ts'

/** Enough for a page of every kind, loaded in well under a second. */
const FIRST_CATALOGUE = { artworks: 600, events: 120 }

/** Fills the embedded database when nothing is in it; a database of somebody's own is left alone. */
export async function loadFirstCatalogue({ database, db }: Prepared): Promise<void> {
  if (!database.embedded || !(await isWithoutListings(db))) return
  await loadDemoCatalogue(database.databaseUrl, FIRST_CATALOGUE)
}
