import { randomUUID } from 'node:crypto'
import type { Sent, Send } from './http-client.ts'
import type { ContractOptions } from './options.ts'
import { bodyOf, type Answer, type Fault } from './validate/answer.ts'
import type { Operation, Contract } from './validate/contract.ts'
import {
  responsePlace,
  type Verdict,
  validatorOf,
  type Validator,
} from './validate/validate-response.ts'

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
  const outcomes = chains.map((): Outcome[] => [])
  const waiting = chains.entries()
  const worker = async (): Promise<void> => {
    for (const [index, chain] of waiting) {
      for (const one of chain) {
        if (signal.aborted) return
        outcomes[index]?.push(await runCase(session, one))
        onDone()
      }
    }
  }
  await Promise.all(Array.from({ length: session.options.concurrency }, worker))
  return outcomes.flat()
}

async function runCase(session: Session, { group, name, run }: Case): Promise<Outcome> {
  const began = performance.now()
  const { trial, failures } = newTrial(session)
  const outcome = (state: Outcome['state'], reason = ''): Outcome => {
    const seconds = (performance.now() - began) / 1_000
    return { group, name, state, failures, reason, seconds }
  }
  try {
    await run(trial)
  } catch (error) {
    if (!(error instanceof Skipped)) failures.push(broken(error))
    else if (failures.length === 0) return outcome('skipped', error.message)
  }
  return outcome(failures.length === 0 ? 'passed' : 'failed')
}

/** No answer at all, or one that the case could not make anything of. */
function broken(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, place: '', answer: undefined, sentBody: undefined }
}

/** What a case is given to try things with. */
export interface Trial {
  readonly session: Session
  /** Sends a request and holds the answer against the document. */
  ask(sent: Sent): Promise<Answer>
  /** The same, and notes when the status is none of those that are right. */
  expect(operation: Operation, sent: Sent, ...statuses: number[]): Promise<Answer>
  /** Notes a fault, of an answer where there is one. */
  note(fault: Fault, answer?: Answer): void
  /** Notes the fault unless the claim is true. */
  claim(isTrue: boolean, message: string, place: string, answer?: Answer): void
  skip(reason: string): never
}

/** A trial, and what was noted in it. */
function newTrial(session: Session): { trial: Trial; failures: Failure[] } {
  const failures: Failure[] = []
  const bodies = new WeakMap<Answer, string | undefined>()
  const note = (fault: Fault, answer?: Answer): void => {
    failures.push({ ...fault, answer, sentBody: answer && bodies.get(answer) })
  }
  const ask = async (sent: Sent): Promise<Answer> => {
    const answer = await session.send(sent)
    bodies.set(answer, sent.body)
    const verdict = session.validate(answer)
    for (const fault of verdict.faults) note(fault, answer)
    remember(session, answer, verdict)
    return answer
  }
  const trial: Trial = {
    session,
    ask,
    note,
    claim: (isTrue, message, place, answer) => {
      if (!isTrue) note({ message, place }, answer)
    },
    expect: async (operation, sent, ...statuses) => {
      const answer = await ask(sent)
      if (statuses.includes(answer.status)) return answer
      const place = responsePlace(session.contract, operation, statuses[0] ?? '')
      note({ message: `${answer.status} instead of ${statuses.join(' or ')}`, place }, answer)
      return answer
    },
    skip: (reason) => {
      throw new Skipped(reason)
    },
  }
  return { trial, failures }
}

function remember(session: Session, answer: Answer, { reached }: Verdict): void {
  for (const response of reached) {
    session.reached.add(response.split(' ').slice(0, 2).join(' '))
  }
  const { type, id } = (bodyOf(answer) ?? {}) as { type?: unknown; id?: unknown }
  if (answer.status >= 400 && typeof type === 'string') session.problemTypes.add(type)
  const [list = ''] = answer.url.split('?')
  if (answer.status === 201) session.made.add(`${list}${String(id)}/`)
}

/** One thing to try. */
export interface Case {
  /** What it is about: an operationId, or the template of a path. */
  readonly group: string
  /** Reads on from the group: `refuses a limit above 100`. */
  readonly name: string
  /** Whether it wants the record that its address names, so that there must be one. */
  readonly needsRecord?: boolean
  readonly run: (trial: Trial) => Promise<void>
}

/** Cases that follow one after another, as each builds on the ones before it. */
export type Chain = readonly Case[]

export interface Failure extends Fault {
  /** Undefined where the fault is of no single answer. */
  readonly answer: Answer | undefined
  /** The body that was sent. */
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

/** Thrown by a case that cannot be tried here. */
class Skipped extends Error {}

/** What all cases of one run share. */
export interface Session {
  readonly contract: Contract
  readonly options: ContractOptions
  readonly validate: Validator
  /** Counts, and otherwise just sends. */
  readonly send: Send
  /** Documented responses seen, as `listEvents 200`. */
  readonly reached: Set<string>
  /** Addresses that problems gave as their `type`. */
  readonly problemTypes: Set<string>
  /** Addresses of all records made, from the path on, also of those reported as deleted. */
  readonly made: Set<string>
  /** Lists that something was posted to, from the path on. */
  readonly posted: Set<string>
  /** What records that are made are called; those of no other run are. */
  readonly title: string
  requests(): number
}

export function newSession(contract: Contract, options: ContractOptions, send: Send): Session {
  let count = 0
  const posted = new Set<string>()
  return {
    contract,
    options,
    validate: ignoring(withOwnIds(validatorOf(contract)), options.ignoredHeaders),
    send: (sent) => {
      count += 1
      if (sent.method === 'POST') posted.add(sent.url.replace(/\?.*/, ''))
      return send(sent)
    },
    reached: new Set(),
    problemTypes: new Set(),
    made: new Set(),
    posted,
    title: `Contract test ${randomUUID().slice(0, 8)}`,
    requests: () => count,
  }
}

/** Every answer has an id of its own, by which it is found in a log. */
function withOwnIds(validate: Validator): Validator {
  const seen = new Set<string>()
  return (answer: Answer) => {
    const { faults, reached } = validate(answer)
    const id = answer.headers['x-request-id'] ?? ''
    const message = `X-Request-Id is ${id}, as it was of another answer`
    const repeated = { message, place: '/components/headers/XRequestId' }
    const all = id !== '' && seen.has(id) ? [...faults, repeated] : faults
    seen.add(id)
    return { faults: all, reached }
  }
}

/** Without what is said of headers that are not the deployment's own. */
function ignoring(validate: Validator, headers: readonly string[]): Validator {
  if (headers.length === 0) return validate
  const names = new RegExp(`^(The header )?(${headers.join('|')})\\b`, 'i')
  return (answer: Answer) => {
    const { faults, reached } = validate(answer)
    return { faults: faults.filter(({ message }) => !names.test(message)), reached }
  }
}
