import fc from 'fast-check'
import { currentTag, type ModelEvent } from './model.ts'

/** What a request says of the state that the client has, in `If-Match` or `If-None-Match`. */
const CONDITIONS = [
  'current',
  'any',
  'several',
  'version',
  'stale',
  'weak',
  'garbled',
  'empty',
  'missing',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** Most often one that is met. */
export const ifMatch: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Condition>('current') },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
)

/** An empty header is a fault of its own here, which is told elsewhere. */
export const ifNoneMatch: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>('missing'),
  fc.constantFrom(...CONDITIONS.filter((kind) => kind !== 'empty')),
)

/** `If-Match` is held against the version of the event, strongly (contract: safe writes). */
export function isMatched(condition: Condition): boolean {
  return ['current', 'any', 'several', 'version'].includes(condition)
}

/** `If-None-Match` is held against the bytes, weakly (RFC 9110, section 13.1.2). */
export function isKnown(condition: Condition): boolean {
  return ['current', 'any', 'several', 'weak'].includes(condition)
}

/** The header's text; undefined when it is left out. */
export function conditionText(
  condition: Condition,
  event: ModelEvent | undefined,
): string | undefined {
  const current = event ? currentTag(event) : '"none"'
  const texts: Record<Condition, string | undefined> = {
    current,
    any: '*',
    several: `"other", W/"weak" ,${current}`,
    // As if something that the event embeds had changed.
    version: current.replace(/\..*/, '.other"'),
    stale: event?.etags.at(-2) ?? '"stale"',
    weak: `W/${current}`,
    garbled: current.slice(1),
    empty: '',
    missing: undefined,
  }
  return texts[condition]
}
