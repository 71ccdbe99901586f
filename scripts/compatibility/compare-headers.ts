import { breaking, harmless, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import { compareUnknown } from './compare-unknown.ts'
import { part, referenceName, resolve, type Documents, type Pair } from './document.ts'
import { IN_RESPONSES } from './ways.ts'

const KNOWN = new Set(['description', 'example', 'examples', 'required', 'schema'])

/** The headers of a response. */
export function compareHeaders(pair: Pair, subject: Subject, documents: Documents): Change[] {
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
    ...compareUnknown({ before, after }, subject, KNOWN),
  ]
}

function presence(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  return is
    ? [harmless(subject, 'is always sent')]
    : [breaking(subject, 'may be missing', 'Clients rely on it: always send it.')]
}
