import { breaking, harmless, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareHeaders } from './compare-headers.ts'
import { compareMediaTypes } from './compare-media-types.ts'
import { compareUnknown } from './compare-unknown.ts'
import { part, referenceName, resolve, type Documents, type Pair } from './document.ts'
import { IN_RESPONSES } from './ways.ts'

const KNOWN = new Set(['description', 'headers', 'content'])

/** What an operation can answer, by status. */
export function compareResponses(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [old, present] = [part(pair.before, 'responses'), part(pair.after, 'responses')]
  const removed = Object.keys(old).filter((status) => !(status in present))
  const added = Object.keys(present).filter((status) => !(status in old))
  const kept = Object.keys(old).filter((status) => status in present)
  return [
    ...removed.map((status) => breaking(subject, `no answer ${quoted(status)}`, KEEP)),
    ...added.map((status) => harmless(subject, `new answer ${quoted(status)}`)),
    ...kept.flatMap((status) => {
      const [before, after] = [part(old, status), part(present, status)]
      const isNamed = referenceName(before) !== ''
      if (isNamed && referenceName(before) === referenceName(after)) return []
      const at: Subject = { kind: 'response', name: `${subject.name} ${status}` }
      return compareResponse(
        { before: resolve(documents.before, before), after: resolve(documents.after, after) },
        at,
        documents,
      )
    }),
  ]
}

/** One response, itself and not a reference to it. */
export function compareResponse(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareHeaders(pair, subject, documents),
    ...compareMediaTypes(pair, subject, { documents, ways: IN_RESPONSES }),
    ...compareUnknown(pair, subject, KNOWN),
  ]
}
