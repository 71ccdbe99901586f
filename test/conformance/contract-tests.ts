import { issueKey } from '../../src/api-keys/issue-key.ts'
import type { Scope } from '../../src/auth/principal.ts'
import { findOrMakeOwner } from '../../scripts/keys/make-key.ts'
import { verifyDeployment } from '../../scripts/contract/verify-deployment.ts'
import { readOptions } from '../../scripts/contract/options.ts'
import { reportLines } from '../../scripts/contract/report.ts'
import { interruption } from '../../scripts/programs/interruption.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import type { Verdict } from './verdict.ts'

/** The groups without a case that fits this service. A key or scope that lacks would skip more. */
const ALWAYS_SKIPPED = 2

/** The member of every gallery whose key the scratch service has. */
const OWNER = 'sdk-partner'

/** `npm run contract` with keys of every scope and permanent writes, because the database is temporary. */
export async function runContractTests({ url, db }: ScratchService): Promise<Verdict> {
  const keyOf = (scope: Scope): Promise<string> =>
    db.transaction().execute(async (trx) => {
      const { id: ownerId } = await findOrMakeOwner(trx, OWNER)
      return (await issueKey(trx, { ownerId, scopes: [scope], expiresAt: null })).key
    })
  const args = ['--base-url', url, '--key', await keyOf('admin'), '--write-permanent']
  for (const scope of ['artworks:write', 'catalogue:write', 'events:write'] as const) {
    args.push('--scoped-key', `${scope}=${await keyOf(scope)}`)
  }
  const options = readOptions(args)
  const watching = { onProgress: () => {}, signal: interruption }
  const { outcomes, requests } = await verifyDeployment(options, watching)
  const count = (wanted: string): number => outcomes.filter(({ state }) => state === wanted).length
  const isMoreSkipped = count('skipped') > ALWAYS_SKIPPED
  const failed = count('failed') + Number(isMoreSkipped)
  return {
    tool: 'npm run contract',
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    text: failed === 0 ? `${requests} requests` : reportLines(outcomes, false).join('\n'),
  }
}
