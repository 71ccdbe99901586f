import { isDeepStrictEqual } from 'node:util'
import { breaking, harmless, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareDeprecation, DEPRECATION_KEYWORDS } from './compare-deprecation.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareBody } from './compare-request-bodies.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import { compareUnknown } from './compare-unknown.ts'
import { METHODS, operations, part, type Documents, type Operation } from './document.ts'

const KNOWN = new Set([
  'operationId',
  'tags',
  'summary',
  'description',
  'externalDocs',
  'parameters',
  'requestBody',
  'responses',
  'security',
  ...DEPRECATION_KEYWORDS,
])

/** What clients can call: a method of a path, exactly as it is written. */
export function compareOperations(documents: Documents): Change[] {
  const old = byRoute(documents.before)
  const present = byRoute(documents.after)
  const added = [...present].filter(([route]) => !old.has(route))
  return [
    ...[...old].flatMap(([route, before]) => {
      const subject: Subject = { kind: 'operation', name: before.id }
      const after = present.get(route)
      return after === undefined
        ? [breaking(subject, `${quoted(route)} is gone or renamed`, KEEP)]
        : compareOperation(before, after, documents)
    }),
    ...added.map(([route, { id }]) =>
      harmless({ kind: 'operation', name: id }, `new operation, ${quoted(route)}`),
    ),
    ...comparePathItems(documents),
  ]
}

function byRoute(document: Documents['before']): Map<string, Operation> {
  return new Map(operations(document).map((each) => [`${each.method} ${each.path}`, each]))
}

function compareOperation(old: Operation, present: Operation, documents: Documents): Change[] {
  const subject: Subject = { kind: 'operation', name: old.id }
  const pair = { before: old.node, after: present.node }
  return [
    ...compareNames(old, present, subject),
    ...compareDeprecation(pair, subject),
    ...compareSecurity(pair, subject, documents),
    ...compareParameters(pair, subject, documents),
    ...compareBody(pair, subject, documents),
    ...compareResponses(pair, subject, documents),
    ...compareUnknown(pair, subject, KNOWN),
  ]
}

/** SDKs make methods of operationIds, and classes of tags. */
function compareNames(old: Operation, present: Operation, subject: Subject): Change[] {
  const changes: Change[] = []
  if (old.id !== present.id) {
    const mend = 'Give it back its operationId: SDKs have a method of that name.'
    changes.push(breaking(subject, `is ${quoted(present.id)} now`, mend))
  }
  if (!isDeepStrictEqual(old.node['tags'], present.node['tags'])) {
    const what = `has the tags ${quoted(present.node['tags'] ?? [])} instead of ${quoted(old.node['tags'] ?? [])}`
    changes.push(breaking(subject, what, 'Give it back its tag: SDKs have a class of that name.'))
  }
  return changes
}

/** What stands beside the methods of a path, such as parameters of them all. */
function comparePathItems({ before, after }: Documents): Change[] {
  const [old, present] = [part(before, 'paths'), part(after, 'paths')]
  const known = new Set([...METHODS, 'summary', 'description'])
  return Object.keys(old)
    .filter((path) => path in present)
    .flatMap((path) =>
      compareUnknown(
        { before: part(old, path), after: part(present, path) },
        { kind: 'contract', name: path },
        known,
      ),
    )
}
