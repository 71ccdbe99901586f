import { change, KEEP, quoted, type Change, type Subject } from './change.ts'
import {
  below,
  compareNodes,
  compareOrder,
  compareReferences,
  differenceText,
  kept,
  members,
  missing,
  PROSE,
  report,
  requiredText,
  type At,
  type Compare,
  type Grammar,
} from './compare-nodes.ts'
import {
  commonParts,
  isNode,
  list,
  nullableBranch,
  parts,
  referenceName,
  resolve,
  type Node,
  type Pair,
} from './document.ts'

/** Two versions of a schema. One that both name is compared once, under its own name. */
export function compareSchemas(pair: Pair, at: At): Change[] {
  const { before: oldDocument, after: document } = at.documents
  const [old, present] = [formOf(pair.before), formOf(pair.after)]
  const isSame = old.name !== '' && old.name === present.name
  const before = isSame ? old.beside : whole(oldDocument, old)
  const after = isSame ? present.beside : whole(document, present)
  // A schema without fields and values is no type of its own.
  const givesType = [before, after].some((node) => 'properties' in node || 'enum' in node)
  const isNamed = old.name !== '' && present.name !== ''
  return [
    ...compareNull(old.isNullable, present.isNullable, at),
    ...(isNamed || givesType ? compareReferences(old.name, present.name, 'schemas', at) : []),
    ...compareNodes({ before, after }, at, SCHEMA),
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

function compareNull(was: boolean, is: boolean, { subject }: At): Change[] {
  return was === is ? [] : [change(subject, is ? 'may be null' : 'is never null')]
}

/** Null apart, which is compared with the form of a schema. */
const compareType: Compare = ({ before, after }, key, { subject }) => {
  const [old, present] = [before, after].map(({ type }) => {
    const types = [type].flat().filter((each) => each !== 'null' && each !== undefined)
    return types.length === 0 ? undefined : types.join(', ')
  })
  if (old === present) return []
  const remedy = 'Give it back its type, and add another field or parameter beside it.'
  return [change(subject, differenceText(key, old, present), remedy)]
}

/** Clients have a type that is made of the values. */
const compareValues: Compare = ({ before, after }, key, { subject }) => {
  if (before[key] === undefined) {
    return [change(subject, 'only certain values', 'Take the `enum` away again.')]
  }
  if (after[key] === undefined) {
    const remedy = 'Keep the `enum`: clients have a type that is made of it.'
    return [change(subject, 'any value, where there were certain ones', remedy)]
  }
  const remedy = 'Append new values at the end: some SDKs name values by their position.'
  return [
    ...comparePossible({ before, after }, key, subject),
    ...compareOrder(list(before, key), list(after, key), subject, 'values', remedy),
  ]
}

function comparePossible({ before, after }: Pair, key: string, subject: Subject): Change[] {
  const [old, present] = [list(before, key), list(after, key)]
  return [
    ...missing(old, present).map((value) => change(subject, `no value ${quoted(value)}`, KEEP)),
    ...missing(present, old).map((value) => change(subject, `new value ${quoted(value)}`)),
  ]
}

/** SDKs have constants of these names. */
const compareValueNames: Compare = ({ before, after }, key, { subject }) => {
  const remedy = 'Give the value back its name: SDKs have a constant of it.'
  return list(before, 'enum').flatMap((value, index) => {
    const position = list(after, 'enum').indexOf(value)
    const [old, present] = [list(before, key)[index], list(after, key)[position]]
    if (position === -1 || old === present) return []
    const what = `${quoted(value)} is ${quoted(present ?? 'nameless')} instead of ${quoted(old ?? 'nameless')} in ${quoted(key)}`
    return [change(subject, what, remedy)]
  })
}

const compareRequiredFields: Compare = ({ before, after }, key, at) => {
  const fields = commonParts(parts({ before, after }, 'properties'))
  return fields.flatMap(([name]) => {
    const [was, is] = [before, after].map((node) => list(node, key).includes(name))
    if (was === is) return []
    return [change(below(at, 'field', `.${name}`).subject, requiredText(is === true))]
  })
}

/** `additionalProperties`; absent, it allows any. Clients of a closed response would reject every later field. */
const compareOtherFields: Compare = (pair, key, at) => {
  const [before, after] = [pair.before[key] ?? true, pair.after[key] ?? true]
  if (isNode(before) && isNode(after))
    return compareSchemas({ before, after }, below(at, 'field', '.*'))
  const what = `other fields ${after === false ? 'refused' : 'allowed'}`
  return [
    change(
      at.subject,
      what,
      before !== false ? 'Leave `additionalProperties` as it was.' : undefined,
    ),
  ]
}

/** Redocly finds where a change of these narrows a request or widens a response. */
const JUDGED_BY_OTHERS = (
  'minimum maximum minLength maxLength minItems maxItems minProperties maxProperties ' +
  'x-maximum-decimals pattern uniqueItems'
).split(' ')

const SCHEMA: Grammar = {
  ...PROSE,
  type: compareType,
  // They give names and types to SDKs, and clients rely on a default, which a named enum has as `x-default`.
  ...Object.fromEntries(
    ['title', 'format', 'default', 'x-default'].map((key) => [
      key,
      kept(`Give it back its ${quoted(key)}.`),
    ]),
  ),
  ...Object.fromEntries(JUDGED_BY_OTHERS.map((key) => [key, report])),
  enum: compareValues,
  'x-extensible-enum': (pair, key, { subject }) => comparePossible(pair, key, subject),
  'x-enum-varnames': compareValueNames,
  'x-enumNames': compareValueNames,
  properties: members('field', {
    each: (pair, name, at) => compareSchemas(pair, below(at, 'field', `.${name}`)),
    order:
      'Append new fields at the end: constructors of Kotlin and Python take fields by their position.',
  }),
  required: compareRequiredFields,
  additionalProperties: compareOtherFields,
  items: (pair, key, at) => compareSchemas(parts(pair, key), below(at, 'field', '[]')),
}

export const schema: Compare = (pair, key, at) => compareSchemas(parts(pair, key), at)
