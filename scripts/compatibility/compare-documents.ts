import { change, KEEP, quoted, type Change, type Subject } from './change.ts'
import {
  below,
  compareNodes,
  compareOrder,
  compareReferences,
  ignore,
  kept,
  members,
  missing,
  PROSE,
  referred,
  report,
  required,
  type At,
  type Compare,
  type Grammar,
} from './compare-nodes.ts'
import { compareSchemas, schema } from './compare-schemas.ts'
import {
  commonParts,
  components,
  derivedFields,
  isNode,
  list,
  METHODS,
  operations,
  parts,
  referenceName,
  resolve,
  text,
  type Documents,
  type Node,
  type Operation,
  type Pair,
} from './document.ts'

// Every difference between two contracts, prose apart, in the order of the contract: the changelog lists them. A
// difference is marked as breaking if it breaks generated clients, or if the other tools of find-breaks.ts may not see
// it. Those tools judge the rest: bounds, patterns, null, required fields of bodies, and scopes.

export function compareDocuments(documents: Documents): Change[] {
  const at: At = { subject: { kind: 'contract', name: 'contract' }, documents }
  return [
    ...compareNodes(documents, at, DOCUMENT),
    ...compareSpelling(documents),
    ...newDerivedFields(documents),
  ]
}

/** Fields that digests leave out from now on. A program of before still has them in its own digests. */
function newDerivedFields({ before, after }: Documents): Change[] {
  const old = derivedFields(before)
  // The release that begins with digests.
  if (old.length === 0) return []
  const remedy = 'The digest of a copy has it: let its changes be changes of the record.'
  return missing(derivedFields(after), old).map((name) =>
    change({ kind: 'field', name }, 'is derived', remedy),
  )
}

/** The operations, by method and path exactly as they are written. */
const compareOperations: Compare = (documents, _key, at) => {
  const [old, present] = [byRoute(documents.before), byRoute(documents.after)]
  const subjectOf = ({ id }: Operation): Subject => ({ kind: 'operation', name: id })
  return [
    ...[...old].flatMap(([route, before]) => {
      const subject = subjectOf(before)
      const after = present.get(route)
      return after === undefined
        ? [change(subject, `${quoted(route)} is gone or renamed`, KEEP)]
        : compareNodes({ before: before.node, after: after.node }, { ...at, subject }, OPERATION)
    }),
    ...[...present]
      .filter(([route]) => !old.has(route))
      .map(([route, added]) => change(subjectOf(added), `new operation, ${quoted(route)}`)),
    ...commonParts(parts(documents, 'paths')).flatMap(([name, pair]) =>
      compareNodes(pair, { ...at, subject: { kind: 'contract', name } }, PATH),
    ),
  ]
}

function byRoute(document: Node): Map<string, Operation> {
  return new Map(operations(document).map((each) => [`${each.method} ${each.path}`, each]))
}

/** Deprecation marks that are new, gone, or have other dates. */
const compareDeprecation: Compare = ({ before, after }, _key, { subject }) => {
  const [was, is] = [before['deprecated'] === true, after['deprecated'] === true]
  const [oldSunset, sunset] = [text(before, 'x-sunset'), text(after, 'x-sunset')]
  if (!was && is) {
    const since = text(after, 'x-deprecated-since')
    return [change(subject, `deprecated since ${since}, may be gone from ${sunset}`)]
  }
  if (was && !is) return [change(subject, 'no longer deprecated')]
  if (!is || sunset === oldSunset) return []
  const what = `may be gone from ${sunset} instead of ${oldSunset}`
  const remedy = `Clients have planned with ${quoted(oldSunset)}: put a sunset date off, never forward.`
  return [change(subject, what, sunset < oldSunset ? remedy : undefined)]
}

const compareParameters: Compare = (pair, _key, at) => {
  const { subject, documents } = at
  const old = parametersOf(documents.before, pair.before)
  const present = parametersOf(documents.after, pair.after)
  const remedy = 'Clients give them by their place: keep the order, and add new ones at the end.'
  return [
    ...[...old].flatMap(([key, before]) => {
      const after = present.get(key)
      if (after === undefined) return [change(subject, `no parameter ${before.title}`, KEEP)]
      const references = { before: before.reference, after: after.reference }
      return referred(references, at, (both) =>
        compareNodes(both, below(at, 'parameter', ` ${before.name}`), PARAMETER),
      )
    }),
    ...[...present.values()]
      .filter(({ key }) => !old.has(key))
      .map(({ title, isRequired }) => {
        const what = `new ${isRequired ? 'required ' : ''}parameter ${title}`
        return change(subject, what, isRequired ? NOT_SENT : undefined)
      }),
    // Methods of some SDKs, such as Java's, take the parameters by their position.
    ...compareOrder([...old.keys()], [...present.keys()], subject, 'parameters', remedy),
  ]
}

const NOT_SENT = 'Clients do not send it: make it optional.'

function parametersOf(document: Node, operation: Node) {
  const parameters = list(operation, 'parameters')
    .filter(isNode)
    .map((reference) => {
      const node = resolve(document, reference)
      const [name, place] = [text(node, 'name'), text(node, 'in')]
      const title = place === 'query' ? quoted(name) : `${quoted(name)} (${place})`
      const isRequired = node['required'] === true
      return { key: `${place} ${name}`, name, title, isRequired, reference }
    })
  return new Map(parameters.map((parameter) => [parameter.key, parameter]))
}

/** The request body of an operation, if it has one. */
const compareBody: Compare = (pair, key, at) => {
  const { subject, documents } = at
  if (pair.after[key] === undefined) return [change(subject, 'no request body', KEEP)]
  const bodies = parts(pair, key)
  if (pair.before[key] === undefined) {
    const isRequired = resolve(documents.after, bodies.after)['required'] === true
    return [change(subject, 'new request body', isRequired ? NOT_SENT : undefined)]
  }
  return referred(bodies, at, (both) => compareNodes(both, at, REQUEST_BODY))
}

/** `default` may stand for a success as well. */
function addedResponse(status: string, { subject }: At): Change {
  const isSuccess = /^(2|default$)/.test(status)
  const remedy = 'What SDKs return has one type: send a success with the status that it had.'
  return change(subject, `new response ${quoted(status)}`, isSuccess ? remedy : undefined)
}

/** Names that SDKs turn into the same name, or into that of a helper. */
function compareSpelling({ before, after }: Documents): Change[] {
  const ids = (document: Node) => operations(document).map(({ id }) => id)
  const schemas = (document: Node) => Object.keys(components(document, 'schemas'))
  return [
    ...newDuplicates(ids(before), ids(after), 'operation'),
    ...newDuplicates(schemas(before), schemas(after), 'schema'),
    ...newHelperNames(schemas(before), schemas(after)),
  ]
}

/** SDKs write names as their languages do: `list_events` becomes `listEvents`, and one of the two is overwritten. */
function newDuplicates(
  old: readonly string[],
  present: readonly string[],
  kind: Subject['kind'],
): Change[] {
  const spelling = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return present.flatMap((name, index) => {
    const other = present.find((each, at) => at !== index && spelling(each) === spelling(name))
    if (other === undefined || old.includes(name)) return []
    const remedy = 'Give it a name that differs by more than case and punctuation.'
    return [change({ kind, name }, `is ${quoted(other)} to SDKs`, remedy)]
  })
}

/** openapi-generator's Go has the functions `NewEvent` and the types `NullableEvent` beside the type `Event`. */
const HELPER_PREFIXES = ['New', 'Nullable']

/** Schemas whose name a generator gives to the helper of another schema: its code does not compile. */
function newHelperNames(old: readonly string[], present: readonly string[]): Change[] {
  return missing(present, old).flatMap((name) => {
    const prefix = HELPER_PREFIXES.find((each) => present.some((other) => name === each + other))
    if (prefix === undefined) return []
    const what = `is a helper of ${quoted(name.slice(prefix.length))} to SDKs`
    const remedy = `Give it a name that is not ${quoted(prefix)} and the name of another schema.`
    return [change({ kind: 'schema', name }, what, remedy)]
  })
}

const DEPRECATION: Grammar = {
  deprecated: compareDeprecation,
  // Compared with `deprecated`, where that is the same.
  'x-deprecated-since': ignore,
  'x-sunset': (pair, key, at) =>
    pair.before['deprecated'] === pair.after['deprecated'] ? compareDeprecation(pair, key, at) : [],
}

const content = members('media type', {
  each: (pair, _name, at) => compareNodes(pair, at, { ...PROSE, schema }),
  order: 'SDKs take the first: keep the order, and add new ones at the end.',
})

const REQUEST_BODY: Grammar = {
  ...PROSE,
  required: required(
    true,
    'Clients do not always send one: leave it optional.',
    'its request body ',
  ),
  content,
}

const PARAMETER: Grammar = {
  ...PROSE,
  ...DEPRECATION,
  name: kept(KEEP),
  in: kept(KEEP),
  required: required(true, NOT_SENT),
  schema,
}

const HEADER: Grammar = {
  ...PROSE,
  required: required(false, 'Clients rely on it: always send it.'),
  schema,
}

const RESPONSE: Grammar = {
  ...PROSE,
  headers: members('header', {
    each: (pair, name, at) =>
      referred(pair, at, (both) => compareNodes(both, below(at, 'header', ` ${name}`), HEADER)),
  }),
  content,
  links: members('link', {}),
}

const OPERATION: Grammar = {
  ...PROSE,
  operationId: kept('Give it back its operationId: SDKs have a method of that name.'),
  tags: kept('Give it back its tag: SDKs have a class of that name.'),
  ...DEPRECATION,
  security: report,
  parameters: compareParameters,
  requestBody: compareBody,
  responses: members('response', {
    each: (pair, status, at) => {
      const here = below(at, 'response', ` ${status}`)
      const [old, present] = [referenceName(pair.before), referenceName(pair.after)]
      return [
        ...(old === '' ? [] : compareReferences(old, present, 'responses', here)),
        ...referred(pair, here, (both) => compareNodes(both, here, RESPONSE)),
      ]
    },
    added: addedResponse,
  }),
}

const PATH: Grammar = {
  ...PROSE,
  ...Object.fromEntries(METHODS.map((method) => [method, ignore])),
}

const KEEP_CREDENTIAL = kept('Clients have this kind of credential: keep it.')

const CREDENTIAL: Grammar = {
  ...PROSE,
  // A hint for readers (OpenAPI 3.1, "Security Scheme Object").
  bearerFormat: ignore,
  type: KEEP_CREDENTIAL,
  scheme: KEEP_CREDENTIAL,
}

/** SDKs name types after components. Those that are reported where they are referred to are not reported as new. */
function named(
  kind: Subject['kind'],
  compare: (pair: Pair, at: At) => Change[],
  isReportedWhenNew = false,
): Compare {
  return (pair, key, { documents }) => {
    const maps = parts(pair, key)
    const [old, present] = [Object.keys(maps.before), Object.keys(maps.after)]
    const remedy = `${KEEP} SDKs name types after it, so a new name breaks them as well.`
    return [
      ...old.flatMap((name) => {
        const at = { subject: { kind, name }, documents }
        if (!present.includes(name)) return [change(at.subject, 'gone or renamed', remedy)]
        return compare(parts(maps, name), at)
      }),
      ...(isReportedWhenNew ? missing(present, old) : []).map((name) =>
        change({ kind, name }, 'new'),
      ),
    ]
  }
}

function by(grammar: Grammar) {
  return (pair: Pair, at: At): Change[] => compareNodes(pair, at, grammar)
}

const COMPONENTS: Grammar = {
  schemas: named('schema', compareSchemas, true),
  parameters: named('parameter', by(PARAMETER)),
  requestBodies: named('request body', by(REQUEST_BODY)),
  responses: named('response', by(RESPONSE)),
  headers: named('header', by(HEADER)),
  // An example is prose, but the mock serves it by its name.
  examples: named('example', () => []),
  // Compared at the responses that have them.
  links: ignore,
  securitySchemes: named('credential', by(CREDENTIAL), true),
}

function serversByUrl(document: Node): Node {
  const servers = list(document, 'servers').filter(isNode)
  return Object.fromEntries(servers.map((server) => [text(server, 'url'), server]))
}

const DOCUMENT: Grammar = {
  paths: compareOperations,
  // Receivers ignore messages that they do not know.
  webhooks: members('message', {
    each: (pair, name, at) =>
      compareNodes(parts(pair, 'post'), below(at, 'operation', ` ${name}`), OPERATION),
  }),
  components: (pair, key, at) => compareNodes(parts(pair, key), at, COMPONENTS),
  servers: members('server', {
    of: serversByUrl,
    order: 'Clients go to the first unless they are told otherwise: leave it the first.',
  }),
  info: ignore,
  // Compared at the operations that have them.
  tags: ignore,
  externalDocs: ignore,
}
