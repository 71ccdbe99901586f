import type { Case } from '../run/case.ts'
import type { Writing } from '../values/valid-body.ts'
import { targetOf, write } from './author.ts'
import { requireRecord, type Life } from './life.ts'

/** `If-Match`, as the section "Safe writes" of the document says. */
export function preconditionCases(writing: Writing, life: Life): Case[] {
  const group = writing.operation.id
  return [
    {
      group,
      name: 'needs If-Match',
      run: async (trial) => {
        const { url } = requireRecord(trial, life)
        await write(trial, targetOf(writing, url), writing.body, 428)
      },
    },
    {
      group,
      name: 'refuses a stale If-Match',
      run: async (trial) => {
        const { url, etag, oldEtag } = requireRecord(trial, life)
        for (const stale of ['"contract-test"', `W/${etag}`, oldEtag || '"0.0"']) {
          const target = targetOf(writing, url, { 'if-match': stale })
          await write(trial, target, writing.body, 412)
        }
      },
    },
    {
      group,
      name: 'answers 404 to an id that is none',
      run: async (trial) => {
        const { url } = requireRecord(trial, life)
        for (const id of ['0', 'abc', '2147483647']) {
          const other = url.replace(/\d+\/$/, `${id}/`)
          await write(trial, targetOf(writing, other, { 'if-match': '*' }), writing.body, 404)
        }
      },
    },
  ]
}
