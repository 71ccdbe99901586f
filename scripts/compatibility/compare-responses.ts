import { breaking, classified, quoted, type Change, type Subject } from './change.ts'
import {
  compareMembers,
  compareOrder,
  compareReferred,
  compareRequired,
  compareUnknown,
  isRequired,
} from './compare-keywords.ts'
import { compareSchemas, type Setting } from './compare-schemas.ts'
import {
  commonParts,
  components,
  parts,
  referenceName,
  type Documents,
  type Pair,
  IN_RESPONSES,
} from './document.ts'

const RESPONSE_KEYWORDS = new Set(['description', 'headers', 'content', 'links'])

/** The responses of an operation, by status. */
export function compareResponses(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const responses = parts(pair, 'responses')
  return [
    ...compareMembers(responses, subject, 'response', (status) => addedResponse(status, subject)),
    ...commonParts(responses).flatMap(([status, references]) => {
      const at: Subject = { kind: 'response', name: `${subject.name} ${status}` }
      return [
        ...compareNames(references, at, documents),
        ...compareReferred(references, documents, (both) => compareResponse(both, at, documents)),
      ]
    }),
  ]
}

/** `default` may stand for a success as well. */
function addedResponse(status: string, subject: Subject): Change {
  const isSuccess = /^(2|default$)/.test(status)
  const remedy = 'What SDKs return has one type: send a success with the status that it had.'
  return classified(subject, `new response ${quoted(status)}`, isSuccess, remedy)
}

/** SDKs have types of these names. A removed one is reported once, under its own name. */
function compareNames(pair: Pair, subject: Subject, { after }: Documents): Change[] {
  const [old, present] = [referenceName(pair.before), referenceName(pair.after)]
  if (old === present || old === '' || !(old in components(after, 'responses'))) return []
  const is = present === '' ? 'in place' : quoted(present)
  const remedy = 'Refer to what it was: SDKs have a type of that name.'
  return [breaking(subject, `${is} instead of ${quoted(old)}`, remedy)]
}

/** One response, itself and not a reference to it. */
export function compareResponse(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const headers = parts(pair, 'headers')
  return [
    ...compareMembers(headers, subject, 'header'),
    ...commonParts(headers).flatMap(([name, references]) => {
      const at: Subject = { kind: 'header', name: `${subject.name} ${name}` }
      return compareReferred(references, documents, (both) => compareHeader(both, at, documents))
    }),
    ...compareMediaTypes(pair, subject, { documents, ways: IN_RESPONSES }),
    ...compareMembers(parts(pair, 'links'), subject, 'link'),
    ...compareUnknown(pair, subject, RESPONSE_KEYWORDS),
  ]
}

const HEADER_KEYWORDS = new Set(['description', 'example', 'examples', 'required', 'schema'])

const HEADER_REQUIRED = { required: 'is always sent', optional: 'may be missing', remedy: '' }

/** One header, itself and not a reference to it. */
export function compareHeader(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareRequired(isRequired(pair), subject, IN_RESPONSES, HEADER_REQUIRED),
    ...compareSchemas(parts(pair, 'schema'), subject, { documents, ways: IN_RESPONSES }),
    ...compareUnknown(pair, subject, HEADER_KEYWORDS),
  ]
}

const MEDIA_TYPE_KEYWORDS = new Set(['schema', 'example', 'examples'])

const MEDIA_TYPE_ORDER = [
  'media types stand in another order',
  'SDKs take the first: keep the order, and add new ones at the end.',
] as const

/** The `content` of a request body or of a response. */
export function compareMediaTypes(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const content = parts(pair, 'content')
  const [old, present] = [Object.keys(content.before), Object.keys(content.after)]
  return [
    ...compareMembers(content, subject, 'media type'),
    // SDKs send and accept the first one that they know.
    ...compareOrder(old, present, subject, MEDIA_TYPE_ORDER),
    ...commonParts(content).flatMap(([, both]) => [
      ...compareSchemas(parts(both, 'schema'), subject, setting),
      ...compareUnknown(both, subject, MEDIA_TYPE_KEYWORDS),
    ]),
  ]
}
