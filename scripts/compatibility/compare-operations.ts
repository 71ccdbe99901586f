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
import {
  compareDeprecation,
  compareOrder,
  compareReferred,
  compareRequired,
  compareUnknown,
  DEPRECATION_KEYWORDS,
  isRequired,
} from './compare-keywords.ts'
import { compareResponses, compareMediaTypes } from './compare-responses.ts'
import { compareSchemas } from './compare-schemas.ts'
import {
  commonParts,
  METHODS,
  operations,
  parts,
  type Documents,
  type Operation,
  isNode,
  list,
  resolve,
  text,
  type Node,
  type Pair,
  IN_REQUESTS,
} from './document.ts'

const OPERATION_KEYWORDS = new Set([
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

/** The operations, by method and path exactly as they are written. */
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
        : compareOperation(before, after, subject, documents)
    }),
    ...added.map(([route, { id }]) =>
      harmless({ kind: 'operation', name: id }, `new operation, ${quoted(route)}`),
    ),
    ...comparePathItems(documents),
  ]
}

function byRoute(document: Node): Map<string, Operation> {
  return new Map(operations(document).map((each) => [`${each.method} ${each.path}`, each]))
}

function compareOperation(
  old: Operation,
  present: Operation,
  subject: Subject,
  documents: Documents,
): Change[] {
  const pair = { before: old.node, after: present.node }
  return [
    ...compareNames(old, present, subject),
    ...compareDeprecation(pair, subject),
    ...compareSecurity(pair, subject, documents),
    ...compareParameters(pair, subject, documents),
    ...compareBody(pair, subject, documents),
    ...compareResponses(pair, subject, documents),
    ...compareUnknown(pair, subject, OPERATION_KEYWORDS),
  ]
}

/** SDKs make methods of operationIds, and classes of tags. */
function compareNames(old: Operation, present: Operation, subject: Subject): Change[] {
  const changes: Change[] = []
  if (old.id !== present.id) {
    const remedy = 'Give it back its operationId: SDKs have a method of that name.'
    changes.push(breaking(subject, `is ${quoted(present.id)} now`, remedy))
  }
  if (!isDeepStrictEqual(old.node['tags'], present.node['tags'])) {
    const what = `has the tags ${quoted(present.node['tags'] ?? [])} instead of ${quoted(old.node['tags'] ?? [])}`
    changes.push(breaking(subject, what, 'Give it back its tag: SDKs have a class of that name.'))
  }
  return changes
}

/** The members of a path beside its methods, such as parameters of them all. */
function comparePathItems(documents: Documents): Change[] {
  const known = new Set([...METHODS, 'summary', 'description'])
  return commonParts(parts(documents, 'paths')).flatMap(([path, pair]) =>
    compareUnknown(pair, { kind: 'contract', name: path }, known),
  )
}

const PARAMETER_KEYWORDS = new Set([
  'name',
  'in',
  'description',
  'example',
  'examples',
  'required',
  'schema',
  ...DEPRECATION_KEYWORDS,
])

const PARAMETER_ORDER = [
  'parameters stand in another order',
  'Clients give them by their place: keep the order, and add new ones at the end.',
] as const

function compareParameters(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const old = parametersOf(documents.before, pair.before)
  const present = parametersOf(documents.after, pair.after)
  const added = [...present.values()].filter(({ key }) => !old.has(key))
  return [
    ...[...old].flatMap(([key, before]) => {
      const after = present.get(key)
      if (after === undefined) return [breaking(subject, `no parameter ${before.title}`, KEEP)]
      const at: Subject = { kind: 'parameter', name: `${subject.name} ${before.name}` }
      const references = { before: before.reference, after: after.reference }
      return compareReferred(references, documents, (both) => compareParameter(both, at, documents))
    }),
    ...added.map(({ title, isRequired: breaks }) => {
      const what = `new ${breaks ? 'required ' : ''}parameter ${title}`
      return classified(subject, what, breaks, 'Clients do not send it: make it optional.')
    }),
    // Methods of some SDKs, such as Java's, take the parameters by their position.
    ...compareOrder([...old.keys()], [...present.keys()], subject, PARAMETER_ORDER),
  ]
}

function parametersOf(document: Node, operation: Node) {
  const references = list(operation, 'parameters').filter(isNode)
  const parameters = references.map((reference) => {
    const node = resolve(document, reference)
    const [name, place] = [text(node, 'name'), text(node, 'in')]
    const title = place === 'query' ? quoted(name) : `${quoted(name)} (${place})`
    const key = `${place} ${name}`
    return { key, name, title, isRequired: node['required'] === true, reference }
  })
  return new Map(parameters.map((parameter) => [parameter.key, parameter]))
}

/** One parameter, itself and not a reference to it; its operations report its name. */
export function compareParameter(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareDeprecation(pair, subject),
    ...compareRequired(isRequired(pair), subject, IN_REQUESTS),
    ...compareSchemas(parts(pair, 'schema'), subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown(pair, subject, PARAMETER_KEYWORDS),
  ]
}

/** The request body of an operation, if it has one. */
function compareBody(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [was, is] = [pair.before, pair.after].map((node) => node['requestBody'] !== undefined)
  const bodies = parts(pair, 'requestBody')
  if (was && !is) return [breaking(subject, 'no request body', KEEP)]
  if (!was && is) {
    const { required } = resolve(documents.after, bodies.after)
    const remedy = 'Clients do not send one: make it optional.'
    return [classified(subject, 'new request body', required === true, remedy)]
  }
  return compareReferred(bodies, documents, (both) => compareRequestBody(both, subject, documents))
}

const BODY_KEYWORDS = new Set(['description', 'required', 'content'])

const BODY_REQUIRED = {
  required: 'its request body is required',
  optional: 'its request body may be missing',
  remedy: 'Clients do not always send one: leave it optional.',
}

/** One request body, itself and not a reference to it. */
export function compareRequestBody(pair: Pair, subject: Subject, documents: Documents): Change[] {
  return [
    ...compareRequired(isRequired(pair), subject, IN_REQUESTS, BODY_REQUIRED),
    ...compareMediaTypes(pair, subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown(pair, subject, BODY_KEYWORDS),
  ]
}

/** By the name of a scheme, the scopes; without a name, every client. */
type Requirement = Readonly<Record<string, readonly unknown[]>>

/** A client that could call an operation must be able to continue. */
function compareSecurity(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const old = requirements(documents.before, pair.before)
  const present = requirements(documents.after, pair.after)
  const [oldText, presentText] = [requirementsText(old), requirementsText(present)]
  if (oldText === presentText) return []
  const isEnough = (held: Requirement): boolean => present.some((needed) => covers(held, needed))
  const remedy = 'Ask for no more than before: clients have keys with those scopes.'
  const what = `credential: ${presentText} instead of ${oldText}`
  return [classified(subject, what, !old.every(isEnough), remedy)]
}

function requirements(document: Node, operation: Node): Requirement[] {
  const holder = operation['security'] === undefined ? document : operation
  const needed = list(holder, 'security').filter(isNode)
  return needed.length === 0 ? [{}] : (needed as Requirement[])
}

function covers(held: Requirement, needed: Requirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => scopes.every((scope) => held[scheme]?.includes(scope)) && scheme in held,
  )
}

function requirementsText(all: readonly Requirement[]): string {
  const texts = all.map((requirement) =>
    Object.entries(requirement)
      .map(([scheme, scopes]) =>
        scopes.length === 0 ? `\`${scheme}\`` : `\`${scheme}\` with \`${scopes.join(' ')}\``,
      )
      .join(' and '),
  )
  return texts.map((each) => each || 'none').join(' or ')
}

const SCHEME_KEYWORDS = ['type', 'scheme', 'in', 'name']

/** The kind of credential itself. */
export function compareSecurityScheme(pair: Pair, subject: Subject): Change[] {
  const changed = SCHEME_KEYWORDS.filter((key) => pair.before[key] !== pair.after[key])
  const remedy = 'Clients have this kind of credential: keep it.'
  return [
    ...changed.map((key) => breaking(subject, `another \`${key}\``, remedy)),
    ...compareUnknown(pair, subject, new Set([...SCHEME_KEYWORDS, 'description', 'bearerFormat'])),
  ]
}
