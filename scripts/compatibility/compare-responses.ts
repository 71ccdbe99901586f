import {
  breaking,
  harmless,
  classified,
  KEEP,
  quoted,
  type Change,
  type Subject,
} from './change.ts'
import { compareUnknown } from './compare-keywords.ts'
import { compareSchemas, type Setting } from './compare-schemas.ts'
import {
  components,
  part,
  referenceName,
  resolve,
  type Documents,
  type Node,
  type Pair,
  IN_RESPONSES,
} from './document.ts'

const RESPONSE_KEYWORDS = new Set(['description', 'headers', 'content', 'links'])

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
  const remedy = 'What SDKs return has one type: answer a success with the status that it had.'
  return classified(subject, `new answer ${quoted(status)}`, isSuccess, remedy)
}

/** SDKs have types of these names. A removed one is reported once, under its own name. */
function compareNames(pair: Pair, subject: Subject, { after }: Documents): Change[] {
  const [old, present] = [referenceName(pair.before), referenceName(pair.after)]
  if (old === '' || !(old in components(after, 'responses'))) return []
  const is = present === '' ? 'in place' : quoted(present)
  const remedy = 'Refer to what it was: SDKs have a type of that name.'
  return [breaking(subject, `${is} instead of ${quoted(old)}`, remedy)]
}

/** One response, itself and not a reference to it. */
export function compareResponse(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareHeaders(pair, subject, documents),
    ...compareMediaTypes(pair, subject, { documents, ways: IN_RESPONSES }),
    ...compareLinks(pair, subject),
    ...compareUnknown(pair, subject, RESPONSE_KEYWORDS),
  ]
}

/** The links from a response to further operations. */
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

const HEADER_KEYWORDS = new Set(['description', 'example', 'examples', 'required', 'schema'])

/** The headers of a response. */
function compareHeaders(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [old, present] = [part(pair.before, 'headers'), part(pair.after, 'headers')]
  const removed = Object.keys(old).filter((name) => !(name in present))
  const added = Object.keys(present).filter((name) => !(name in old))
  const kept = Object.keys(old).filter((name) => name in present)
  return [
    ...removed.map((name) => breaking(subject, `no header ${quoted(name)}`, KEEP)),
    ...added.map((name) => harmless(subject, `new header ${quoted(name)}`)),
    ...kept.flatMap((name) => {
      const [before, after] = [part(old, name), part(present, name)]
      const isNamed = referenceName(before) !== ''
      if (isNamed && referenceName(before) === referenceName(after)) return []
      const at: Subject = { kind: 'header', name: `${subject.name} ${name}` }
      return compareHeader(
        { before: resolve(documents.before, before), after: resolve(documents.after, after) },
        at,
        documents,
      )
    }),
  ]
}

/** One header, itself and not a reference to it. */
export function compareHeader(
  { before, after }: Pair,
  subject: Subject,
  documents: Documents,
): Change[] {
  const schemas = { before: part(before, 'schema'), after: part(after, 'schema') }
  return [
    ...presence(before['required'] === true, after['required'] === true, subject),
    ...compareSchemas(schemas, subject, { documents, ways: IN_RESPONSES }),
    ...compareUnknown({ before, after }, subject, HEADER_KEYWORDS),
  ]
}

function presence(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  return is
    ? [harmless(subject, 'is always sent')]
    : [breaking(subject, 'may be missing', 'Clients rely on it: always send it.')]
}

const MEDIA_TYPE_KEYWORDS = new Set(['schema', 'example', 'examples'])

/** The `content` of a request body or of a response. */
export function compareMediaTypes(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const [old, present] = [part(pair.before, 'content'), part(pair.after, 'content')]
  const removed = Object.keys(old).filter((type) => !(type in present))
  const added = Object.keys(present).filter((type) => !(type in old))
  const kept = Object.keys(old).filter((type) => type in present)
  return [
    ...removed.map((type) => breaking(subject, `no media type ${quoted(type)}`, KEEP)),
    ...added.map((type) => harmless(subject, `new media type ${quoted(type)}`)),
    ...compareOrder(kept, Object.keys(present), subject),
    ...kept.flatMap((type) => {
      const [before, after] = [part(old, type), part(present, type)]
      const schemas = { before: part(before, 'schema'), after: part(after, 'schema') }
      return [
        ...compareSchemas(schemas, subject, setting),
        ...compareUnknown({ before, after }, subject, MEDIA_TYPE_KEYWORDS),
      ]
    }),
  ]
}

/** SDKs send and ask for the first one that they know. */
function compareOrder(
  kept: readonly string[],
  present: readonly string[],
  subject: Subject,
): Change[] {
  if (kept.every((type, index) => type === present[index])) return []
  const remedy = 'SDKs take the first: keep the order, and add new ones at the end.'
  return [breaking(subject, 'media types stand in another order', remedy)]
}
