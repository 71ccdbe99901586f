import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { messageOf } from '../command-line.ts'
import { TimedOut, type Sent, type Send } from './http-client.ts'
import type { ContractOptions } from './options.ts'
import {
  bodyOf,
  type ReceivedResponse,
  type ValidationError,
} from './validate/received-response.ts'
import type { Operation, Contract } from './validate/contract.ts'
import { responsePlace, validatorOf, type Validator } from './validate/validate-response.ts'

/**
 * Runs all cases, a limited number of chains at a time.
 * @param signal stops before the next case.
 * @returns the outcomes in the order of the cases.
 */
export async function runChains(
  session: Session,
  chains: readonly Chain[],
  onDone: () => void,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes = await pLimit(session.options.concurrency).map(chains, async (chain) => {
    const ofChain: Outcome[] = []
    for (const one of chain) {
      if (signal.aborted) break
      ofChain.push(await runCase(session, one))
      onDone()
    }
    return ofChain
  })
  return outcomes.flat()
}

async function runCase(session: Session, { group, name, run }: Case): Promise<Outcome> {
  const began = performance.now()
  const { trial, failures } = newTrial(session)
  const outcome = (state: Outcome['state'], reason = ''): Outcome => {
    const seconds = (performance.now() - began) / 1_000
    return { group, name, state, failures, reason, seconds }
  }
  // Each further case would take as long.
  if (session.timedOut.has(group)) {
    const seconds = session.options.timeoutMs / 1_000
    return outcome(
      'skipped',
      `not tried, as a request of the group got no response within ${seconds} s`,
    )
  }
  try {
    await run(trial)
  } catch (error) {
    if (error instanceof Error && error.cause instanceof TimedOut) session.timedOut.add(group)
    // Either there was no response, or the case could not read it.
    if (!(error instanceof Skipped)) trial.fail(messageOf(error), '')
    else if (failures.length === 0) return outcome('skipped', error.message)
  }
  return outcome(failures.length === 0 ? 'passed' : 'failed')
}

/** The means of a case to send requests and to record failures. */
export interface Trial {
  readonly session: Session
  /** Sends a request and validates the response against the contract. */
  send(sent: Sent): Promise<ReceivedResponse>
  /** The same; any other status than these is a failure. */
  expect(operation: Operation, sent: Sent, ...statuses: number[]): Promise<ReceivedResponse>
  /** Records a failure, with the response if there is one. */
  fail(message: string, place: string, response?: ReceivedResponse): void
  /** Records a failure unless the condition is true. */
  check(isTrue: boolean, message: string, place: string, response?: ReceivedResponse): void
  skip(reason: string): never
}

function newTrial(session: Session): { trial: Trial; failures: readonly Failure[] } {
  const failures: Failure[] = []
  const bodies = new WeakMap<ReceivedResponse, string | undefined>()
  const trial: Trial = {
    session,
    fail: (message, place, response) => {
      failures.push({ message, place, response, sentBody: response && bodies.get(response) })
    },
    check: (isTrue, message, place, response) => {
      if (!isTrue) trial.fail(message, place, response)
    },
    send: async (sent) => {
      const response = await session.send(sent)
      bodies.set(response, sent.body)
      const { errors, reached } = session.validate(response)
      for (const { message, place } of errors) trial.fail(message, place, response)
      record(session, response, reached)
      return response
    },
    expect: async (operation, sent, ...statuses) => {
      const response = await trial.send(sent)
      const place = responsePlace(session.contract, operation, statuses[0] ?? '')
      const message = `${response.status} instead of ${statuses.join(' or ')}`
      trial.check(statuses.includes(response.status), message, place, response)
      return response
    },
    skip: (reason) => {
      throw new Skipped(reason)
    },
  }
  return { trial, failures }
}

function record(session: Session, response: ReceivedResponse, reached: readonly string[]): void {
  for (const documented of reached) {
    session.reached.add(documented.split(' ').slice(0, 2).join(' '))
  }
  const { type, id } = (bodyOf(response) ?? {}) as { type?: unknown; id?: unknown }
  if (response.status >= 400 && typeof type === 'string') session.problemTypes.add(type)
  const [list = ''] = response.url.split('?')
  if (response.status === 201) session.made.add(`${list}${String(id)}/`)
}

export interface Case {
  /** Its subject: an operationId, or the template of a path. */
  readonly group: string
  /** Continues the group: `rejects a limit above 100`. */
  readonly name: string
  /** Whether the record at its address must exist. */
  readonly needsRecord?: boolean
  readonly run: (trial: Trial) => Promise<unknown>
}

/** The cases of one group, by name. */
export function casesOf(
  group: string,
  runs: Readonly<Record<string, Case['run']>>,
  needsRecord = false,
): Case[] {
  return Object.entries(runs).map(([name, run]) => ({ group, name, needsRecord, run }))
}

/** Cases that run one after another, because each depends on the earlier ones. */
export type Chain = readonly Case[]

export interface Failure extends ValidationError {
  /** Undefined if the failure does not belong to a single response. */
  readonly response: ReceivedResponse | undefined
  readonly sentBody: string | undefined
}

export interface Outcome {
  readonly group: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly failures: readonly Failure[]
  /** Why it was skipped. */
  readonly reason: string
  readonly seconds: number
}

/** Thrown by a case that cannot run here. */
class Skipped extends Error {}

/** The state that all cases of one run share. */
export interface Session {
  readonly contract: Contract
  readonly options: ContractOptions
  readonly validate: Validator
  readonly send: Send
  /** Groups with a request that got no response in time. */
  readonly timedOut: Set<string>
  /** Documented responses seen, as `listEvents 200`. */
  readonly reached: Set<string>
  /** The values of `type` in received problems. */
  readonly problemTypes: Set<string>
  /** Paths of all created records, also of those that were deleted later. */
  readonly made: Set<string>
  /** URLs of the lists to which a POST was sent, without the query. */
  readonly posted: Set<string>
  /** The title of created records, unique to this run. */
  readonly title: string
  requests(): number
}

export function newSession(contract: Contract, options: ContractOptions, send: Send): Session {
  let count = 0
  const posted = new Set<string>()
  return {
    contract,
    options,
    validate: sessionValidator(contract, options.ignoredHeaders),
    send: (sent) => {
      count += 1
      if (sent.method === 'POST') posted.add(sent.url.replace(/\?.*/, ''))
      return send(sent)
    },
    timedOut: new Set(),
    reached: new Set(),
    problemTypes: new Set(),
    made: new Set(),
    posted,
    title: `Contract test ${randomUUID().slice(0, 8)}`,
    requests: () => count,
  }
}

/**
 * Also verifies that `X-Request-Id` is unique, because it identifies a request in the log.
 * @param ignoredHeaders headers that the deployment does not set itself: their errors are ignored.
 */
function sessionValidator(contract: Contract, ignoredHeaders: readonly string[]): Validator {
  const validate = validatorOf(contract)
  const ignored = new RegExp(`^(The header )?(${ignoredHeaders.join('|')})\\b`, 'i')
  const seen = new Set<string>()
  return (response) => {
    const { errors, reached } = validate(response)
    const id = response.headers['x-request-id'] ?? ''
    const message = `X-Request-Id is ${id}, as it was of another response`
    const repeated = { message, place: '/components/headers/XRequestId' }
    const all = id !== '' && seen.has(id) ? [...errors, repeated] : errors
    seen.add(id)
    const isIgnored = (text: string): boolean => ignoredHeaders.length > 0 && ignored.test(text)
    return { errors: all.filter((error) => !isIgnored(error.message)), reached }
  }
}
