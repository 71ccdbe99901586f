import type { DeprecationMark } from './deprecation-mark.ts'
import { resolveIn } from '../reference.ts'

/** A schema of a contract, as far as fields are looked for in it. */
export interface FieldSchema extends DeprecationMark {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly oneOf?: readonly FieldSchema[]
}

export interface DeprecatedField {
  /** As in `Event.venue`: the schema that has a name, and the way from there. */
  readonly name: string
  /** The way to it in a body; `EACH` stands for the items of a list. */
  readonly way: readonly string[]
  readonly mark: DeprecationMark
}

export const EACH = '[]'

interface Place {
  readonly name: string
  readonly way: readonly string[]
  /** The references that led here, so that a record that embeds its own kind has an end. */
  readonly passed: readonly string[]
}

/**
 * The deprecated fields of whatever has this schema, those of embedded records included: a client that
 * reads them there depends on them as much.
 */
export function deprecatedFields(
  document: object,
  schema: FieldSchema,
  place: Place = { name: '', way: [], passed: [] },
): DeprecatedField[] {
  const { $ref, properties = {}, items, oneOf = [] } = schema
  const inside = (part: FieldSchema, further: Partial<Place> = {}): DeprecatedField[] =>
    deprecatedFields(document, part, { ...place, ...further })
  if ($ref !== undefined && !place.passed.includes($ref)) {
    const passed = [...place.passed, $ref]
    return inside(resolveIn(document, schema), { name: $ref.split('/').at(-1) ?? '', passed })
  }
  return [
    ...Object.entries(properties).flatMap(([key, property]) => {
      const at = { name: `${place.name}.${key}`, way: [...place.way, key] }
      const own = property.deprecated === true ? [{ ...at, mark: property }] : []
      return [...own, ...inside(property, at)]
    }),
    ...(items === undefined ? [] : inside(items, { way: [...place.way, EACH] })),
    ...oneOf.flatMap((branch) => inside(branch)),
  ]
}

/** Whether a body has something where `way` leads. */
export function hasField(body: unknown, way: readonly string[]): boolean {
  const [step, ...rest] = way
  if (step === undefined) return true
  if (step === EACH) return Array.isArray(body) && body.some((item) => hasField(item, rest))
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, step)) return false
  return hasField((body as Readonly<Record<string, unknown>>)[step], rest)
}
