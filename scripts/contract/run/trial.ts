import { bodyOf, type Answer, type Fault } from '../judge/answer.ts'
import { responsePlace, type Verdict } from '../judge/judge.ts'
import type { Operation } from '../judge/contract.ts'
import type { Sent } from '../http-client.ts'
import { Skipped, type Failure } from './outcome.ts'
import type { Session } from './session.ts'

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
export function newTrial(session: Session): { trial: Trial; failures: Failure[] } {
  const failures: Failure[] = []
  const bodies = new WeakMap<Answer, string | undefined>()
  const note = (fault: Fault, answer?: Answer): void => {
    failures.push({ ...fault, answer, sentBody: answer && bodies.get(answer) })
  }
  const ask = async (sent: Sent): Promise<Answer> => {
    const answer = await session.send(sent)
    bodies.set(answer, sent.body)
    const verdict = session.judge(answer)
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
