import { nullableBranch, referenceName } from '../compatibility/document.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }
type Schemas = Record<string, JsonObject>

/** Ends the name of a nullable copy of a schema. */
const TWIN = 'OrNull'

const FIELD_OF_A_SCHEMA = /^#\/components\/schemas\/\w+\/properties\/\w+$/

/** Keys whose values are data and not part of the document's structure. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'x-extensible-enum', 'value'])

/** Objects whose keys are names of ours, such as a property called `value`. */
const MAPS_OF_NAMES = new Set([
  'content',
  'headers',
  'links',
  'parameters',
  'paths',
  'properties',
  'responses',
  'schemas',
])

/** Keywords of OpenAPI 3.1 that 3.0 lacks and this converter does not translate. */
const OUTSIDE_THE_SUBSET = [
  '$defs',
  'anyOf',
  'const',
  'contentEncoding',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'if',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/**
 * The OpenAPI 3.0.3 copy of a 3.1 document that keeps to our subset, for generators that read
 * nothing newer.
 * @throws naming the place of anything outside the subset, so it is the subset's linter as well.
 */
export function downConvert(document: object): object {
  const copy = structuredClone(document) as JsonObject
  delete copy['webhooks']
  copy['openapi'] = '3.0.3'
  const { schemas: originals } = copy['components'] as { schemas: Schemas }
  const info = copy['info'] as JsonObject
  delete info['summary']
  info['license'] = licenseOf(info['license'] as { name: string; identifier: string })
  const converted = convert(copy, '#') as JsonObject
  const components = converted['components'] as JsonObject
  const schemas = withNullableTwins(originals, components['schemas'] as Schemas)
  return { ...converted, components: { ...components, schemas } }
}

/** 3.0 knows no SPDX identifier: the page about it stands in. */
function licenseOf({ name, identifier }: { name: string; identifier: string }): JsonObject {
  return { name, url: `https://spdx.org/licenses/${identifier}.html` }
}

function convert(node: Json, place: string): Json {
  if (Array.isArray(node)) return node.map((item, index) => convert(item, `${place}/${index}`))
  if (node === null || typeof node !== 'object') return node
  rejectOutsideSubset(node, place)
  return convertSchema(
    mapValues(node, (value, key) => {
      if (DATA.has(key)) return value
      const at = `${place}/${key}`
      return MAPS_OF_NAMES.has(key) ? convertMap(value, at) : convert(value, at)
    }),
    place,
  )
}

/** A list of parameters is no map, though it stands under the same key as a map of them. */
function convertMap(node: Json, place: string): Json {
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return convert(node, place)
  return mapValues(node, (value, name) => convert(value, `${place}/${name}`))
}

function mapValues(node: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))
}

function rejectOutsideSubset(node: JsonObject, place: string): void {
  const found = OUTSIDE_THE_SUBSET.find((key) => key in node)
  if (found !== undefined)
    throw new Error(`${place}: ${found} is outside our subset of OpenAPI 3.1.`)
}

function convertSchema(node: JsonObject, place: string): JsonObject {
  const plain = withoutContentSchema(node)
  return scopesInWords(singleExample(nullableReference(nullableType(plain, place), place)))
}

/** 3.0 cannot describe the content of a string: the media type and the description say what it is. */
function withoutContentSchema(node: JsonObject): JsonObject {
  const { contentMediaType: _type, contentSchema, ...others } = node
  return contentSchema === undefined ? others : { ...others, 'x-content-schema': contentSchema }
}

/** The scopes that a credential needs: 3.0 takes them for OAuth alone, so they are said in words. */
function scopesInWords(node: JsonObject): JsonObject {
  const { security, description } = node
  if (!Array.isArray(security)) return node
  const schemes = security as Record<string, string[]>[]
  const scopes = schemes.flatMap((each) => Object.values(each).flat()).map((name) => `\`${name}\``)
  const said = scopes.length === 0 ? '' : `\n\nNeeds a key with the scope ${scopes.join(', ')}.\n`
  return {
    ...node,
    description: `${(description as string).trimEnd()}${said}`,
    security: schemes.map((each) => mapValues(each, () => [])),
  }
}

/** `type: [T, 'null']` becomes `type: T` with `nullable`. */
function nullableType(node: JsonObject, place: string): JsonObject {
  const { type } = node
  if (!Array.isArray(type)) return node
  const [only, nothing, ...others] = type
  if (typeof only !== 'string' || nothing !== 'null' || others.length > 0) {
    throw new Error(`${place}: a list of types must be one type and 'null'.`)
  }
  return { ...node, type: only, nullable: true }
}

/**
 * `oneOf: [$ref, {type: 'null'}]` becomes a reference to the nullable twin of that schema. `nullable`
 * beside an `allOf` lets no null through: its branches still reject it (OpenAPI 3.0.3, "nullable").
 */
function nullableReference(node: JsonObject, place: string): JsonObject {
  // 3.0 has unions whose members a field tells apart.
  if (node['oneOf'] === undefined || node['discriminator'] !== undefined) return node
  const name = referredOrNull(node)
  if (name === undefined || !FIELD_OF_A_SCHEMA.test(place)) {
    throw new Error(`${place}: oneOf must be one $ref and {type: 'null'}, of a field.`)
  }
  return { $ref: `#/components/schemas/${name}${TWIN}` }
}

/** The name of the schema that `oneOf: [$ref, {type: 'null'}]` refers to. */
function referredOrNull(schema: JsonObject): string | undefined {
  return referenceName(nullableBranch(schema) ?? {}) || undefined
}

/**
 * Adds a nullable copy of every schema that a field may be null in place of, `ImageOrNull` of `Image`.
 * OpenAPI 3.0 ignores the siblings of `$ref`, so the copy has the descriptions of the fields. A
 * schema that only such fields refer to is left out.
 */
function withNullableTwins(originals: Schemas, converted: Schemas): Schemas {
  const twins: Schemas = {}
  for (const [name, { properties = {} }] of Object.entries(originals)) {
    for (const [field, schema] of Object.entries(properties as Schemas)) {
      const type = referredOrNull(schema)
      if (type === undefined) continue
      const { description } = twins[type] ?? converted[type] ?? {}
      const said = `${(description as string).trim()}\n\n\`${name}.${field}\`: ${schema['description'] as string}`
      twins[type] = { ...converted[type], nullable: true, description: said }
    }
  }
  const text = JSON.stringify(converted)
  const isUsed = (name: string): boolean => text.includes(`"#/components/schemas/${name}"`)
  return {
    ...Object.fromEntries(
      Object.entries(converted).filter(([name]) => !(name in twins) || isUsed(name)),
    ),
    ...Object.fromEntries(Object.entries(twins).map(([name, twin]) => [`${name}${TWIN}`, twin])),
  }
}

/** A schema's list of examples becomes its one example; named examples stay as they are. */
function singleExample(node: JsonObject): JsonObject {
  const { examples, ...rest } = node
  if (!Array.isArray(examples)) return node
  return { ...rest, example: examples[0] ?? null }
}
