import { breaking, harmless, KEEP, quoted, type Change, type Subject } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import { compareUnknown } from './compare-unknown.ts'
import { part, type Pair } from './document.ts'
import type { Setting } from './setting.ts'

const KNOWN = new Set(['schema', 'example', 'examples'])

/** The `content` of a request body or of a response. */
export function compareMediaTypes(pair: Pair, subject: Subject, setting: Setting): Change[] {
  const [old, present] = [part(pair.before, 'content'), part(pair.after, 'content')]
  const removed = Object.keys(old).filter((type) => !(type in present))
  const added = Object.keys(present).filter((type) => !(type in old))
  const kept = Object.keys(old).filter((type) => type in present)
  return [
    ...removed.map((type) => breaking(subject, `no media type ${quoted(type)}`, KEEP)),
    ...added.map((type) => harmless(subject, `new media type ${quoted(type)}`)),
    ...compareOrder(kept, Object.keys(present), subject),
    ...kept.flatMap((type) => {
      const [before, after] = [part(old, type), part(present, type)]
      const schemas = { before: part(before, 'schema'), after: part(after, 'schema') }
      return [
        ...compareSchemas(schemas, subject, setting),
        ...compareUnknown({ before, after }, subject, KNOWN),
      ]
    }),
  ]
}

/** SDKs send and ask for the first one that they know. */
function compareOrder(
  kept: readonly string[],
  present: readonly string[],
  subject: Subject,
): Change[] {
  if (kept.every((type, index) => type === present[index])) return []
  const mend = 'SDKs take the first: keep the order, and add new ones at the end.'
  return [breaking(subject, 'media types stand in another order', mend)]
}
