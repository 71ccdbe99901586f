import type { Fault } from './answer.ts'
import type { Contract } from './contract.ts'
import type { Schema } from './document.ts'

/** Fields stand in the order in which the document declares them. */
export function orderFaults(
  contract: Contract,
  node: Schema,
  value: unknown,
  place: string,
  path = '',
): Fault[] {
  const schema = contract.resolve(node)
  const here = node.$ref?.slice(1) ?? place
  const deeper = (child: Schema, field: unknown, name: string | number, below: string) =>
    orderFaults(contract, child, field, `${here}${below}`, `${path}/${name}`)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => deeper(schema.items ?? {}, item, index, '/items'))
  }
  if (value === null || typeof value !== 'object') return []
  const [nullable] = schema.oneOf ?? []
  if (nullable !== undefined) {
    return orderFaults(contract, nullable, value, `${here}/oneOf/0`, path)
  }
  const { properties = {} } = schema
  const expected = Object.keys(properties).filter((name) => name in value)
  const actual = Object.keys(value).filter((name) => name in properties)
  const message = `${path} has its fields as ${actual.join()}`.trim()
  return [
    ...(expected.join() === actual.join() ? [] : [{ message, place: `${here}/properties` }]),
    ...Object.entries(value).flatMap(([name, field]) =>
      deeper(properties[name] ?? {}, field, name, `/properties/${name}`),
    ),
  ]
}
