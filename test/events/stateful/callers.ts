import fc from 'fast-check'
import { CALLERS, type Caller } from './model.ts'
import type { Found } from './targets.ts'

export const anyCaller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS)

/** Most often somebody who may. */
export const creator: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Caller>('first', 'second', 'admin') },
  { weight: 1, arbitrary: anyCaller },
)

/** Most often the author of whichever event it is, for whom undefined stands. */
export const changer: fc.Arbitrary<Caller | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant<Caller>('admin') },
  { weight: 1, arbitrary: anyCaller },
)

export function changerOf({ event }: Found, caller: Caller | undefined): Caller {
  return caller ?? event?.author ?? 'first'
}
