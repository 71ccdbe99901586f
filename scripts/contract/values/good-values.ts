import type { Contract } from '../judge/contract.ts'
import type { Schema } from '../judge/document.ts'

/** Values at the bounds of a field, made from its schema. Formats and patterns leave the example. */
export function goodValues(contract: Contract, node: Schema): unknown[] {
  const schema = contract.resolve(node)
  const { minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) return [schema.enum[0], schema.enum.at(-1)]
  const types = [schema.type].flat()
  const isFree = schema.format === undefined && types.includes('string')
  const fits = (text: string): boolean => new RegExp(schema.pattern ?? '', 'u').test(text)
  const lengths = [minLength, maxLength ?? minLength]
  return [
    ...(schema.examples ?? []),
    ...(types.includes('null') ? [null] : []),
    ...(types.includes('boolean') ? [true, false] : []),
    ...[minimum, maximum].filter((bound) => bound !== undefined),
    ...(isFree ? lengths.map((length) => 'x'.repeat(length)).filter(fits) : []),
  ]
}
