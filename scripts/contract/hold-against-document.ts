import { allChains, type AllChains } from './cases/all-cases.ts'
import { problemPageCases } from './cases/problem-pages.ts'
import { cleanUp } from './clean-up.ts'
import { checkKeys } from './check-keys.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { httpClient } from './http-client.ts'
import { CannotTry, loadContract } from './load-contract.ts'
import type { Contract } from './judge/contract.ts'
import type { ContractOptions } from './options.ts'
import type { Chain } from './run/case.ts'
import type { Outcome } from './run/outcome.ts'
import { runChains } from './run/run-chains.ts'
import { newSession } from './run/session.ts'
import { survey } from './survey.ts'

export interface Result {
  readonly contract: Contract
  readonly outcomes: readonly Outcome[]
  readonly coverage: readonly Coverage[]
  readonly requests: number
  /** Records that were made and are still there. */
  readonly leftovers: readonly string[]
  /** How many cases were left when the run was stopped. */
  readonly untried: number
}

export interface Watching {
  readonly onProgress: (done: number, total: number) => void
  /** Stops after the cases that are running; what was made is deleted all the same. */
  readonly signal: AbortSignal
}

/**
 * Holds a deployment against its document.
 * @throws CannotTry when there is nothing to hold against anything.
 */
export async function holdAgainstDocument(
  options: ContractOptions,
  { onProgress, signal }: Watching,
): Promise<Result> {
  const { origin } = new URL(options.baseUrl)
  const client = httpClient(origin, options.concurrency, options.timeoutMs)
  try {
    const contract = await loadContract(options, client.send)
    const session = newSession(contract, options, client.send)
    await checkKeys(session)
    const all = allChains(contract, await survey(contract, session.send), session.title)
    const phases = phasesOf(all, options)
    const total = phases.flat(2).length
    let done = 0
    const advance = (): void => onProgress((done += 1), total)
    const outcomes: Outcome[] = []
    for (const chains of phases) {
      outcomes.push(...(await runChains(session, chains, advance, signal)))
    }
    const root = contract.apiRoot.replace(/\/api\/v1$/, '')
    const pages = [problemPageCases(session.problemTypes, root)]
    outcomes.push(...(await runChains(session, pages, () => {}, signal)))
    const untried = total + pages.flat().length - outcomes.length
    const leftovers = await cleanUp(session)
    const coverage = coverageOf(session)
    const requests = session.requests()
    return { contract, outcomes, coverage, requests, leftovers, untried }
  } finally {
    client.close()
  }
}

/** What others see change while they page through it would look like a fault: that is made last. */
function phasesOf({ reading, writing }: AllChains, options: ContractOptions): Chain[][] {
  const chosen = chosenChains([...reading, ...writing], options.only)
  if (!options.writePermanent) return [chosen]
  const isWriting = (chain: Chain): boolean => writing.includes(chain)
  return [chosen.filter((chain) => !isWriting(chain)), chosen.filter(isWriting)]
}

/** A chain whole or not at all, as its cases build on each other. */
function chosenChains(chains: readonly Chain[], only: readonly string[]): Chain[] {
  if (only.length === 0) return [...chains]
  const unknown = only.filter((name) => !chains.flat().some(({ group }) => group === name))
  if (unknown.length > 0)
    throw new CannotTry(`--only: there are no cases of ${unknown.join(', ')}.`)
  return chains.filter((chain) => chain.some(({ group }) => only.includes(group)))
}
