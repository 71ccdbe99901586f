import { breaking, harmless, judged, KEEP, quoted, type Change, type Subject } from './change.ts'
import { isNode, list, part, type Pair } from './document.ts'
import type { Compare, Setting } from './setting.ts'

/**
 * The properties of an object, which of them are required, and whether others may be there.
 * @param compare what is asked about the schema of each.
 */
export function compareFields(
  pair: Pair,
  subject: Subject,
  setting: Setting,
  compare: Compare,
): Change[] {
  const old = part(pair.before, 'properties')
  const present = part(pair.after, 'properties')
  const at = (name: string): Subject => ({ kind: 'field', name: `${subject.name}.${name}` })
  const names = Object.keys(old)
  const kept = names.filter((name) => name in present)
  return [
    ...names
      .filter((name) => !(name in present))
      .map((name) => breaking(subject, `no field ${quoted(name)}`, KEEP)),
    ...addedFields(pair, subject, setting),
    ...kept.flatMap((name) => requirement(name, pair, at(name), setting)),
    ...kept.flatMap((name) =>
      compare({ before: part(old, name), after: part(present, name) }, at(name), setting),
    ),
    ...otherFields(pair, subject, setting, compare),
  ]
}

function addedFields({ before, after }: Pair, subject: Subject, { ways }: Setting): Change[] {
  const added = Object.keys(part(after, 'properties')).filter(
    (name) => !(name in part(before, 'properties')),
  )
  const required = list(after, 'required')
  const mend = 'Take it out of `required`: clients do not send it.'
  return added.map((name) => {
    const breaks = ways.inRequests && required.includes(name)
    const what = `new ${breaks ? 'required ' : ''}field ${quoted(name)}`
    return judged(subject, what, breaks, mend)
  })
}

function requirement(
  name: string,
  { before, after }: Pair,
  subject: Subject,
  { ways }: Setting,
): Change[] {
  const was = list(before, 'required').includes(name)
  const is = list(after, 'required').includes(name)
  if (was === is) return []
  return is
    ? [
        judged(
          subject,
          'is required',
          ways.inRequests,
          'Clients do not send it: leave it optional.',
        ),
      ]
    : [judged(subject, 'may be missing', ways.inResponses, 'Clients rely on it: always send it.')]
}

/** `additionalProperties`; absent, it allows any. */
function otherFields(pair: Pair, subject: Subject, setting: Setting, compare: Compare): Change[] {
  const [old, present] = [pair.before, pair.after].map(
    (node) => node['additionalProperties'] ?? true,
  )
  if (isNode(old) && isNode(present)) {
    const others: Subject = { kind: 'field', name: `${subject.name}.*` }
    return compare({ before: old, after: present }, others, setting)
  }
  if (old === present) return []
  const { inRequests, inResponses } = setting.ways
  const what = `other fields ${present === false ? 'refused' : 'allowed'}`
  // Readers of a closed response would refuse every field that comes later.
  const breaks = present === false ? inRequests || inResponses : old !== false || inResponses
  return breaks
    ? [breaking(subject, what, 'Leave `additionalProperties` as it was.')]
    : [harmless(subject, what)]
}
