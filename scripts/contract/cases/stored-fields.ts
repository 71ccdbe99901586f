import { bodyOf, type Answer } from '../judge/answer.ts'
import type { Schema } from '../judge/document.ts'
import type { Json } from '../collection.ts'

/** Personal data is shown to nobody (section "People" of the document). */
const PLACEHOLDER = /^<[A-Z]+>$/

/**
 * The fields of a body that the answer shows with another value. Where the answer shows a whole record
 * for an id, the ids must agree; other fields of another type are the service's own making.
 */
export function differingFields(
  made: Schema,
  sent: Json,
  answer: Answer,
  related: ReadonlySet<string>,
): string[] {
  const stored = (bodyOf(answer) ?? {}) as Json
  return Object.entries(sent).flatMap(([name, value]) => {
    const { format } = made.properties?.[name] ?? {}
    const shown = related.has(name) ? idsIn(stored[name]) : stored[name]
    if (format === 'date-time') return isSameMoment(value, shown) ? [] : [name]
    const isMade = typeof shown === 'object' && shown !== null && !related.has(name)
    if (isMade || (value === null && shown !== undefined && name.endsWith('image'))) return []
    const isSame = JSON.stringify(shown) === JSON.stringify(value)
    return isSame || PLACEHOLDER.test(String(shown)) ? [] : [name]
  })
}

function idsIn(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(idsIn)
  return (shown as { id?: unknown } | null)?.id
}

function isSameMoment(sent: unknown, shown: unknown): boolean {
  return Date.parse(String(sent)) === Date.parse(String(shown))
}
