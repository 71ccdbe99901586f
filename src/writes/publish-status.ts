import type { components } from '../../generated/v1.ts'
import { Problem, unprocessable } from '../problems/problem.ts'

export type PublishStatus = components['schemas']['PublishStatus']

/** The allowed transitions. The trigger keep_publish_status enforces the same ones in the database. */
const TRANSITIONS: Readonly<Record<PublishStatus, readonly PublishStatus[]>> = {
  draft: ['published'],
  published: ['archived'],
  archived: ['published'],
}

/** @throws 409 naming the present state and the allowed ones. Staying in a state is always allowed. */
export function requireTransition(from: PublishStatus, to: PublishStatus): void {
  if (from === to || TRANSITIONS[from].includes(to)) return
  throw new Problem(
    'invalid_transition',
    `The record is ${from} and cannot become ${to}. It can become ${TRANSITIONS[from].join(', ')}.`,
  )
}

/** @throws 422 for a new record in the state `archived`. */
export function requireFirstStatus(status: PublishStatus): void {
  if (status !== 'archived') return
  throw unprocessable([
    { pointer: '/publish_status', detail: 'A new record is draft or published.' },
  ])
}
