import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { needsKey, paths } from './document.ts'

/** Returns the headers that a GET of a path needs: none, or a key with every scope. */
export async function readHeaders(
  db: Kysely<Database>,
): Promise<(template: string) => Readonly<Record<string, string>>> {
  const { key } = await makeApiKey(db, { scopes: ['admin'] })
  const isPrivate = new Set(
    paths
      .filter(({ operations }) => operations.some((one) => one.method === 'GET' && needsKey(one)))
      .map(({ template }) => template),
  )
  return (template) => (isPrivate.has(template) ? { authorization: `Bearer ${key}` } : {})
}
