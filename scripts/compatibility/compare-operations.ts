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
import { compareDeprecation, DEPRECATION_KEYWORDS, compareUnknown } from './compare-keywords.ts'
import { compareResponses, compareMediaTypes } from './compare-responses.ts'
import { compareSchemas } from './compare-schemas.ts'
import {
  METHODS,
  operations,
  part,
  type Documents,
  type Operation,
  isNode,
  list,
  referenceName,
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

/** The parameters of an operation. */
function compareParameters(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const old = parametersOf(documents.before, pair.before)
  const present = parametersOf(documents.after, pair.after)
  const added = [...present].filter(([key]) => !old.has(key))
  return [
    ...[...old].flatMap(([key, before]) => {
      const after = present.get(key)
      if (after === undefined) return [breaking(subject, `no parameter ${named(before)}`, KEEP)]
      const isNamed = before.component !== ''
      if (isNamed && before.component === after.component) return []
      const at: Subject = { kind: 'parameter', name: `${subject.name} ${before.name}` }
      return compareParameter({ before: before.node, after: after.node }, at, documents)
    }),
    ...added.map(([, parameter]) => addedParameter(parameter, subject)),
    ...compareOrder([...old.keys()], [...present.keys()], subject),
  ]
}

/** Methods of some SDKs, Java's among them, take the parameters one by one, in this order. */
function compareOrder(
  old: readonly string[],
  present: readonly string[],
  subject: Subject,
): Change[] {
  const kept = old.filter((key) => present.includes(key))
  if (kept.every((key, index) => key === present[index])) return []
  const remedy = 'Clients give them by their place: keep the order, and add new ones at the end.'
  return [breaking(subject, 'parameters stand in another order', remedy)]
}

interface Parameter {
  readonly name: string
  readonly place: string
  /** The name that it has below `components`, if any. */
  readonly component: string
  readonly node: Node
}

function parametersOf(document: Node, operation: Node): Map<string, Parameter> {
  const nodes = list(operation, 'parameters').filter(isNode)
  return new Map(
    nodes.map((reference) => {
      const node = resolve(document, reference)
      const [name, place] = [text(node, 'name'), text(node, 'in')]
      return [`${place} ${name}`, { name, place, component: referenceName(reference), node }]
    }),
  )
}

function addedParameter(parameter: Parameter, subject: Subject): Change {
  const isRequired = parameter.node['required'] === true
  const what = `new ${isRequired ? 'required ' : ''}parameter ${named(parameter)}`
  return classified(subject, what, isRequired, 'Clients do not send it: make it optional.')
}

function named({ name, place }: Parameter): string {
  return place === 'query' ? quoted(name) : `${quoted(name)} (${place})`
}

/** One parameter, itself and not a reference to it; its operations report its name. */
export function compareParameter(
  { before, after }: Pair,
  subject: Subject,
  documents: Documents,
): Change[] {
  const schemas = { before: part(before, 'schema'), after: part(after, 'schema') }
  return [
    ...compareDeprecation({ before, after }, subject),
    ...compareParameterRequired(before['required'] === true, after['required'] === true, subject),
    ...compareSchemas(schemas, subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown({ before, after }, subject, PARAMETER_KEYWORDS),
  ]
}

function compareParameterRequired(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  return is
    ? [breaking(subject, 'is required', 'Clients do not send it: leave it optional.')]
    : [harmless(subject, 'may be missing')]
}

const BODY_KEYWORDS = new Set(['description', 'required', 'content'])

/** The body that an operation takes, if it takes one. */
function compareBody(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const [was, is] = [pair.before, pair.after].map((node) => node['requestBody'] !== undefined)
  const old = part(pair.before, 'requestBody')
  const present = part(pair.after, 'requestBody')
  if (was && !is) return [breaking(subject, 'no request body', KEEP)]
  const after = resolve(documents.after, present)
  if (!was && is) {
    const remedy = 'Clients do not send one: make it optional.'
    return [classified(subject, 'new request body', after['required'] === true, remedy)]
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
    ...compareBodyRequired(before['required'] === true, after['required'] === true, subject),
    ...compareMediaTypes({ before, after }, subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown({ before, after }, subject, BODY_KEYWORDS),
  ]
}

function compareBodyRequired(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  const remedy = 'Clients do not always send one: leave it optional.'
  return is
    ? [breaking(subject, 'its request body is required', remedy)]
    : [harmless(subject, 'its request body may be missing')]
}

/** By the name of a scheme, the scopes; without a name, every client. */
type Requirement = Readonly<Record<string, readonly unknown[]>>

/** A client that could call an operation must be able to continue. */
function compareSecurity(pair: Pair, subject: Subject, documents: Documents): Change[] {
  const old = requirements(documents.before, pair.before)
  const present = requirements(documents.after, pair.after)
  if (words(old) === words(present)) return []
  const isEnough = (held: Requirement): boolean => present.some((asked) => covers(held, asked))
  const remedy = 'Ask for no more than before: clients have keys with those scopes.'
  const what = `asks for ${words(present)} instead of ${words(old)}`
  return [classified(subject, what, !old.every(isEnough), remedy)]
}

function requirements(document: Node, operation: Node): Requirement[] {
  const holder = operation['security'] === undefined ? document : operation
  const asked = list(holder, 'security').filter(isNode)
  return asked.length === 0 ? [{}] : (asked as Requirement[])
}

function covers(held: Requirement, asked: Requirement): boolean {
  return Object.entries(asked).every(([scheme, scopes]) => {
    const own = held[scheme]
    return own !== undefined && scopes.every((scope) => own.includes(scope))
  })
}

function words(asked: readonly Requirement[]): string {
  return asked.map(wordsOf).join(' or ')
}

function wordsOf(requirement: Requirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? `\`${scheme}\`` : `\`${scheme}\` with \`${scopes.join(' ')}\``,
  )
  return schemes.length === 0 ? 'nothing' : schemes.join(' and ')
}

/** The kind of credential itself. */
export function compareSecurityScheme({ before, after }: Pair, subject: Subject): Change[] {
  const changed = ['type', 'scheme', 'in', 'name'].filter((key) => before[key] !== after[key])
  return [
    ...changed.map((key) =>
      breaking(subject, `another \`${key}\``, 'Clients have this kind of credential: keep it.'),
    ),
    ...compareUnknown(
      { before, after },
      subject,
      new Set(['type', 'scheme', 'in', 'name', 'description', 'bearerFormat']),
    ),
  ]
}
