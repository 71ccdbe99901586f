import type { Answer, Fault } from '../judge/answer.ts'

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
export class Skipped extends Error {}
