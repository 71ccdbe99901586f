import { breaking, harmless, quoted, type Change, type Subject } from './change.ts'
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
  const mend = `Clients have planned with ${quoted(old)}: put a sunset date off, never forward.`
  return [breaking(subject, what, mend)]
}
