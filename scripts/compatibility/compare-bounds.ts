import { judged, quoted, type Change, type Subject } from './change.ts'
import type { Pair } from './document.ts'
import type { Ways } from './ways.ts'

/** Keywords that a value must not be below. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties']
/** Keywords that a value must not be above; the last one is ours. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties', 'x-maximum-decimals']

export const BOUNDS: readonly string[] = [...LOWER, ...UPPER]

const MEND = 'Accept what was accepted, answer within what was promised: give it back its bound.'

/** Requests may be held to less than before, responses to more. */
export function compareBounds({ before, after }: Pair, subject: Subject, ways: Ways): Change[] {
  return BOUNDS.flatMap((key) => {
    const [old, present] = [bound(before[key], key), bound(after[key], key)]
    if (old === present) return []
    const isNarrower = LOWER.includes(key) ? present > old : present < old
    const breaks = isNarrower ? ways.inRequests : ways.inResponses
    return [judged(subject, wordsOf(key, before[key], after[key]), breaks, MEND)]
  })
}

function bound(value: unknown, key: string): number {
  if (typeof value === 'number') return value
  return LOWER.includes(key) ? -Infinity : Infinity
}

/** How a keyword has changed: `maximum` 50 instead of 100. */
export function wordsOf(key: string, before: unknown, after: unknown): string {
  if (before === undefined) return `new ${quoted(key)} ${quoted(after)}`
  if (after === undefined) return `no ${quoted(key)} any more, which was ${quoted(before)}`
  return `${quoted(key)} ${quoted(after)} instead of ${quoted(before)}`
}
