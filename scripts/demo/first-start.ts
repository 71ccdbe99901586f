import type { Kysely } from 'kysely'
import { PARTNER_SCOPES } from '../../src/auth/principal.ts'
import type { Database } from '../../src/database/tables.ts'
import type { Prepared } from '../../src/server/serve.ts'
import { issueKey } from '../../src/api-keys/issue-key.ts'
import { findOrMakeOwner } from '../keys/make-key.ts'
import {
  isWithoutListings,
  hasApiKeys,
  joinFirstGallery,
  lockApiKeys,
} from './first-start-queries.ts'
import { loadDemoCatalogue } from './load-demo-catalogue.ts'

/** Enough for a page of every kind, loaded in well under a second. */
const FIRST_CATALOGUE = { artworks: 600, events: 120 }

/** Fills the embedded database when it is empty; a database given by DATABASE_URL is left alone. */
export async function loadFirstCatalogue({ database, db }: Prepared): Promise<void> {
  if (!database.embedded || !(await isWithoutListings(db))) return
  await loadDemoCatalogue(database.databaseUrl, FIRST_CATALOGUE)
}

const OWNER = 'demo-partner'

/**
 * Makes a key to try writing with, for the embedded database only, when it has none.
 * @returns the text to print, or undefined when no key was made.
 */
export async function makeFirstKey({ database, db }: Prepared): Promise<string | undefined> {
  if (!database.embedded || (await hasApiKeys(db))) return undefined
  const key = await makeKey(db)
  if (key === undefined) return undefined
  return `
  API key    ${key}
             of ${OWNER}, a member of the first gallery, for
             ${PARTNER_SCOPES.join(', ')}; shown only now`
}

/** Of two first starts at once, the second one finds the key of the first. */
function makeKey(db: Kysely<Database>): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockApiKeys(trx)
    if (await hasApiKeys(trx)) return undefined
    const { id: ownerId } = await findOrMakeOwner(trx, OWNER)
    await joinFirstGallery(trx, ownerId)
    const { key } = await issueKey(trx, { ownerId, scopes: PARTNER_SCOPES, expiresAt: null })
    return key
  })
}
