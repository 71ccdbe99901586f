import { jsonSchema, type Json } from './collection.ts'
import type { Survey } from './survey.ts'
import type { Contract, Operation } from './validate/contract.ts'
import type { Schema } from './validate/document.ts'

/** A writing operation and a valid body. */
export interface Writing {
  readonly operation: Operation
  readonly mediaType: string
  readonly schema: Schema
  readonly place: string
  /** A draft, with a title that names this program. */
  readonly body: Json
  /** The fields that have ids of other records. */
  readonly related: ReadonlySet<string>
}

/** Whether the public does not see the record that the body makes. */
export function isDraft({ body }: Writing): boolean {
  return body['publish_status'] === 'draft'
}

/**
 * A body from the first example of the document, with ids of existing records.
 * @returns undefined where the operation has no body, or a necessary record is missing.
 */
export function writingOf(
  contract: Contract,
  survey: Survey,
  operation: Operation,
  title: string,
): Writing | undefined {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  const made = jsonSchema(operation, 201) ?? jsonSchema(operation, 200)
  if (first === undefined || made === undefined) return undefined
  const [mediaType, { schema: node, examples = {} }] = first
  const schema = contract.resolve(node)
  const related = relatedIds(contract, survey, made)
  const example = contract.resolve(Object.values(examples)[0] ?? { value: {} })
  const body = { ...(example.value as Json) }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const ids = related.get(name)
    if (ids !== undefined && name in body) {
      const [id] = ids
      if (id === undefined) return undefined
      body[name] = property.type === 'array' ? [id] : id
    }
    if (name === 'title' || name === 'name') body[name] = title
    if (name === 'publish_status') body[name] = 'draft'
  }
  const place = node.$ref?.slice(1) ?? `${operation.place}/requestBody`
  return { operation, mediaType, schema, place, body, related: new Set(related.keys()) }
}

/**
 * The possible ids for the fields of a body. A field has an id when the created record has a record of a
 * list under the same name.
 * @param made the schema of the created record.
 */
function relatedIds(
  { resolve }: Contract,
  { ids }: Survey,
  made: Schema,
): Map<string, readonly number[]> {
  const { properties = {} } = resolve(made)
  const found = Object.entries(properties).flatMap(([name, { $ref, items, oneOf }]) => {
    const reference = $ref ?? items?.$ref ?? oneOf?.[0]?.$ref
    const known = ids.get(reference?.split('/').at(-1) ?? '')
    return known === undefined ? [] : [[name, known] as const]
  })
  return new Map(found)
}

/** Values at the bounds of a field, made from its schema. Formats and patterns leave the example. */
export function goodValues(contract: Contract, node: Schema): unknown[] {
  const schema = contract.resolve(node)
  const { minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) return [schema.enum[0], schema.enum.at(-1)]
  const types = [schema.type].flat()
  const isFree = schema.format === undefined && types.includes('string')
  const lengths = [minLength, maxLength ?? minLength]
  return [
    ...(schema.examples ?? []),
    ...(types.includes('null') ? [null] : []),
    ...(types.includes('boolean') ? [true, false] : []),
    ...[minimum, maximum].filter((bound) => bound !== undefined),
    ...(isFree ? lengths.map((length) => 'x'.repeat(length)).filter(fits(schema)) : []),
  ]
}

/** Whether a text has the pattern of a schema. */
function fits({ pattern = '' }: Schema): (text: string) => boolean {
  return (text) => new RegExp(pattern, 'u').test(text)
}

/** Values of several fields that are sent together, each field at most once. */
export function batchesOf<Attempt extends { readonly name: string }>(
  attempts: readonly Attempt[],
  max = Infinity,
): Attempt[][] {
  const batches: Attempt[][] = []
  for (const attempt of attempts) {
    const free = batches.find(
      (batch) => batch.length < max && batch.every(({ name }) => name !== attempt.name),
    )
    if (free === undefined) batches.push([attempt])
    else free.push(attempt)
  }
  return batches
}

export function fieldsOf<Value>(
  batch: readonly { readonly name: string; readonly value: Value }[],
): Record<string, Value> {
  return Object.fromEntries(batch.map(({ name, value }) => [name, value]))
}

export interface BadValue {
  readonly value: unknown
  /** The place of the error below the field; empty for the field itself. */
  readonly below: string
}

const OF_EACH_TYPE: Readonly<Record<string, unknown>> = {
  boolean: true,
  number: 1.5,
  string: 'contract test',
  object: { contract_test: 1 },
  array: [[]],
  null: null,
}
const NO_DATES = ['tomorrow', '2031-02-30', '2031-02-30T10:00:00Z', '2031-03-14T10:00:00']
const NO_TIMESTAMPS = [...NO_DATES, '2031-03-14']
const NO_URLS = ['nowhere', '/path', 'ftp://contract-test.example/', 'https://']
const ODD_TEXTS = ['<', ' ', '@', '§']

/** Invalid values of a field, each for another reason, made from its schema. */
export function badValues(contract: Contract, node: Schema): BadValue[] {
  const { oneOf } = contract.resolve(node)
  const schema = contract.resolve(oneOf?.[0] ?? node)
  const types = [schema.type].flat().map(String)
  if (oneOf !== undefined) types.push('null')
  const wrong = Object.entries(OF_EACH_TYPE)
    .filter(([type]) => !types.includes(type))
    .map(([, value]) => value)
  return [
    ...[...wrong, ...ownValues(contract, schema)].map((value) => ({ value, below: '' })),
    ...(types.includes('array') ? itemValues(contract, schema) : []),
    ...(types.includes('object') ? fieldValues(contract, schema) : []),
  ]
}

/** Of the right type. */
function ownValues(contract: Contract, schema: Schema): unknown[] {
  const { minimum, maximum, minLength = 0, maxLength, items = {}, maxItems } = schema
  const itemOf = (n: number) => (contract.resolve(items).type === 'string' ? `item-${n}` : n)
  const decimals = schema['x-maximum-decimals']
  return [
    ...(schema.enum === undefined ? [] : ['contract test', '']),
    ...(minLength > 0 ? [''] : []),
    ...(schema['x-visible'] === true ? [' \r\n'] : []),
    ...(maxLength === undefined ? [] : ['9'.repeat(maxLength + 1)]),
    ...oddTexts(schema),
    ...(schema.format === 'date-time' ? NO_TIMESTAMPS : []),
    ...(schema.format === 'uri' ? NO_URLS : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(decimals === undefined ? [] : [1 + 10 ** -(decimals + 1)]),
    ...(maxItems === undefined
      ? []
      : [Array.from({ length: maxItems + 1 }, (_, index) => itemOf(index + 1))]),
    ...(schema.uniqueItems === true ? [[itemOf(1), itemOf(1)]] : []),
  ]
}

/** A text that a pattern excludes, if one is known. */
function oddTexts(schema: Schema): string[] {
  return ODD_TEXTS.filter((text) => !fits(schema)(text)).slice(0, 1)
}

function itemValues(contract: Contract, { items = {} }: Schema): BadValue[] {
  return badValues(contract, items).map(({ value, below }) => ({
    value: [value],
    below: `/0${below}`,
  }))
}

function fieldValues(contract: Contract, { properties = {}, required = [] }: Schema): BadValue[] {
  const fitting = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, property.examples?.[0] ?? null]),
  )
  const missing = required.map((name) => {
    const { [name]: _, ...value } = fitting
    return { value, below: `/${name}` }
  })
  const wrong = Object.entries(properties).flatMap(([name, property]) =>
    badValues(contract, property).map(({ value, below }) => ({
      value: { ...fitting, [name]: value },
      below: `/${name}${below}`,
    })),
  )
  const unknown = { value: { ...fitting, contract_test: 1 }, below: '/contract_test' }
  return [unknown, ...missing, ...wrong]
}

/** Not integers in plain decimal digits. */
const NO_NUMBERS = ['', 'abc', '0x10', '+5', ' 5', '5.', '05', '-0']

/** Valid texts of a query parameter. */
export function goodTexts(schema: Schema, example: unknown): string[] {
  const { type, minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) return schema.enum.map(String)
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer') return texts([minimum, maximum, schema.default])
  if (type === 'number') return texts([minimum, maximum, example])
  if (schema.format !== undefined || type === 'array') return texts([example])
  const lengths = [minLength || 1, maxLength ?? 1]
  return texts([example, ...lengths.map((length) => 'x'.repeat(length)).filter(fits(schema))])
}

/** Valid texts of a filter that few records have: ids, colours, countries, places, times. */
const RARE = ['999999999', '#00ff00', 'AQ', '-90,0', '1000-01-01T00:00:00Z', '9999-12-31T00:00:00Z']

/** Valid texts of a query parameter that a filter lets few records pass with, or none. */
export function rareTexts(schema: Schema): string[] {
  const isTime = schema.format?.startsWith('date-') === true
  return RARE.filter((text) => text.includes('T') === isTime && fits(schema)(text))
}

/** Invalid texts of a query parameter, each for another reason. */
export function badTexts(schema: Schema): string[] {
  const { type, minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) {
    const [first = ''] = schema.enum.map(String)
    const others = ['', 'contract-test', first.toUpperCase(), `${first},${first}`]
    return others.filter((text) => !schema.enum?.includes(text))
  }
  if (type === 'boolean') return ['', 'TRUE', '1', 'yes']
  if (type === 'array') return ['', ',', 'contract-test']
  if (type === 'integer' || type === 'number') {
    const below = minimum === undefined ? [] : [minimum - 1]
    const above = maximum === undefined ? [] : [maximum + 1]
    const others = type === 'number' ? ['.5', '-0.5', '1e'] : ['5.0', '1e1']
    return [...new Set([...NO_NUMBERS, ...others, ...texts([...below, ...above])])]
  }
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...oddTexts(schema),
    ...(schema.format === 'date-time' ? ['', ...NO_TIMESTAMPS] : []),
    ...(schema.format === 'date-or-time' ? NO_DATES : []),
  ]
}

function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined).map(String))]
}

export type SortValue = string | number | null

/**
 * The sort key of a value: numbers as they are, timestamps to the microsecond, texts without case and
 * accents.
 * @returns undefined for a text of more than plain words, whose order is not documented.
 */
export function sortValue(value: unknown): SortValue | undefined {
  if (value === null || typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const [, second, fraction = '.000000'] = /^(\d{4}-[\d-]+T[\d:]+)(\.\d+)?Z$/.exec(value) ?? []
  if (second !== undefined) return `${second}${fraction}`
  const folded = value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return /^([a-z0-9]+( [a-z0-9]+)*)?$/.test(folded) ? folded : undefined
}
