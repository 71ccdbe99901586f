import { isDeepStrictEqual } from 'node:util'
import {
  breaking,
  classified,
  quoted,
  type Change,
  type Subject,
  harmless,
  KEEP,
} from './change.ts'
import { compareDeprecation, DEPRECATION_KEYWORDS, compareUnknown } from './compare-keywords.ts'
import { BOUNDS, compareBounds, wordsOf, compareValues, VALUE_KEYWORDS } from './compare-values.ts'
import {
  components,
  isNode,
  list,
  part,
  referenceName,
  resolve,
  type Documents,
  type Node,
  type Pair,
  type Ways,
} from './document.ts'

const HANDLED = new Set([
  'description',
  'example',
  'examples',
  'externalDocs',
  'type',
  'title',
  'format',
  'pattern',
  'default',
  'x-default',
  'uniqueItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
  ...BOUNDS,
  ...VALUE_KEYWORDS,
  ...DEPRECATION_KEYWORDS,
])

/**
 * Two versions of a schema. What is named by both is not looked into: every named schema is compared
 * once, under its own name.
 */
export function compareSchemas(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const [old, present] = [formOf(pair.before), formOf(pair.after)]
  const isSame = old.name !== '' && old.name === present.name
  return [
    ...compareDeprecation(pair, subject),
    ...compareNullability(old.isNullable, present.isNullable, subject, setting.ways),
    ...(isSame ? [] : compareNames(old, present, subject, setting.documents)),
    ...compareForms(
      {
        before: isSame ? old.beside : whole(setting.documents.before, old),
        after: isSame ? present.beside : whole(setting.documents.after, present),
      },
      subject,
      setting,
    ),
  ]
}

interface Form {
  /** Of the schema that it refers to; empty when it stands in place. */
  readonly name: string
  /** The reference, or the schema itself. */
  readonly node: Node
  /** What stands beside the reference. */
  readonly beside: Node
  readonly isNullable: boolean
}

/** `oneOf: [$ref, {type: 'null'}]` is how the contract says that a reference may be null. */
function formOf(schema: Node): Form {
  const { $ref, oneOf, ...rest } = schema
  const branches = list(schema, 'oneOf').filter(isNode)
  const [reference = {}, nothing = {}] = branches
  const isNullable = branches.length === 2 && nothing['type'] === 'null'
  const node = isNullable ? reference : schema
  return {
    name: referenceName(node),
    node,
    beside: isNullable || $ref !== undefined ? rest : schema,
    isNullable: isNullable || [schema['type']].flat().includes('null'),
  }
}

function whole(document: Node, { node, beside }: Form): Node {
  return { ...resolve(document, node), ...beside }
}

function compareNullability(was: boolean, is: boolean, subject: Subject, ways: Ways): Change[] {
  if (was === is) return []
  const breaks = is ? ways.inResponses : ways.inRequests
  const remedy = is
    ? 'Clients do not expect null: add another field beside it.'
    : 'Clients send null: accept it as before.'
  return [classified(subject, is ? 'may be null' : 'is never null', breaks, remedy)]
}

/** SDKs have types of these names. A removed one is reported once, under its own name. */
function compareNames(
  old: Form,
  present: Form,
  subject: Subject,
  { before, after }: Documents,
): Change[] {
  if (old.name === present.name) return []
  if (old.name !== '' && !(old.name in components(after, 'schemas'))) return []
  const isNamedNow = old.name === '' || present.name === ''
  const forms = [whole(before, old), whole(after, present)]
  const givesType = forms.some((node) => 'properties' in node || 'enum' in node)
  if (isNamedNow && !givesType) return []
  const [was, is] = [old, present].map(({ name }) => (name === '' ? 'in place' : quoted(name)))
  const remedy = 'Refer to what it was: SDKs have a type of that name.'
  return [breaking(subject, `${is} instead of ${was}`, remedy)]
}

function compareForms(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const { ways } = setting
  return [
    ...compareTypes(pair, subject),
    ...compareWholes(
      { before: withDefault(pair.before), after: withDefault(pair.after) },
      subject,
      ways,
    ),
    ...compareBounds(pair, subject, ways),
    ...compareValues(pair, subject, ways),
    ...compareFields(pair, subject, setting, compareSchemas),
    ...compareItems(pair, subject, setting),
    ...compareUnknown(pair, subject, HANDLED),
  ]
}

function compareTypes({ before, after }: Pair, subject: Subject): Change[] {
  const [old, present] = [typeOf(before), typeOf(after)]
  if (old === present) return []
  const remedy = 'Give it back its type, and add another field or parameter beside it.'
  return [breaking(subject, wordsOf('type', old || undefined, present || undefined), remedy)]
}

function typeOf({ type }: Node): string {
  return [type]
    .flat()
    .filter((each) => each !== 'null' && each !== undefined)
    .join(', ')
}

/**
 * Keywords that have no more or less: `title` gives names of types to SDKs, `format` gives types, a default
 * is relied on unsaid.
 */
function compareWholes({ before, after }: Pair, subject: Subject, ways: Ways): Change[] {
  const changed = ['title', 'format', 'default', 'pattern', 'uniqueItems'].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  )
  return changed.map((key) => {
    const isRule = key === 'pattern' || key === 'uniqueItems'
    const isGone = after[key] === undefined && !ways.inResponses
    const isNew = before[key] === undefined && !ways.inRequests
    const remedy = `Give it back its ${quoted(key)}.`
    return classified(
      subject,
      wordsOf(key, before[key], after[key]),
      !isRule || !(isGone || isNew),
      remedy,
    )
  })
}

/** A named enum says its default as `x-default`; what clients may leave out is the same. */
function withDefault(schema: Node): Node {
  return { ...schema, default: schema['default'] ?? schema['x-default'] }
}

function compareItems(pair: Pair, subject: Subject, setting: Setting): Change[] {
  if (pair.before['items'] === undefined && pair.after['items'] === undefined) return []
  const [before, after] = [part(pair.before, 'items'), part(pair.after, 'items')]
  const items: Subject = { kind: 'field', name: `${subject.name}[]` }
  return compareSchemas({ before, after }, items, setting)
}

/**
 * The properties of an object, which of them are required, and whether others may be there.
 * @param compare what is asked about the schema of each.
 */
function compareFields(pair: Pair, subject: Subject, setting: Setting, compare: Compare): Change[] {
  const old = part(pair.before, 'properties')
  const present = part(pair.after, 'properties')
  const at = (name: string): Subject => ({ kind: 'field', name: `${subject.name}.${name}` })
  const names = Object.keys(old)
  const kept = names.filter((name) => name in present)
  return [
    ...names
      .filter((name) => !(name in present))
      .map((name) => breaking(subject, `no field ${quoted(name)}`, KEEP)),
    ...addedFields(pair, subject, setting),
    ...kept.flatMap((name) => requirement(name, pair, at(name), setting)),
    ...kept.flatMap((name) =>
      compare({ before: part(old, name), after: part(present, name) }, at(name), setting),
    ),
    ...otherFields(pair, subject, setting, compare),
  ]
}

function addedFields({ before, after }: Pair, subject: Subject, { ways }: Setting): Change[] {
  const added = Object.keys(part(after, 'properties')).filter(
    (name) => !(name in part(before, 'properties')),
  )
  const required = list(after, 'required')
  const remedy = 'Take it out of `required`: clients do not send it.'
  return added.map((name) => {
    const breaks = ways.inRequests && required.includes(name)
    const what = `new ${breaks ? 'required ' : ''}field ${quoted(name)}`
    return classified(subject, what, breaks, remedy)
  })
}

function requirement(
  name: string,
  { before, after }: Pair,
  subject: Subject,
  { ways }: Setting,
): Change[] {
  const was = list(before, 'required').includes(name)
  const is = list(after, 'required').includes(name)
  if (was === is) return []
  return is
    ? [
        classified(
          subject,
          'is required',
          ways.inRequests,
          'Clients do not send it: leave it optional.',
        ),
      ]
    : [
        classified(
          subject,
          'may be missing',
          ways.inResponses,
          'Clients rely on it: always send it.',
        ),
      ]
}

/** `additionalProperties`; absent, it allows any. */
function otherFields(pair: Pair, subject: Subject, setting: Setting, compare: Compare): Change[] {
  const [old, present] = [pair.before, pair.after].map(
    (node) => node['additionalProperties'] ?? true,
  )
  if (isNode(old) && isNode(present)) {
    const others: Subject = { kind: 'field', name: `${subject.name}.*` }
    return compare({ before: old, after: present }, others, setting)
  }
  if (old === present) return []
  const { inRequests, inResponses } = setting.ways
  const what = `other fields ${present === false ? 'refused' : 'allowed'}`
  // Clients of a closed response would reject every field that comes later.
  const breaks = present === false ? inRequests || inResponses : old !== false || inResponses
  return breaks
    ? [breaking(subject, what, 'Leave `additionalProperties` as it was.')]
    : [harmless(subject, what)]
}

/** What a schema is compared in. */
export interface Setting {
  readonly documents: Documents
  readonly ways: Ways
}

type Compare = (pair: Pair, subject: Subject, setting: Setting) => Change[]
