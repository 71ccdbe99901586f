import { inputProblem, type Problem } from '../problem.ts'

/** A fault at one place of a request body. */
export interface BodyFault {
  /** RFC 6901; the empty string is the whole body. */
  readonly pointer: string
  /** What is wrong there and what would be right. Never holds the value. */
  readonly detail: string
}

/** Nobody mends more in one go, and an answer must not outgrow its request. */
export const MOST_FAULTS = 20

/** The first of the faults, each place once. Takes no more from `faults` than it needs. */
export function firstFaults(faults: Iterable<BodyFault>): BodyFault[] {
  const byPlace = new Map<string, BodyFault>()
  for (const fault of faults) {
    if (!byPlace.has(fault.pointer)) byPlace.set(fault.pointer, fault)
    if (byPlace.size === MOST_FAULTS) break
  }
  return [...byPlace.values()]
}

/** One problem (400) for all faults of a body. */
export function invalidBody(faults: readonly BodyFault[]): Problem {
  return inputProblem('invalid_request', faults)
}
