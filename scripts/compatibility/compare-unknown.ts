import { isDeepStrictEqual } from 'node:util'
import { harmless, judged, quoted, type Change, type Subject } from './change.ts'
import type { Pair } from './document.ts'

/**
 * Keywords that nothing here knows. What they mean to clients is not known either, so a change is taken
 * for a break; only a new extension (`x-...`) can mean nothing to those that are there.
 */
export function compareUnknown(
  { before, after }: Pair,
  subject: Subject,
  known: ReadonlySet<string>,
): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys]
    .filter((key) => !known.has(key) && !isDeepStrictEqual(before[key], after[key]))
    .map((key) => {
      const isNewExtension = key.startsWith('x-') && before[key] === undefined
      if (isNewExtension) return harmless(subject, `new ${quoted(key)}`)
      const mend = `Nobody has said yet what a change of ${quoted(key)} means to clients: put it back, or teach scripts/compatibility about it.`
      return judged(subject, `another ${quoted(key)}`, true, mend)
    })
}
