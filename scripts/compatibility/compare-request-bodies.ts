import { breaking, harmless, judged, KEEP, type Change, type Subject } from './change.ts'
import { compareMediaTypes } from './compare-media-types.ts'
import { compareUnknown } from './compare-unknown.ts'
import { part, referenceName, resolve, type Documents, type Pair } from './document.ts'
import { IN_REQUESTS } from './ways.ts'

const KNOWN = new Set(['description', 'required', 'content'])

/** The body that an operation takes, if it takes one. */
export function compareBody(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [was, is] = [pair.before, pair.after].map((node) => node['requestBody'] !== undefined)
  const old = part(pair.before, 'requestBody')
  const present = part(pair.after, 'requestBody')
  if (was && !is) return [breaking(subject, 'no request body', KEEP)]
  const after = resolve(documents.after, present)
  if (!was && is) {
    const mend = 'Clients do not send one: make it optional.'
    return [judged(subject, 'new request body', after['required'] === true, mend)]
  }
  const isNamed = referenceName(old) !== ''
  if (isNamed && referenceName(old) === referenceName(present)) return []
  return compareRequestBody({ before: resolve(documents.before, old), after }, subject, documents)
}

/** One request body, itself and not a reference to it. */
export function compareRequestBody(
  { before, after }: Pair,
  subject: Subject,
  documents: Documents,
): Change[] {
  return [
    ...requirement(before['required'] === true, after['required'] === true, subject),
    ...compareMediaTypes({ before, after }, subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown({ before, after }, subject, KNOWN),
  ]
}

function requirement(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  const mend = 'Clients do not always send one: leave it optional.'
  return is
    ? [breaking(subject, 'its request body is required', mend)]
    : [harmless(subject, 'its request body may be missing')]
}
