import { isDeepStrictEqual } from 'node:util'
import { breaking, harmless, quoted, type Change, type Subject, classified } from './change.ts'
import { text, type Pair } from './document.ts'

export const DEPRECATION_KEYWORDS: readonly string[] = [
  'deprecated',
  'x-deprecated-since',
  'x-sunset',
]

/** Marks of deprecation that are new, gone, or have other dates. */
export function compareDeprecation({ before, after }: Pair, subject: Subject): Change[] {
  const was = before['deprecated'] === true
  const is = after['deprecated'] === true
  const since = text(after, 'x-deprecated-since')
  const sunset = text(after, 'x-sunset')
  if (!was && is) {
    return [harmless(subject, `deprecated since ${since}, may be gone from ${sunset}`)]
  }
  if (was && !is) return [harmless(subject, 'no longer deprecated')]
  return is ? otherSunset(text(before, 'x-sunset'), sunset, subject) : []
}

function otherSunset(old: string, present: string, subject: Subject): Change[] {
  if (old === present) return []
  const what = `may be gone from ${present} instead of ${old}`
  if (present > old) return [harmless(subject, what)]
  const remedy = `Clients have planned with ${quoted(old)}: put a sunset date off, never forward.`
  return [breaking(subject, what, remedy)]
}

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
      const remedy = `Nobody has said yet what a change of ${quoted(key)} means to clients: put it back, or teach scripts/compatibility about it.`
      return classified(subject, `another ${quoted(key)}`, true, remedy)
    })
}
