import {
  copyDatabase,
  createDatabase,
  dropDatabase,
  hasDatabase,
  selectFilledSize,
} from './bench-database-queries.ts'

const URL_PARTS = /^(postgres(?:ql)?:\/\/[^/?]*)\/([^?]+)(.*)$/s

interface Sibling {
  readonly url: string
  readonly name: string
}

/** A database on the same server, with a name derived from that in `databaseUrl`. */
export function siblingOf(databaseUrl: string, purpose: string): Sibling {
  const [, server = '', name, query = ''] = URL_PARTS.exec(databaseUrl) ?? []
  if (name === undefined) throw new Error('DATABASE_URL must name a database.')
  const sibling = `${decodeURIComponent(name)}_bench_${purpose}`
  return { url: `${server}/${encodeURIComponent(sibling)}${query}`, name: sibling }
}

/** Creates it if it does not exist. @returns its URL. */
export async function ensureSibling(databaseUrl: string, purpose: string): Promise<string> {
  const { url, name } = siblingOf(databaseUrl, purpose)
  await createDatabase(databaseUrl, name)
  return url
}

/**
 * Runs `work` on a temporary copy of the database, so that writes do not change the catalogue of later runs.
 * The database may have no connections during the copy.
 */
export async function onCopy<Result>(
  databaseUrl: string,
  work: (copyUrl: string) => Promise<Result>,
): Promise<Result> {
  const { url, name } = siblingOf(databaseUrl, 'copy')
  await dropLeftover(databaseUrl, url, name)
  await copyDatabase(databaseUrl, name)
  try {
    return await work(url)
  } finally {
    await dropDatabase(databaseUrl, name)
  }
}

/** Drops the copy of a killed run; a copy has the bench's mark, too. */
async function dropLeftover(databaseUrl: string, url: string, name: string): Promise<void> {
  if (!(await hasDatabase(databaseUrl, name))) return
  if ((await selectFilledSize(url)) === undefined) {
    throw new Error(`The database ${name} is not the bench's, and would be overwritten.`)
  }
  await dropDatabase(databaseUrl, name)
}
