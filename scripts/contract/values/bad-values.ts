import type { Contract } from '../judge/contract.ts'
import type { Schema } from '../judge/document.ts'

export interface BadValue {
  readonly value: unknown
  /** Where `errors` must point to, below the field; empty for the field itself. */
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
const NO_TIMESTAMPS = ['tomorrow', '2031-02-30T10:00:00Z', '2031-03-14T10:00:00', '2031-03-14']
const NO_URLS = ['nowhere', '/path', 'ftp://contract-test.example/', 'https://']
const ODD_TEXTS = ['<', ' ', '@', '§']

/** Values that a field does not take, each for another reason, made from its schema. */
export function badValues(contract: Contract, node: Schema): BadValue[] {
  const { oneOf } = contract.resolve(node)
  const schema = contract.resolve(oneOf?.[0] ?? node)
  const types = [schema.type].flat().map(String)
  if (oneOf !== undefined) types.push('null')
  const wrong = Object.entries(OF_EACH_TYPE)
    .filter(([type]) => !types.includes(type))
    .map(([, value]) => value)
  return [
    ...[...wrong, ...ownValues(schema)].map((value) => ({ value, below: '' })),
    ...(types.includes('array') ? itemValues(contract, schema) : []),
    ...(types.includes('object') ? fieldValues(contract, schema) : []),
  ]
}

/** Of the right type. */
function ownValues(schema: Schema): unknown[] {
  const { minimum, maximum, minLength = 0, maxLength, maxItems } = schema
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const decimals = schema['x-maximum-decimals']
  return [
    ...(schema.enum === undefined ? [] : ['contract test', '']),
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['9'.repeat(maxLength + 1)]),
    ...(pattern === undefined ? [] : ODD_TEXTS.filter((text) => !pattern.test(text)).slice(0, 1)),
    ...(schema.format === 'date-time' ? NO_TIMESTAMPS : []),
    ...(schema.format === 'uri' ? NO_URLS : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(decimals === undefined ? [] : [1 + 10 ** -(decimals + 1)]),
    ...(maxItems === undefined
      ? []
      : [Array.from({ length: maxItems + 1 }, (_, index) => index + 1)]),
    ...(schema.uniqueItems === true ? [[1, 1]] : []),
  ]
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
