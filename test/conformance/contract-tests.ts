import { verifyDeployment } from '../../scripts/contract/verify-deployment.ts'
import { readOptions } from '../../scripts/contract/options.ts'
import { reportLines } from '../../scripts/contract/report.ts'
import { interruption } from '../../scripts/programs/interruption.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import type { Verdict } from './verdict.ts'

/** `npm run contract` with a key and permanent writes, because the database is temporary. */
export async function runContractTests({ url, key }: ScratchService): Promise<Verdict> {
  const options = readOptions(['--base-url', url, '--key', key, '--write-permanent'])
  const watching = { onProgress: () => {}, signal: interruption }
  const { outcomes, requests } = await verifyDeployment(options, watching)
  const count = (wanted: string): number => outcomes.filter(({ state }) => state === wanted).length
  const failed = count('failed')
  return {
    tool: 'npm run contract',
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    text: failed === 0 ? `${requests} requests` : reportLines(outcomes, false).join('\n'),
  }
}
