import { isDeepStrictEqual } from 'node:util'
import {
  breaking,
  harmless,
  KEEP,
  quoted,
  type Change,
  type Subject,
  classified,
} from './change.ts'
import { referenceName, resolve, text, type Documents, type Pair, type Ways } from './document.ts'

export const DEPRECATION_KEYWORDS: readonly string[] = [
  'deprecated',
  'x-deprecated-since',
  'x-sunset',
]

/** Deprecation marks that are new, gone, or have other dates. */
export function compareDeprecation({ before, after }: Pair, subject: Subject): Change[] {
  const was = before['deprecated'] === true
  const is = after['deprecated'] === true
  const [oldSunset, sunset] = [text(before, 'x-sunset'), text(after, 'x-sunset')]
  if (!was && is) {
    const since = text(after, 'x-deprecated-since')
    return [harmless(subject, `deprecated since ${since}, may be gone from ${sunset}`)]
  }
  if (was && !is) return [harmless(subject, 'no longer deprecated')]
  if (!is || sunset === oldSunset) return []
  const what = `may be gone from ${sunset} instead of ${oldSunset}`
  const remedy = `Clients have planned with ${quoted(oldSunset)}: put a sunset date off, never forward.`
  return [classified(subject, what, sunset < oldSunset, remedy)]
}

/**
 * Changes of keywords that these rules do not know. Their effect on clients is unknown too, so they count
 * as breaking; only a new extension (`x-...`) cannot affect existing clients.
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
      return breaking(subject, `another ${quoted(key)}`, remedy)
    })
}

/**
 * The names of two maps.
 * @param added the change of a new name; harmless if omitted.
 */
export function compareMembers(
  { before, after }: Pair,
  subject: Subject,
  noun: string,
  added = (name: string): Change => harmless(subject, `new ${noun} ${quoted(name)}`),
): Change[] {
  const gone = Object.keys(before).filter((name) => !(name in after))
  return [
    ...gone.map((name) => breaking(subject, `no ${noun} ${quoted(name)}`, KEEP)),
    ...Object.keys(after)
      .filter((name) => !(name in before))
      .map(added),
  ]
}

/** A break when the old ones that remain are no longer first and in their order. */
export function compareOrder(
  old: readonly unknown[],
  present: readonly unknown[],
  subject: Subject,
  [what, remedy]: readonly [string, string],
): Change[] {
  const kept = old.filter((each) => present.includes(each))
  return kept.every((each, index) => each === present[index])
    ? []
    : [breaking(subject, what, remedy)]
}

const REQUIRED = {
  required: 'is required',
  optional: 'may be missing',
  remedy: 'Clients do not send it: leave it optional.',
}

/** A request must not need more than before, a response must not lack more. */
export function compareRequired(
  [was, is]: readonly [boolean, boolean],
  subject: Subject,
  { inRequests, inResponses }: Ways,
  { required, optional, remedy } = REQUIRED,
): Change[] {
  if (was === is) return []
  return is
    ? [classified(subject, required, inRequests, remedy)]
    : [classified(subject, optional, inResponses, 'Clients rely on it: always send it.')]
}

/** `required` of both. */
export function isRequired({ before, after }: Pair): [boolean, boolean] {
  return [before['required'] === true, after['required'] === true]
}

/**
 * Two nodes that may be references. A component that both refer to is not compared here: every component
 * is compared once, under its own name.
 */
export function compareReferred(
  { before, after }: Pair,
  documents: Documents,
  compare: (pair: Pair) => Change[],
): Change[] {
  const name = referenceName(before)
  if (name !== '' && name === referenceName(after)) return []
  return compare({
    before: resolve(documents.before, before),
    after: resolve(documents.after, after),
  })
}
