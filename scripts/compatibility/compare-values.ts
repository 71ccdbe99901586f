import {
  breaking,
  harmless,
  classified,
  KEEP,
  quoted,
  type Change,
  type Subject,
} from './change.ts'
import { compareOrder } from './compare-keywords.ts'
import { list, type Pair, type Ways } from './document.ts'

export const VALUE_KEYWORDS: readonly string[] = [
  'enum',
  'x-enum-varnames',
  'x-enumNames',
  'x-extensible-enum',
]

/** The values of a schema, and their names. */
export function compareValues(pair: Pair, subject: Subject, ways: Ways): Change[] {
  return [
    ...closedValues(pair, subject, ways),
    ...openValues(pair, subject),
    ...valueNames(pair, subject, 'x-enum-varnames'),
    ...valueNames(pair, subject, 'x-enumNames'),
  ]
}

function closedValues({ before, after }: Pair, subject: Subject, ways: Ways): Change[] {
  const isNew = before['enum'] === undefined
  if (isNew && after['enum'] === undefined) return []
  if (isNew) return [breaking(subject, 'only certain values', 'Take the `enum` away again.')]
  if (after['enum'] === undefined) {
    const remedy = 'Keep the `enum`: clients have a type that is made of it.'
    return [breaking(subject, 'any value, where there were certain ones', remedy)]
  }
  const [old, present] = [list(before, 'enum'), list(after, 'enum')]
  const added = missing(present, old).map((value) =>
    classified(subject, `new value ${quoted(value)}`, ways.inResponses, ENUM_IN_RESPONSE),
  )
  return [
    ...removedValues(old, present, subject),
    ...added,
    // Some generators name values by their position.
    ...compareOrder(old, present, subject, VALUE_ORDER),
  ]
}

const ENUM_IN_RESPONSE =
  'Clients know no other values of a closed `enum` that they receive: leave it as it is.'

const VALUE_ORDER = [
  'values in another order',
  'Append new values at the end: some SDKs name values by their position.',
] as const

function removedValues(
  old: readonly unknown[],
  present: readonly unknown[],
  subject: Subject,
): Change[] {
  return missing(old, present).map((value) => breaking(subject, `no value ${quoted(value)}`, KEEP))
}

function openValues({ before, after }: Pair, subject: Subject): Change[] {
  const [old, present] = [list(before, 'x-extensible-enum'), list(after, 'x-extensible-enum')]
  const added = missing(present, old).map((value) =>
    harmless(subject, `new value ${quoted(value)}`),
  )
  return [...removedValues(old, present, subject), ...added]
}

/** SDKs have constants of these names. */
function valueNames({ before, after }: Pair, subject: Subject, key: string): Change[] {
  const namesBefore = list(before, key)
  const namesAfter = list(after, key)
  return list(before, 'enum').flatMap((value, index) => {
    const position = list(after, 'enum').indexOf(value)
    const [old, present] = [namesBefore[index], namesAfter[position]]
    if (position === -1 || old === present) return []
    const what = `${quoted(value)} is ${quoted(present ?? 'nameless')} instead of ${quoted(old ?? 'nameless')} in ${quoted(key)}`
    return [breaking(subject, what, 'Give the value back its name: SDKs have a constant of it.')]
  })
}

function missing(values: readonly unknown[], from: readonly unknown[]): unknown[] {
  return values.filter((value) => !from.includes(value))
}

/** Lower bounds of a value. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties']
/** Upper bounds of a value; the last one is our extension. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties', 'x-maximum-decimals']

export const BOUNDS: readonly string[] = [...LOWER, ...UPPER]

const REMEDY = 'Accept what was accepted, and send only what was promised: restore its bound.'

/** A bound may get wider for requests, and narrower for responses. */
export function compareBounds({ before, after }: Pair, subject: Subject, ways: Ways): Change[] {
  return BOUNDS.flatMap((key) => {
    const [old, present] = [bound(before[key], key), bound(after[key], key)]
    if (old === present) return []
    const isNarrower = LOWER.includes(key) ? present > old : present < old
    const breaks = isNarrower ? ways.inRequests : ways.inResponses
    return [classified(subject, differenceText(key, before[key], after[key]), breaks, REMEDY)]
  })
}

function bound(value: unknown, key: string): number {
  if (typeof value === 'number') return value
  return LOWER.includes(key) ? -Infinity : Infinity
}

/** The change of a keyword: `maximum` 50 instead of 100. */
export function differenceText(key: string, before: unknown, after: unknown): string {
  if (before === undefined) return `new ${quoted(key)} ${quoted(after)}`
  if (after === undefined) return `no ${quoted(key)} any more, which was ${quoted(before)}`
  return `${quoted(key)} ${quoted(after)} instead of ${quoted(before)}`
}
