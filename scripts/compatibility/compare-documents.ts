import {
  breaking,
  harmless,
  KEEP,
  quoted,
  type Change,
  type Subject,
  type SubjectKind,
} from './change.ts'
import { compareUnknown } from './compare-keywords.ts'
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
  part,
  type Pair,
  waysOfSchemas,
  operations,
} from './document.ts'

const CONTRACT: Subject = { kind: 'contract', name: 'contract' }
/** Defaults of the document are compared where they hold, tags where operations have them. */
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
 * Everything that is different between two contracts, prose apart, in the order of the contract. What
 * clients break of is more than what goes over the wire: the names that SDKs are made of, and defaults.
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

/** The first server is where SDKs send requests by default. */
function compareServers({ before, after }: Documents): Change[] {
  const [old, present] = [serversOf(before), serversOf(after)]
  const removed = old.filter((url) => !present.includes(url))
  const added = present.filter((url) => !old.includes(url))
  const isOther = removed.length === 0 && old[0] !== present[0]
  const remedy = 'Clients go there unless they are told otherwise: leave it the first.'
  return [
    ...removed.map((url) => breaking(CONTRACT, `no server ${quoted(url)}`, KEEP)),
    ...added.map((url) => harmless(CONTRACT, `new server ${quoted(url)}`)),
    ...(isOther ? [breaking(CONTRACT, `first server ${quoted(present[0])}`, remedy)] : []),
  ]
}

function serversOf(document: Node): string[] {
  return list(document, 'servers')
    .filter(isNode)
    .map((server) => text(server, 'url'))
}

type CompareComponent = (pair: Pair, subject: Subject, documents: Documents) => Change[]

interface Kind {
  readonly subject: SubjectKind
  readonly compare: CompareComponent
}

/** Everything that has a name in both contracts; SDKs name their types after it. */
function compareComponents(documents: Documents): Change[] {
  return Object.entries(kindsOf(documents)).flatMap(([key, kind]) =>
    compareKind(key, kind, documents),
  )
}

/** By the place below `components`. What an example shows is prose, but its name can be asked for. */
function kindsOf(documents: Documents): Readonly<Record<string, Kind>> {
  return {
    schemas: { subject: 'schema', compare: compareNamedSchemas(documents) },
    parameters: { subject: 'parameter', compare: compareParameter },
    requestBodies: { subject: 'request body', compare: compareRequestBody },
    responses: { subject: 'response', compare: compareResponse },
    headers: { subject: 'header', compare: compareHeader },
    examples: { subject: 'example', compare: () => [] },
    securitySchemes: { subject: 'credential', compare: compareSecurityScheme },
  }
}

function compareKind(
  key: string,
  { subject: kind, compare }: Kind,
  documents: Documents,
): Change[] {
  const old = components(documents.before, key)
  const present = components(documents.after, key)
  return [
    ...Object.keys(old).flatMap((name) => {
      const subject = { kind, name }
      if (!(name in present)) return [breaking(subject, 'gone or renamed', KEEP_NAME)]
      const pair = { before: part(old, name), after: part(present, name) }
      return compare(pair, subject, documents)
    }),
    ...Object.keys(present)
      .filter((name) => !(name in old) && REPORTED_WHEN_NEW.includes(kind))
      .map((name) => harmless({ kind, name }, 'new')),
  ]
}

/** Other new components are reported where they are referred to. */
const REPORTED_WHEN_NEW: readonly SubjectKind[] = ['schema', 'credential']

const KEEP_NAME = `${KEEP} SDKs name types after it, so a new name breaks them as well.`

/** Held to the ways that it went when it was released: other ways have no clients yet. */
function compareNamedSchemas({ before }: Documents): CompareComponent {
  const waysOf = waysOfSchemas(before)
  return (pair, subject, documents) =>
    compareSchemas(pair, subject, { documents, ways: waysOf(subject.name) })
}

/**
 * Names that SDKs cannot distinguish: they write operationIds and names of schemas as their languages do,
 * so that `list_events` becomes `listEvents`, and one of the two is overwritten or numbered.
 */
function compareSpelling({ before, after }: Documents): Change[] {
  return [
    ...newDuplicates(operationIds(before), operationIds(after), 'operation'),
    ...newDuplicates(schemaNames(before), schemaNames(after), 'schema'),
  ]
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
