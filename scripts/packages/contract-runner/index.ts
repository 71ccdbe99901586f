import { CannotTry } from '../../contract/load-contract.ts'
import { readOptions } from '../../contract/options.ts'
import { failureText } from '../../contract/report.ts'
import { verifyDeployment } from '../../contract/verify-deployment.ts'

export interface VerifyOptions {
  /** An API key; without it, the run only reads. */
  readonly key?: string
  /** A file to read the document from, instead of the deployment. */
  readonly document?: string
  /** Groups of cases, mostly operationIds; all by default. */
  readonly only?: readonly string[]
  /** Also creates records of other kinds, and publishes; the public sees them until they are deleted. */
  readonly writePermanent?: boolean
  /** Concurrent requests; 4 by default. */
  readonly concurrency?: number
  /** Stops after the cases that are running; created records are deleted all the same. */
  readonly signal?: AbortSignal
}

export interface Outcome {
  /** An operationId, or another subject. */
  readonly group: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** The errors, each with its request, its response and its place in the document. */
  readonly failures: readonly string[]
  /** Why it was skipped. */
  readonly reason: string
  readonly seconds: number
}

/**
 * Verifies a deployment against the document that it publishes.
 * @param baseUrl such as `https://art.example`.
 * @returns the outcome of each case that ran.
 * @throws when no case could run, also because of an early abort.
 */
export async function verify(baseUrl: string, options: VerifyOptions = {}): Promise<Outcome[]> {
  const { signal = new AbortController().signal, ...own } = options
  const all = { ...readOptions(['--base-url', baseUrl]), ...own, only: [...(own.only ?? [])] }
  const { outcomes } = await verifyDeployment(all, { onProgress: () => {}, signal })
  // An empty list would look as if nothing had failed.
  if (outcomes.length === 0) throw new CannotTry('No case could run.', { cause: signal.reason })
  return outcomes.map((outcome) => ({ ...outcome, failures: outcome.failures.map(failureText) }))
}
