import { breaking, harmless, judged, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareDeprecation, DEPRECATION_KEYWORDS } from './compare-deprecation.ts'
import { compareSchemas } from './compare-schemas.ts'
import { compareUnknown } from './compare-unknown.ts'
import { isNode, list, part, referenceName, resolve, text } from './document.ts'
import type { Documents, Node, Pair } from './document.ts'
import { IN_REQUESTS } from './ways.ts'

const KNOWN = new Set([
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
export function compareParameters(pair: Pair, subject: Subject, documents: Documents): Change[] {
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
  const mend = 'Clients give them by their place: keep the order, and add new ones at the end.'
  return [breaking(subject, 'parameters stand in another order', mend)]
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
  return judged(subject, what, isRequired, 'Clients do not send it: make it optional.')
}

function named({ name, place }: Parameter): string {
  return place === 'query' ? quoted(name) : `${quoted(name)} (${place})`
}

/** One parameter, itself and not a reference to it; what it is called is told by its operations. */
export function compareParameter(
  { before, after }: Pair,
  subject: Subject,
  documents: Documents,
): Change[] {
  const schemas = { before: part(before, 'schema'), after: part(after, 'schema') }
  return [
    ...compareDeprecation({ before, after }, subject),
    ...requirement(before['required'] === true, after['required'] === true, subject),
    ...compareSchemas(schemas, subject, { documents, ways: IN_REQUESTS }),
    ...compareUnknown({ before, after }, subject, KNOWN),
  ]
}

function requirement(was: boolean, is: boolean, subject: Subject): Change[] {
  if (was === is) return []
  return is
    ? [breaking(subject, 'is required', 'Clients do not send it: leave it optional.')]
    : [harmless(subject, 'may be missing')]
}
