import type { Contract, Operation } from '../judge/contract.ts'
import type { Schema } from '../judge/document.ts'
import { jsonSchema, type Json } from '../collection.ts'
import type { Survey } from '../survey.ts'
import { relatedIds } from './related-records.ts'

/** What an operation takes, and a body that fits. */
export interface Writing {
  readonly operation: Operation
  readonly mediaType: string
  readonly schema: Schema
  readonly place: string
  /** Not visible to the public, and named so that everybody sees where it comes from. */
  readonly body: Json
  /** Names of fields that name other records by their id. */
  readonly related: ReadonlySet<string>
}

/**
 * A body from the first example of the document, of records that are there.
 * @returns undefined where the operation takes no body, or a record that it needs is missing.
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
