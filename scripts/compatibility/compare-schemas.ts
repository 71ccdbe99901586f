import { isDeepStrictEqual } from 'node:util'
import { breaking, classified, quoted, type Change, type Subject } from './change.ts'
import {
  compareDeprecation,
  compareMembers,
  compareOrder,
  compareRequired,
  compareUnknown,
  DEPRECATION_KEYWORDS,
} from './compare-keywords.ts'
import {
  BOUNDS,
  compareBounds,
  differenceText,
  compareValues,
  VALUE_KEYWORDS,
} from './compare-values.ts'
import {
  commonParts,
  components,
  isNode,
  list,
  nullableBranch,
  parts,
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

/** The circumstances of a comparison of schemas. */
export interface Setting {
  readonly documents: Documents
  readonly ways: Ways
}

/**
 * Two versions of a schema. One that both name is not compared here: every named schema is compared
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
  /** Of the schema that it refers to; empty where it is no reference. */
  readonly name: string
  /** The reference, or the schema itself. */
  readonly node: Node
  /** The keywords beside the reference. */
  readonly beside: Node
  readonly isNullable: boolean
}

/** The contract makes a reference nullable by `oneOf: [$ref, {type: 'null'}]`. */
function formOf(schema: Node): Form {
  const { $ref, oneOf, ...rest } = schema
  const branch = nullableBranch(schema)
  const node = branch ?? schema
  return {
    name: referenceName(node),
    node,
    beside: branch !== undefined || $ref !== undefined ? rest : schema,
    isNullable: branch !== undefined || [schema['type']].flat().includes('null'),
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
    ...compareIndivisible(pair, subject, ways),
    ...compareBounds(pair, subject, ways),
    ...compareValues(pair, subject, ways),
    ...compareFields(pair, subject, setting),
    ...compareItems(pair, subject, setting),
    ...compareUnknown(pair, subject, HANDLED),
  ]
}

function compareTypes({ before, after }: Pair, subject: Subject): Change[] {
  const [old, present] = [typeOf(before), typeOf(after)]
  if (old === present) return []
  const remedy = 'Give it back its type, and add another field or parameter beside it.'
  return [breaking(subject, differenceText('type', old || undefined, present || undefined), remedy)]
}

function typeOf({ type }: Node): string {
  return [type]
    .flat()
    .filter((each) => each !== 'null' && each !== undefined)
    .join(', ')
}

/**
 * Keywords that are neither narrower nor wider: `title` gives names of types to SDKs, `format` gives types,
 * and clients rely on a default.
 */
function compareIndivisible(pair: Pair, subject: Subject, ways: Ways): Change[] {
  const [before, after] = [withDefault(pair.before), withDefault(pair.after)]
  const changed = ['title', 'format', 'default', 'pattern', 'uniqueItems'].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  )
  return changed.map((key) => {
    const isRule = key === 'pattern' || key === 'uniqueItems'
    const isGone = after[key] === undefined && !ways.inResponses
    const isNew = before[key] === undefined && !ways.inRequests
    const what = differenceText(key, before[key], after[key])
    return classified(
      subject,
      what,
      !isRule || !(isGone || isNew),
      `Give it back its ${quoted(key)}.`,
    )
  })
}

/** A named enum gives its default as `x-default`. */
function withDefault(schema: Node): Node {
  return { ...schema, default: schema['default'] ?? schema['x-default'] }
}

function compareItems(pair: Pair, subject: Subject, setting: Setting): Change[] {
  if (pair.before['items'] === undefined && pair.after['items'] === undefined) return []
  const items: Subject = { kind: 'field', name: `${subject.name}[]` }
  return compareSchemas(parts(pair, 'items'), items, setting)
}

const FIELD_ORDER = [
  'fields in another order',
  'Append new fields at the end: constructors of Kotlin and Python take fields by their position.',
] as const

/** The properties of an object, their `required`, and `additionalProperties`. */
function compareFields(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const { inRequests } = setting.ways
  const [oldRequired, required] = [list(pair.before, 'required'), list(pair.after, 'required')]
  const fields = parts(pair, 'properties')
  const common = commonParts(fields).map(([name, both]) => {
    const at: Subject = { kind: 'field', name: `${subject.name}.${name}` }
    return { name, both, at }
  })
  return [
    ...compareMembers(fields, subject, 'field', (name) => {
      const breaks = inRequests && required.includes(name)
      const what = `new ${breaks ? 'required ' : ''}field ${quoted(name)}`
      const remedy = 'Take it out of `required`: clients do not send it.'
      return classified(subject, what, breaks, remedy)
    }),
    ...common.flatMap(({ name, at }) =>
      compareRequired([oldRequired.includes(name), required.includes(name)], at, setting.ways),
    ),
    ...common.flatMap(({ both, at }) => compareSchemas(both, at, setting)),
    ...compareOrder(Object.keys(fields.before), Object.keys(fields.after), subject, FIELD_ORDER),
    ...compareOtherFields(pair, subject, setting),
  ]
}

/** `additionalProperties`; absent, it allows any. */
function compareOtherFields(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const [before, after] = [pair.before, pair.after].map(
    (node) => node['additionalProperties'] ?? true,
  )
  if (isNode(before) && isNode(after)) {
    const others: Subject = { kind: 'field', name: `${subject.name}.*` }
    return compareSchemas({ before, after }, others, setting)
  }
  if (before === after) return []
  const { inRequests, inResponses } = setting.ways
  const what = `other fields ${after === false ? 'refused' : 'allowed'}`
  // Clients of a closed response would reject every field that comes later.
  const breaks = after === false ? inRequests || inResponses : before !== false || inResponses
  return [classified(subject, what, breaks, 'Leave `additionalProperties` as it was.')]
}
