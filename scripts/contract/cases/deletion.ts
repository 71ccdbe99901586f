import type { Case } from '../run/case.ts'
import { authorized } from './author.ts'
import { requireRecord, type Life } from './life.ts'

/** The end of a record, for good. */
export function deletionCases(life: Life): Case[] {
  const remove = life.operations.find(({ method }) => method === 'DELETE')
  const retrieve = life.operations.find(({ method }) => method === 'GET')
  if (remove === undefined || retrieve === undefined) return []
  const { id: group, method } = remove
  return [
    {
      group,
      name: 'needs an If-Match that is not stale',
      run: async (trial) => {
        const { url, oldEtag } = requireRecord(trial, life)
        await trial.expect(remove, { method, url, headers: authorized(trial) }, 428)
        const headers = authorized(trial, { 'if-match': oldEtag || '"0.0"' })
        await trial.expect(remove, { method, url, headers }, 412)
      },
    },
    {
      group,
      name: 'refuses a parameter that it has not',
      run: async (trial) => {
        const { url, etag } = requireRecord(trial, life)
        const headers = authorized(trial, { 'if-match': etag })
        await trial.expect(remove, { method, url: `${url}?contract_test=1`, headers }, 400)
      },
    },
    {
      group,
      name: 'deletes the record, and 404 follows',
      run: async (trial) => {
        const { url, etag } = requireRecord(trial, life)
        const headers = authorized(trial, { 'if-match': etag })
        await trial.expect(remove, { method, url, headers }, 204)
        await trial.expect(retrieve, { url, headers: authorized(trial) }, 404)
        await trial.expect(remove, { method, url, headers }, 404)
      },
    },
  ]
}
