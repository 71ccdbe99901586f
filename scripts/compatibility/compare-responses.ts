import { breaking, harmless, judged, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareHeaders } from './compare-headers.ts'
import { compareMediaTypes } from './compare-media-types.ts'
import { compareUnknown } from './compare-unknown.ts'
import {
  components,
  part,
  referenceName,
  resolve,
  type Documents,
  type Node,
  type Pair,
} from './document.ts'
import { IN_RESPONSES } from './ways.ts'

const KNOWN = new Set(['description', 'headers', 'content', 'links'])

/** What an operation can answer, by status. */
export function compareResponses(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [old, present] = [part(pair.before, 'responses'), part(pair.after, 'responses')]
  const removed = Object.keys(old).filter((status) => !(status in present))
  const added = Object.keys(present).filter((status) => !(status in old))
  const kept = Object.keys(old).filter((status) => status in present)
  return [
    ...removed.map((status) => breaking(subject, `no answer ${quoted(status)}`, KEEP)),
    ...added.map((status) => addedAnswer(status, subject)),
    ...kept.flatMap((status) => {
      const [before, after] = [part(old, status), part(present, status)]
      const isNamed = referenceName(before) !== ''
      if (isNamed && referenceName(before) === referenceName(after)) return []
      const at: Subject = { kind: 'response', name: `${subject.name} ${status}` }
      return [
        ...compareNames({ before, after }, at, documents),
        ...compareResponse(
          { before: resolve(documents.before, before), after: resolve(documents.after, after) },
          at,
          documents,
        ),
      ]
    }),
  ]
}

/** `default` may stand for a success as well. */
function addedAnswer(status: string, subject: Subject): Change {
  const isSuccess = /^(2|default$)/.test(status)
  const mend = 'What SDKs return has one type: answer a success with the status that it had.'
  return judged(subject, `new answer ${quoted(status)}`, isSuccess, mend)
}

/** SDKs have types of these names. That one is gone at all is told once, under its own name. */
function compareNames(pair: Pair, subject: Subject, { after }: Documents): Change[] {
  const [old, present] = [referenceName(pair.before), referenceName(pair.after)]
  if (old === '' || !(old in components(after, 'responses'))) return []
  const is = present === '' ? 'in place' : quoted(present)
  const mend = 'Refer to what it was: SDKs have a type of that name.'
  return [breaking(subject, `${is} instead of ${quoted(old)}`, mend)]
}

/** One response, itself and not a reference to it. */
export function compareResponse(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareHeaders(pair, subject, documents),
    ...compareMediaTypes(pair, subject, { documents, ways: IN_RESPONSES }),
    ...compareLinks(pair, subject),
    ...compareUnknown(pair, subject, KNOWN),
  ]
}

/** What can be done next with what an answer tells. */
function compareLinks(pair: Pair, subject: Subject): Change[] {
  const [old, present] = [part(pair.before, 'links'), part(pair.after, 'links')]
  const [gone, added] = [missing(old, present), missing(present, old)]
  return [
    ...gone.map((name) => breaking(subject, `no link ${quoted(name)}`, KEEP)),
    ...added.map((name) => harmless(subject, `new link ${quoted(name)}`)),
  ]
}

function missing(from: Node, other: Node): string[] {
  return Object.keys(from).filter((name) => !(name in other))
}
