import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { addMaximumDecimals } from '../../src/body/maximum-decimals.ts'
import { addRequestFormats } from '../../src/contract/request-formats.ts'
import { document, resolve, type Schema } from './document.ts'
import { addStrictFormats } from './formats.ts'

/**
 * The schemas of the contract, each object closed: the published ones stay open so that fields can
 * be added, but what is sent today must be declared today.
 */
const answers = validatorsOf(addMaximumDecimals(addStrictFormats(newAjv())))

/** By the service's own rules: a client may write what is not written in answers. */
const requests = validatorsOf(addMaximumDecimals(addRequestFormats(newAjv())))

function newAjv(): Ajv2020 {
  return new Ajv2020({ strict: true, allErrors: true })
}

/** Makes the validator of each schema once. */
function validatorsOf(ajv: Ajv2020): (schema: Schema) => ValidateFunction {
  ajv.addVocabulary(['x-extensible-enum', 'x-enum-varnames', 'x-enumNames', 'example'])
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

/** What is wrong with a value of an answer, each fault with its place; the order of fields counts too. */
export function schemaFaults(schema: Schema, value: unknown): string[] {
  return [...faultsOf(answers(schema), value), ...orderFaults(schema, value, '')]
}

/** What is wrong with a value in the body of a request, each fault with its place. */
export function requestFaults(schema: Schema, value: unknown): string[] {
  return faultsOf(requests(schema), value)
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  const errors = validate(value) ? [] : (validate.errors ?? [])
  return errors.map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  )
}

/** A copy in which every object takes its declared properties alone, none where none is declared. */
function closed(schema: Schema): Schema {
  const { $ref, properties = {}, items, oneOf } = schema
  if ($ref !== undefined) return { $ref: $ref.replace('#/components/schemas/', 'schema:') }
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(oneOf && { oneOf: oneOf.map(closed) }),
    ...([schema.type].flat().includes('object') && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(property)]),
      ),
      additionalProperties: false,
    }),
  }
}

/** Fields stand in the order in which the contract declares them (design: methods). */
function orderFaults(node: Schema, value: unknown, place: string): string[] {
  const schema = resolve(node)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      orderFaults(schema.items ?? {}, item, `${place}/${index}`),
    )
  }
  if (value === null || typeof value !== 'object') return []
  const [nullable] = schema.oneOf ?? []
  if (nullable !== undefined) return orderFaults(nullable, value, place)
  const { properties = {} } = schema
  const expected = Object.keys(properties).filter((name) => name in value)
  const actual = Object.keys(value).filter((name) => name in properties)
  return [
    ...(expected.join() === actual.join() ? [] : [`${place} has its fields as ${actual.join()}`]),
    ...Object.entries(value).flatMap(([name, field]) =>
      orderFaults(properties[name] ?? {}, field, `${place}/${name}`),
    ),
  ]
}
