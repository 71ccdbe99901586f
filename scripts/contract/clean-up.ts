import type { Contract } from './judge/contract.ts'
import type { Session } from './run/session.ts'

/**
 * Deletes what is left of the records that were made: a case may have failed, or been lied to.
 * @returns the addresses of records that could not be deleted.
 */
export async function cleanUp({ contract, options, send, made }: Session): Promise<string[]> {
  const left: string[] = []
  for (const url of made) {
    const authorization = `Bearer ${options.key ?? ''}`
    const headers = { authorization, 'if-match': '*' }
    const canDelete = hasDelete(contract, url)
    const answer = canDelete && (await send({ method: 'DELETE', url, headers }).catch(() => false))
    const isGone = typeof answer === 'object' && [204, 404].includes(answer.status)
    if (!isGone) left.push(url)
  }
  return left
}

function hasDelete({ findPath }: Contract, url: string): boolean {
  return findPath(url)?.operations.some(({ method }) => method === 'DELETE') ?? false
}
