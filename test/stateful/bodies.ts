import fc from 'fast-check'
import { badValues } from '../../scripts/contract/values.ts'
import { contract, document, resolve, type Schema } from '../contract/document.ts'
import { anyString, webUrl } from '../records/texts.ts'
import { validValue } from '../records/valid-values.ts'
import {
  joined,
  plain,
  resolved,
  sparse,
  title,
  type FieldArbitraries,
  type Fields,
  type FieldSources,
} from './fields.ts'
import type { Model } from './model.ts'

/** The body of a request, with its meaning for the model. */
export interface Body {
  readonly text: string
  /** Whether it is JSON with storable values, which is validated against the schema. */
  readonly isReadable: boolean
  readonly fields: Fields
  /** JSON Pointers of the violations of the contract. */
  readonly invalid: readonly string[]
}

/** A body that can refer to records of the model. */
export type BodySource = (model: Model) => Body

/** Bodies that are rejected before schema validation, each with the JSON Pointer of its error. */
const UNREADABLE = [
  ['', ''],
  ['{', ''],
  ['[]', ''],
  ['null', ''],
  ['"{}"', ''],
  ['{"title":"a","title":"a"}', '/title'],
  ['{"title":"\\u0000"}', '/title'],
  ['{"title":"\\ud83c"}', '/title'],
  ['{"price":0.10000000000000000001}', '/price'],
] as const

const unreadable: fc.Arbitrary<BodySource> = fc
  .constantFrom(...UNREADABLE)
  .map(([text, pointer]) => () => ({ text, isReadable: false, fields: {}, invalid: [pointer] }))

const JSON_TYPES = ['application/json', 'Application/JSON; charset="UTF-8"']
const MERGE_PATCH = 'application/merge-patch+json'
const FOREIGN = ['text/plain', 'application/json; charset=latin1', undefined]

export const wholeType = mostly(JSON_TYPES, [...FOREIGN, MERGE_PATCH])
export const patchType = mostly([...JSON_TYPES, MERGE_PATCH], FOREIGN)

/** Rarely one that the method does not accept, or none. */
function mostly(
  read: readonly string[],
  foreign: readonly (string | undefined)[],
): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 29, arbitrary: fc.constantFrom(...read) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign) },
  )
}

export function isRead(type: string | undefined, isPatch: boolean): boolean {
  if (type === MERGE_PATCH) return isPatch
  return type !== undefined && JSON_TYPES.includes(type)
}

/** A value that violates the contract, or a field that the contract does not have. */
interface InvalidField {
  readonly name: string
  readonly sent: unknown
  /** The pointer in the response. */
  readonly pointer: string
}

const UNKNOWN_FIELDS = ['colour', 'Title', '__proto__', 'constructor', 'a/b~c', '']

/** Values that the contract of a body rules out, fields that the service sets, and fields that do not exist. */
function invalidFields(
  { record, ruledOut = {} }: Writable,
  body: 'Input' | 'Patch',
): InvalidField[] {
  const { properties: accepted = {} } = schemaOf(`${record}${body}`)
  const set = Object.keys(schemaOf(record).properties ?? {}).filter((name) => !(name in accepted))
  return [
    ...Object.entries(accepted).flatMap(([name, schema]) =>
      badValues(contract, schema).map(({ value, below }) => ({
        name,
        sent: value,
        pointer: `/${name}${below}`,
      })),
    ),
    ...Object.entries(ruledOut).flatMap(([name, values]) =>
      values.map((sent) => ({ name, sent, pointer: `/${name}` })),
    ),
    ...set.map((name) => ({ name, sent: null, pointer: `/${name}` })),
    ...UNKNOWN_FIELDS.map((name) => ({ name, sent: 1, pointer: pointerTo(name) })),
  ]
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Usually none, and rarely more than one. */
function fewOf(fields: readonly InvalidField[]): fc.Arbitrary<readonly InvalidField[]> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...fields), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    },
  )
}

const texts = {
  caption: fc.option(anyString),
  alt_text: fc.option(anyString),
  description: fc.option(anyString),
}
const picture = fc.option(
  fc.record({ full_size: webUrl, ...texts }, { requiredKeys: ['full_size'] }),
  { freq: 4 },
)
const picturePatch = fc.option(fc.record({ full_size: webUrl, ...texts }, { requiredKeys: [] }), {
  freq: 4,
})

const states = fc.constantFrom('draft', 'published', 'archived')
const firstStates = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('draft', 'published') },
  { weight: 1, arbitrary: fc.constant('archived') },
)

/** The fields of the requests for a kind of record. A field that is not named is shown as it is sent. */
export interface Writable {
  /** Its schema, such as `Event`; those of its bodies are `EventInput` and `EventPatch`. */
  readonly record: string
  readonly fields: FieldArbitraries
  /** Fields that depend on each other: always in a whole body, or sometimes. */
  readonly always?: readonly fc.Arbitrary<FieldSources>[]
  readonly sometimes?: readonly fc.Arbitrary<FieldSources>[]
  /** The names of fields that are only in these. */
  readonly grouped?: readonly string[]
  /** Values that the contract rules out in words. */
  readonly ruledOut?: Readonly<Record<string, readonly unknown[]>>
  /** How often a patch omits a field for each time that it has it. */
  readonly omitted: number
}

const schemaOf = (name: string): Schema => resolve<Schema>(document.components.schemas[name] ?? {})

/** Each field that the schema of a body has, with any valid values where the kind names none. */
function fieldsOf(
  { properties = {} }: Schema,
  { fields, grouped = [] }: Writable,
  others: FieldArbitraries,
): FieldArbitraries {
  const all: FieldArbitraries = { title: plain(title), name: plain(title), ...others, ...fields }
  const names = Object.keys(properties).filter((name) => !grouped.includes(name))
  return Object.fromEntries(
    names.map((name) => [name, all[name] ?? plain(validValue(properties[name] ?? {}))]),
  )
}

/** Bodies of POST, or of PUT. */
export function wholeBodies(writable: Writable, isNew: boolean): fc.Arbitrary<BodySource> {
  const schema = schemaOf(`${writable.record}Input`)
  const { required = [] } = schema
  const others = {
    featured_image: plain(picture),
    publish_status: plain(isNew ? firstStates : states),
  }
  const [needed = [], optional = []] = [true, false].map((isRequired) =>
    Object.entries(fieldsOf(schema, writable, others)).filter(
      ([name]) => required.includes(name) === isRequired,
    ),
  )
  const fields = joined(
    fc.record(Object.fromEntries(needed)),
    sparse(Object.fromEntries(optional), 1),
    ...(writable.sometimes ?? []).map(orNone),
    ...(writable.always ?? []),
  )
  return bodies(fields, invalidFields(writable, 'Input'), required)
}

/** Bodies of PATCH: any fields, usually few. */
export function patchBodies(writable: Writable): fc.Arbitrary<BodySource> {
  const { record, always = [], sometimes = [], omitted } = writable
  const others = { featured_image: plain(picturePatch), publish_status: plain(states) }
  const all = fieldsOf(schemaOf(`${record}Patch`), writable, others)
  const fields = joined(sparse(all, omitted), ...[...always, ...sometimes].map(orNone))
  return bodies(fields, invalidFields(writable, 'Patch'))
}

const orNone = (fields: fc.Arbitrary<FieldSources>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fields })

/**
 * The fields that a new record has where its body omits them: null or an empty value.
 * @param others those that have another value, such as a state.
 */
export function defaultsOf(record: string, others: object): object {
  const { properties = {}, required = [] } = schemaOf(`${record}Input`)
  const empty = { boolean: false, integer: 0, string: '', array: [] } as const
  const omissible = Object.entries(properties).filter(
    ([name, { $ref }]) => !required.includes(name) && $ref === undefined,
  )
  const values = omissible.map(([name, { type }]) => [
    name,
    empty[type as keyof typeof empty] ?? null,
  ])
  return { ...Object.fromEntries(values), ...others }
}

/**
 * Bodies with these fields, rarely with invalid ones, rarely without a required one, and rarely unreadable.
 * @param required names of fields; none for a merge patch.
 */
function bodies(
  fields: fc.Arbitrary<FieldSources>,
  invalid: readonly InvalidField[],
  required: readonly string[] = [],
): fc.Arbitrary<BodySource> {
  const missing = fc.oneof(
    { weight: 29, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...required]) },
  )
  const readable = fc
    .tuple(fields, fewOf(invalid), missing)
    .map(([sources, wrong, left]) =>
      bodyOf(sources, wrong, absentOf(sources, wrong, required, left)),
    )
  return fc.oneof({ weight: 24, arbitrary: readable }, { weight: 1, arbitrary: unreadable })
}

/** The required fields that are left out, or not among the fields at all. */
function absentOf(
  sources: FieldSources,
  wrong: readonly InvalidField[],
  required: readonly string[],
  left: readonly string[],
): string[] {
  const names = new Set([...Object.keys(sources), ...wrong.map(({ name }) => name)])
  return required.filter((name) => left.includes(name) || !names.has(name))
}

/** @param absent names of omitted required fields. */
function bodyOf(
  sources: FieldSources,
  invalid: readonly InvalidField[],
  absent: readonly string[],
): BodySource {
  const isSent = (name: string) => !absent.includes(name)
  const wrong = invalid.filter(({ name }) => isSent(name))
  return (model) => {
    const fields = resolved(sources, model)
    const sent = [
      ...Object.entries(fields).map(([name, field]) => [name, field.sent] as const),
      ...wrong.map((field) => [field.name, field.sent] as const),
    ]
    return {
      text: JSON.stringify(Object.fromEntries(sent.filter(([name]) => isSent(name)))),
      isReadable: true,
      fields,
      invalid: [...wrong.map(({ pointer }) => pointer), ...absent.map((name) => `/${name}`)],
    }
  }
}
