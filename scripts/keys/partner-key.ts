import { connect } from '../../src/database/pool.ts'
import { issueKey } from './issue-key.ts'
import { findOrMakeOwner } from './owner.ts'

/** @returns a key of a user of that name, who may write all that partners write. */
export async function makePartnerKey(databaseUrl: string, ownerName: string): Promise<string> {
  const db = connect({
    databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    onConnectionError: () => {},
  })
  try {
    return await db.transaction().execute(async (trx) => {
      const { id: ownerId } = await findOrMakeOwner(trx, ownerName)
      const scopes = ['artworks:write', 'events:write']
      return (await issueKey(trx, { ownerId, scopes, lifetimeSeconds: null })).key
    })
  } finally {
    await db.destroy()
  }
}
