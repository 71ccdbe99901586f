import { resolve, type Schema } from './document.ts'

/** So that a body with unknown fields, such as those of a whole record, reaches validation, which names them. */
const EXTRA_PARTS = 500

/**
 * The maximum number of commas, objects and arrays of a body before validation, derived from its schema; infinity where
 * the schema has no bound.
 */
export function maxPartsOf(schema: Schema): number {
  return partsOf(schema) + EXTRA_PARTS
}

/** The maximum number of parts of a valid value. */
function partsOf(schema: Schema): number {
  const { properties = {}, items, maxItems = Infinity, ...others } = resolve(schema)
  const { oneOf = [], anyOf = [], allOf = [] } = others
  const fields = [...Object.values(properties), ...allOf]
  const branches = Math.max(0, ...[...oneOf, ...anyOf].map(partsOf))
  const ofItems = items === undefined ? 0 : 1 + maxItems * (1 + partsOf(items))
  return fields.reduce((sum, field) => sum + 1 + partsOf(field), 1) + branches + ofItems
}
