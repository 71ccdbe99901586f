import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS } from '../../../src/resources.ts'
import type { ListName } from '../../../src/lists/list.ts'
import { documentSql } from '../../../src/json-sql/expression.ts'
import { document } from '../../contract/document.ts'

// The format of a stored document identifies the SQL that built it and the schema that it was validated against.

const TO_DO =
  'Give the list the next format number in src/resources.ts, and put it here with the new digest'

const DIGESTS: Readonly<Record<ListName, { format: number; digest: string }>> = {
  artworks: { format: 4, digest: '24361b26e728808e' },
  events: { format: 7, digest: '321db5f5cddecc9c' },
}

/** The parts of a schema that decide whether a value is valid: extensions do not. */
function rules(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rules)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key]) => !/^(description|examples?|x-.*)$/.test(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, rules(value)]))
}

/** The schema of this name and all schemas that it refers to. */
function closure(name: string, found: Record<string, unknown> = {}): Record<string, unknown> {
  if (name in found) return found
  const schema = JSON.stringify(rules(document.components.schemas[name]))
  found[name] = schema
  for (const [, other = ''] of schema.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    closure(other, found)
  }
  return found
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1

describe('the format of stored documents', () => {
  it.each(['artworks', 'events'] as const)('of %s changes with their SQL and schema', (list) => {
    const { json, component, format } = DOCUMENTS[list]
    const hash = createHash('sha256').update(documentSql(json, { public: '$1', media: '$2' }))
    for (const [name, schema] of Object.entries(closure(component)).toSorted(byName)) {
      hash.update(`${name} ${String(schema)}`)
    }
    expect({ format, digest: hash.digest('hex').slice(0, 16) }, TO_DO).toEqual(DIGESTS[list])
  })
})
