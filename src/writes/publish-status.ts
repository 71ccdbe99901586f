import type { components } from '../../generated/v1.ts'
import { Problem, unprocessable } from '../problems/problem.ts'

export type PublishStatus = components['schemas']['PublishStatus']

/** Where each state leads; the trigger keep_publish_status of the database has the same table. */
const NEXT: Readonly<Record<PublishStatus, readonly PublishStatus[]>> = {
  draft: ['published'],
  published: ['archived'],
  archived: ['published'],
}

/** @throws 409 naming the present state and what can come after it; staying is always allowed. */
export function requireTransition(from: PublishStatus, to: PublishStatus): void {
  if (from === to || NEXT[from].includes(to)) return
  throw new Problem(
    'invalid_transition',
    `The record is ${from} and cannot become ${to}. It can become ${NEXT[from].join(', ')}.`,
  )
}

/** @throws 422 for a record that would begin at its end. */
export function requireFirstStatus(status: PublishStatus): void {
  if (status !== 'archived') return
  throw unprocessable([
    { pointer: '/publish_status', detail: 'A new record is draft or published.' },
  ])
}
