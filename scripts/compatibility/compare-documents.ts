import {
  breaking,
  harmless,
  KEEP,
  quoted,
  type Change,
  type Subject,
  type SubjectKind,
} from './change.ts'
import { compareMembers, compareUnknown } from './compare-keywords.ts'
import {
  compareOperations,
  compareParameter,
  compareRequestBody,
  compareSecurityScheme,
} from './compare-operations.ts'
import { compareHeader, compareResponse } from './compare-responses.ts'
import { compareSchemas } from './compare-schemas.ts'
import {
  isNode,
  list,
  text,
  type Documents,
  type Node,
  components,
  parts,
  type Pair,
  waysOfSchemas,
  operations,
} from './document.ts'

const CONTRACT: Subject = { kind: 'contract', name: 'contract' }
/** Document-wide defaults and tags are compared at the operations that they apply to. */
const KNOWN = new Set([
  'info',
  'servers',
  'tags',
  'security',
  'paths',
  'components',
  'externalDocs',
])

/**
 * Every difference between two contracts, prose apart, in the order of the contract. Clients depend on more
 * than the transferred data: on the names that SDKs are made of, and on defaults.
 */
export function compareDocuments(documents: Documents): Change[] {
  return [
    ...compareOperations(documents),
    ...compareComponents(documents),
    ...compareSpelling(documents),
    ...compareServers(documents),
    ...compareUnknown(documents, CONTRACT, KNOWN),
  ]
}

/** SDKs send requests to the first server by default. */
function compareServers({ before, after }: Documents): Change[] {
  const [old, present] = [serversOf(before), serversOf(after)]
  const isOther = old.every((url) => present.includes(url)) && old[0] !== present[0]
  const remedy = 'Clients go there unless they are told otherwise: leave it the first.'
  return [
    ...compareMembers({ before: keyed(old), after: keyed(present) }, CONTRACT, 'server'),
    ...(isOther ? [breaking(CONTRACT, `first server ${quoted(present[0])}`, remedy)] : []),
  ]
}

function serversOf(document: Node): string[] {
  return list(document, 'servers')
    .filter(isNode)
    .map((server) => text(server, 'url'))
}

function keyed(names: readonly string[]): Node {
  return Object.fromEntries(names.map((name) => [name, {}]))
}

interface Kind {
  readonly subject: SubjectKind
  readonly compare: (pair: Pair, subject: Subject, documents: Documents) => Change[]
}

/** The components of both contracts; SDKs name their types after them. */
function compareComponents(documents: Documents): Change[] {
  // Only the released directions count: other directions have no clients yet.
  const waysOf = waysOfSchemas(documents.before)
  const compareNamedSchemas: Kind['compare'] = (pair, subject) =>
    compareSchemas(pair, subject, { documents, ways: waysOf(subject.name) })
  const kinds: Readonly<Record<string, Kind>> = {
    schemas: { subject: 'schema', compare: compareNamedSchemas },
    parameters: { subject: 'parameter', compare: compareParameter },
    requestBodies: { subject: 'request body', compare: compareRequestBody },
    responses: { subject: 'response', compare: compareResponse },
    headers: { subject: 'header', compare: compareHeader },
    // An example is prose, but the mock serves it by its name.
    examples: { subject: 'example', compare: () => [] },
    securitySchemes: { subject: 'credential', compare: compareSecurityScheme },
  }
  return Object.entries(kinds).flatMap(([key, kind]) => compareKind(key, kind, documents))
}

function compareKind(
  key: string,
  { subject: kind, compare }: Kind,
  documents: Documents,
): Change[] {
  const old = components(documents.before, key)
  const present = components(documents.after, key)
  const added = Object.keys(present).filter((name) => !(name in old))
  return [
    ...Object.keys(old).flatMap((name) => {
      const subject = { kind, name }
      if (!(name in present)) return [breaking(subject, 'gone or renamed', KEEP_NAME)]
      return compare(parts({ before: old, after: present }, name), subject, documents)
    }),
    ...(REPORTED_WHEN_NEW.includes(kind) ? added : []).map((name) =>
      harmless({ kind, name }, 'new'),
    ),
  ]
}

/** Other new components are reported where they are referred to. */
const REPORTED_WHEN_NEW: readonly SubjectKind[] = ['schema', 'credential']

const KEEP_NAME = `${KEEP} SDKs name types after it, so a new name breaks them as well.`

/**
 * Names that SDKs cannot distinguish: they write operationIds and names of schemas as their languages do,
 * so that `list_events` becomes `listEvents`, and one of the two is overwritten or numbered.
 */
function compareSpelling({ before, after }: Documents): Change[] {
  return [
    ...newDuplicates(operationIds(before), operationIds(after), 'operation'),
    ...newDuplicates(schemaNames(before), schemaNames(after), 'schema'),
    ...newHelperNames(schemaNames(before), schemaNames(after)),
  ]
}

/** openapi-generator's Go has the functions `NewEvent` and the types `NullableEvent` beside the type `Event`. */
const HELPER_PREFIXES = ['New', 'Nullable']

/** Schemas whose name a generator gives to the helper of another schema: its code does not compile. */
function newHelperNames(old: readonly string[], present: readonly string[]): Change[] {
  return present.flatMap((name) => {
    const prefix = HELPER_PREFIXES.find((each) => present.some((other) => name === each + other))
    if (prefix === undefined || old.includes(name)) return []
    const what = `is a helper of ${quoted(name.slice(prefix.length))} to SDKs`
    const remedy = `Give it a name that is not ${quoted(prefix)} and the name of another schema.`
    return [breaking({ kind: 'schema', name }, what, remedy)]
  })
}

function operationIds(document: Node): string[] {
  return operations(document).map(({ id }) => id)
}

function schemaNames(document: Node): string[] {
  return Object.keys(components(document, 'schemas'))
}

function newDuplicates(
  old: readonly string[],
  present: readonly string[],
  kind: SubjectKind,
): Change[] {
  return present.flatMap((name, index) => {
    const other = present.find((each, at) => at !== index && spelling(each) === spelling(name))
    if (other === undefined || old.includes(name)) return []
    const remedy = 'Give it a name that differs by more than case and punctuation.'
    return [breaking({ kind, name }, `is ${quoted(other)} to SDKs`, remedy)]
  })
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
