import type { Contract } from '../judge/contract.ts'
import type { Schema } from '../judge/document.ts'
import type { Survey } from '../survey.ts'

/**
 * The ids that the fields of a body can name. A field names a record when the record that is made has
 * a record of a list under the same name.
 * @param made the schema of the record that the body makes.
 */
export function relatedIds(
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
