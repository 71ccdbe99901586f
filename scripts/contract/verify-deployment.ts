import { messageOf } from '../command-line.ts'
import { allChains, type AllChains } from './cases/all-cases.ts'
import { problemPageCases } from './cases/requests.ts'
import { collectionsOf, query } from './collection.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { draftsOf, listOfDrafts } from './drafts.ts'
import { httpClient, sendInTime } from './http-client.ts'
import { CannotTry, loadContract } from './load-contract.ts'
import type { ContractOptions } from './options.ts'
import { type Chain, type Outcome, runChains, newSession, type Session } from './run.ts'
import { survey } from './survey.ts'
import type { Contract } from './validate/contract.ts'

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

interface Watching {
  readonly onProgress: (done: number, total: number) => void
  /** Stops after the cases that are running; created records are deleted all the same. */
  readonly signal: AbortSignal
}

/**
 * Verifies a deployment against its document.
 * @throws CannotTry when one of them is missing.
 */
export async function verifyDeployment(
  options: ContractOptions,
  { onProgress, signal }: Watching,
): Promise<Result> {
  const { origin } = new URL(options.baseUrl)
  const client = httpClient(origin, options.concurrency, options.timeoutMs)
  try {
    const send = sendInTime(client.send, signal)
    const contract = await loadContract(options, send)
    const session = newSession(contract, options, send)
    const all = await chainsOf(session)
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

/** @throws CannotTry when a list that the cases are made of cannot be read, or a key is invalid. */
async function chainsOf(session: Session): Promise<AllChains> {
  const { contract, options, send, title } = session
  try {
    await checkKeys(session)
    return allChains(contract, await survey(contract, send, options.key), title)
  } catch (error) {
    throw new CannotTry(messageOf(error), { cause: error })
  }
}

/** Public changes come last: paging cases that run at the same time would fail. */
function phasesOf({ reading, writing }: AllChains, options: ContractOptions): Chain[][] {
  const chosen = chosenChains([...reading, ...writing], options.only)
  if (!options.writePermanent) return [chosen]
  const isWriting = (chain: Chain): boolean => writing.includes(chain)
  return [chosen.filter((chain) => !isWriting(chain)), chosen.filter(isWriting)]
}

/** Whole chains only, as their cases build on each other. */
function chosenChains(chains: readonly Chain[], only: readonly string[]): Chain[] {
  if (only.length === 0) return [...chains]
  const unknown = only.filter((name) => !chains.flat().some(({ group }) => group === name))
  if (unknown.length > 0)
    throw new CannotTry(`--only: there are no cases of ${unknown.join(', ')}.`)
  return chains.filter((chain) => chain.some(({ group }) => only.includes(group)))
}

/**
 * Checks that every key is valid, with a list that accepts a key without needing one.
 * @throws CannotTry naming an invalid key: with it, every write would be rejected.
 */
async function checkKeys({ contract, options, send }: Session): Promise<void> {
  const { key, scopedKeys } = options
  const { list } = collectionsOf(contract).find((each) => each.list.security.length > 0) ?? {}
  if (list === undefined) return
  const url = `${contract.apiRoot}${list.template}${query({ limit: 1 })}`
  const named = scopedKeys.map((one) => ({ name: `The key of ${one.scope}`, key: one.key }))
  const all = [...(key === undefined ? [] : [{ name: 'The key', key }]), ...named]
  for (const one of all) {
    const { status } = await send({ url, headers: { authorization: `Bearer ${one.key}` } })
    if (status !== 401) continue
    throw new CannotTry(`${one.name} is rejected: ${url} responds with 401. Has it expired?`)
  }
}

/**
 * Deletes the created records that are left: a case may have failed, or got a wrong response.
 * @returns the addresses of records that could not be deleted.
 */
async function cleanUp(session: Session): Promise<string[]> {
  const left: string[] = []
  for (const url of session.made) if (!(await isDeleted(session, url))) left.push(url)
  for (const url of await ownDrafts(session)) {
    if (!session.made.has(url) && !(await isDeleted(session, url))) left.push(url)
  }
  return left
}

async function isDeleted({ contract, options, send }: Session, url: string): Promise<boolean> {
  const { operations = [] } = contract.findPath(url) ?? {}
  if (!operations.some(({ method }) => method === 'DELETE')) return false
  const headers = { authorization: `Bearer ${options.key ?? ''}`, 'if-match': '*' }
  const response = await send({ method: 'DELETE', url, headers }).catch(() => undefined)
  return response !== undefined && [204, 404].includes(response.status)
}

/** Drafts of this run: a POST may have created a record and reported a failure. */
async function ownDrafts({ contract, options, send, posted, title }: Session): Promise<string[]> {
  if (options.key === undefined) return []
  const headers = { authorization: `Bearer ${options.key}` }
  const found: string[] = []
  for (const url of posted) {
    const list = listOfDrafts(contract, url)
    if (list === undefined) continue
    const ask = (each: string) => send({ url: each, headers })
    // The cases have reported drafts that cannot be listed.
    const drafts = await draftsOf(contract, list, ask).catch(() => [])
    const own = drafts.filter((one) => String(one['title']).startsWith(title))
    found.push(...own.map(({ id }) => `${contract.apiRoot}${list.template}${String(id)}/`))
  }
  return [...new Set(found)]
}
