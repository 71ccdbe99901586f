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

/** A database on the same server, named after the one that `databaseUrl` names. */
export function siblingOf(databaseUrl: string, purpose: string): Sibling {
  const [, server = '', name, query = ''] = URL_PARTS.exec(databaseUrl) ?? []
  if (name === undefined) throw new Error('DATABASE_URL must name a database.')
  const sibling = `${decodeURIComponent(name)}_bench_${purpose}`
  return { url: `${server}/${encodeURIComponent(sibling)}${query}`, name: sibling }
}

/** Made where there is none. @returns its URL. */
export async function ensureSibling(databaseUrl: string, purpose: string): Promise<string> {
  const { url, name } = siblingOf(databaseUrl, purpose)
  await createDatabase(databaseUrl, name)
  return url
}

/**
 * Runs `work` on a copy of the database, which is gone afterwards: what writes leaves no trace in the
 * catalogue that later runs measure. The database may have no connections meanwhile.
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

/** Of a run that was killed. A copy has the mark of the database that it was made of. */
async function dropLeftover(databaseUrl: string, url: string, name: string): Promise<void> {
  if (!(await hasDatabase(databaseUrl, name))) return
  if ((await selectFilledSize(url)) === undefined) {
    throw new Error(`The database ${name} is not the bench's, and would be overwritten.`)
  }
  await dropDatabase(databaseUrl, name)
}
