import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { addContractKeywords } from '../../../src/request-body/contract-keywords.ts'
import type { ValidationError } from './received-response.ts'
import type { Contract } from './contract.ts'
import type { Schema } from './document.ts'

export type SchemaValidator = (schema: Schema, value: unknown, place: string) => ValidationError[]

/**
 * Validates values of responses against the schemas of the contract, each object closed: the published
 * schemas are open, so that fields and values can be added, but a response must have declared fields and values only. The
 * order of fields counts too.
 * @returns a function of a schema, a value, and the place of the schema in the document.
 */
export function schemaValidatorOf(contract: Contract): SchemaValidator {
  const ajv = addFieldOrder(addKnownValues(addContractKeywords(addStrictFormats(newAjv()))))
  const validatorOf = closedValidators(contract, ajv)
  return (schema, value, place) => {
    const validate = validatorOf(schema)
    const errors = validate(value) ? [] : (validate.errors ?? [])
    return errors.map((error) => ({ message: described(error), place: placeOf(error, place) }))
  }
}

export function newAjv(): Ajv2020 {
  // Most validators see few values: to optimize their code would double the time of compiling them.
  return new Ajv2020({ strict: true, allErrors: true, code: { optimize: false } })
}

/** A function that makes the validator of each schema once. */
export function closedValidators(
  { document }: Contract,
  ajv: Ajv2020,
): (schema: Schema) => ValidateFunction {
  const words = [...annotationsIn(document), FIELD_ORDER]
  ajv.addVocabulary(words.filter((word) => !ajv.getKeyword(word)))
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(closed(schema), `schema:${name}`)
  }
  const validators = new Map<Schema, ValidateFunction>()
  return (schema) => {
    const validate = validators.get(schema) ?? ajv.compile(closed(schema))
    validators.set(schema, validate)
    return validate
  }
}

const KNOWN_VALUES = 'x-extensible-enum'

/** A field with values of senders: the contract names those of its first release, and a category may have another. */
const OF_SENDERS = 'name'

/** Without it, an AJV takes any value beside those that the document names. */
function addKnownValues(ajv: Ajv2020): Ajv2020 {
  return ajv.addKeyword({
    keyword: KNOWN_VALUES,
    type: 'string',
    schemaType: 'array',
    compile: (values: readonly string[]) => (value: string) => values.includes(value),
    error: { message: 'must be a value that x-extensible-enum names' },
  })
}

/** The keyword of a closed object: the names of its fields in the order in which the document declares them. */
const FIELD_ORDER = 'fieldOrder'

/** Without it, an AJV takes the fields of an object in any order. */
function addFieldOrder(ajv: Ajv2020): Ajv2020 {
  return ajv.addKeyword({
    keyword: FIELD_ORDER,
    type: 'object',
    schemaType: 'array',
    compile: (names: readonly string[]) => {
      const places = new Map(names.map((name, place) => [name, place]))
      return (value: object) => {
        let last = -1
        for (const name of Object.keys(value)) {
          const place = places.get(name) ?? last
          if (place < last) return false
          last = place
        }
        return true
      }
    },
    error: { message: 'must have its fields in the order of the document' },
  })
}

/** The error and its place in the value. */
export function described({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`.trim()
}

function placeOf({ schemaPath }: ErrorObject, place: string): string {
  const named = schemaPath.replace(/^schema:/, '/components/schemas/').replace(/^#/, place)
  // The document neither closes its objects nor orders their fields: the part that says otherwise are the properties.
  return named.replace(/\/(additionalProperties|fieldOrder)$/, '/properties')
}

/** Keywords that demand nothing of a value: the extensions of the contract, `example`, and `discriminator`. */
function annotationsIn(node: unknown, found = new Set(['example', 'discriminator'])): Set<string> {
  if (node === null || typeof node !== 'object') return found
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith('x-')) found.add(name)
    annotationsIn(value, found)
  }
  return found
}

/** A copy in which every object has its declared properties only, in their order, or none where none is declared. */
function closed<Value>(node: Value, field = ''): Value {
  if (Array.isArray(node)) return node.map((each: unknown) => closed(each)) as Value
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, closed<unknown>(value, name)]),
  )
  if (field === OF_SENDERS) delete copy[KNOWN_VALUES]
  const { $ref, type, properties = {} } = copy
  if (typeof $ref === 'string') copy['$ref'] = $ref.replace('#/components/schemas/', 'schema:')
  if ([type].flat().includes('object')) {
    copy['additionalProperties'] = false
    copy[FIELD_ORDER] = Object.keys(properties as object)
  }
  return copy as Value
}

/** The formats of the contract by their standards, independent of the service's own. */
function addStrictFormats(ajv: Ajv2020): Ajv2020 {
  ajv.addFormat('date-time', isTimestamp)
  ajv.addFormat('date-or-time', (text) => isTimestamp(text) || isTimestamp(`${text}T00:00:00Z`))
  ajv.addFormat('uri', WEB_URL)
  ajv.addFormat(
    'uri-reference',
    (text) => !/\s/.test(text) && URL.parse(text, 'http://base/') !== null,
  )
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  ajv.addFormat('int32', { type: 'number', validate: (value) => isWithin(value, 2 ** 31) })
  ajv.addFormat('int64', { type: 'number', validate: (value) => isWithin(value, 2 ** 53) })
  ajv.addFormat('double', { type: 'number', validate: (value) => Number.isFinite(value) })
  return ajv
}

/** RFC 3339 in UTC, with six digits of fraction or, when they are zero, none; a day that exists. */
function isTimestamp(text: string): boolean {
  const [, day = '', time = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{6})?Z$/.exec(text) ?? []
  if (day === '' || fraction === '.000000') return false
  const date = new Date(`${day}T${time}.000Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString() === `${day}T${time}.000Z`
}

/** A web address that somebody has written, as `https://Art.example/a/../b.jpg`: a URL parser would write some in another way. */
const WEB_URL =
  /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][\w.~:/?#@!$&'()*+,;=%-]*)?$/i

function isWithin(value: number, bound: number): boolean {
  return Number.isInteger(value) && value >= -bound && value < bound
}
