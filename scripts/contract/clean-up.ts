import type { Contract } from './judge/contract.ts'
import { draftsOf, listOfDrafts } from './drafts.ts'
import type { Session } from './run/session.ts'

/**
 * Deletes what is left of the records that were made: a case may have failed, or been lied to.
 * @returns the addresses of records that could not be deleted.
 */
export async function cleanUp(session: Session): Promise<string[]> {
  const left: string[] = []
  for (const url of session.made) {
    if (!(await isDeleted(session, url))) left.push(url)
  }
  for (const url of await ownDrafts(session)) {
    if (!session.made.has(url) && !(await isDeleted(session, url))) left.push(url)
  }
  return left
}

async function isDeleted({ contract, options, send }: Session, url: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${options.key ?? ''}`, 'if-match': '*' }
  if (!hasDelete(contract, url)) return false
  const answer = await send({ method: 'DELETE', url, headers }).catch(() => undefined)
  return answer !== undefined && [204, 404].includes(answer.status)
}

function hasDelete({ findPath }: Contract, url: string): boolean {
  return findPath(url)?.operations.some(({ method }) => method === 'DELETE') ?? false
}

/** Drafts of this run: a POST may have done its work and been answered as if it had not. */
async function ownDrafts({ contract, options, send, posted, title }: Session): Promise<string[]> {
  if (options.key === undefined) return []
  const headers = { authorization: `Bearer ${options.key}` }
  const found: string[] = []
  for (const url of posted) {
    const list = listOfDrafts(contract, url)
    if (list === undefined) continue
    const ask = (each: string) => send({ url: each, headers })
    // Where they cannot be listed, the cases have said so.
    const drafts = await draftsOf(contract, list, ask).catch(() => [])
    const own = drafts.filter((one) => String(one['title']).startsWith(title))
    found.push(...own.map(({ id }) => `${contract.apiRoot}${list.template}${String(id)}/`))
  }
  return [...new Set(found)]
}
