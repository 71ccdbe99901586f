import { change, KEEP, quoted, type Change, type Subject } from './change.ts'
import {
  commonParts,
  components,
  part,
  referenceName,
  resolve,
  type Documents,
  type Node,
  type Pair,
} from './document.ts'

/** The circumstances of a comparison. */
export interface At {
  readonly subject: Subject
  readonly documents: Documents
}

/** Compares what two nodes have under a keyword, which differs. */
export type Compare = (pair: Pair, key: string, at: At) => Change[]

/** The keywords of a kind of node. */
export type Grammar = Readonly<Record<string, Compare>>

/**
 * The differences of two nodes by keyword, first those of the grammar. Nobody knows what a change of another keyword
 * means to clients, so it is breaking; only a new extension (`x-...`) cannot affect existing clients.
 */
export function compareNodes(pair: Pair, at: At, grammar: Grammar): Change[] {
  const { before, after } = pair
  const keys = [...Object.keys(grammar), ...Object.keys(before), ...Object.keys(after)]
  return [...new Set(keys)]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .flatMap((key) => (grammar[key] ?? compareUnknown)(pair, key, at))
}

const compareUnknown: Compare = ({ before }, key, { subject }) => {
  if (key.startsWith('x-') && before[key] === undefined) {
    return [change(subject, `new ${quoted(key)}`)]
  }
  const remedy = `Nobody has said yet what a change of ${quoted(key)} means to clients: put it back, or teach scripts/compatibility about it.`
  return [change(subject, `another ${quoted(key)}`, remedy)]
}

export const ignore: Compare = () => []

/** Reports a change that the other tools judge. */
export const report: Compare = ({ before, after }, key, { subject }) => [
  change(subject, differenceText(key, before[key], after[key])),
]

/** A change that breaks clients in either direction. */
export function kept(remedy: string): Compare {
  return ({ before, after }, key, { subject }) => [
    change(subject, differenceText(key, before[key], after[key]), remedy),
  ]
}

/** The change of a keyword: `maximum` 50 instead of 100. */
export function differenceText(key: string, before: unknown, after: unknown): string {
  if (before === undefined) return `new ${quoted(key)} ${quoted(after)}`
  if (after === undefined) return `no ${quoted(key)} any more, which was ${quoted(before)}`
  return `${quoted(key)} ${quoted(after)} instead of ${quoted(before)}`
}

interface Members {
  /** The members of a node by name; those of a map by default. */
  readonly of?: (node: Node, key: string) => Node
  /** Compares two members of a name. */
  readonly each?: (pair: Pair, name: string, at: At) => Change[]
  /** A new member; harmless if omitted. */
  readonly added?: (name: string, at: At) => Change
  /** The remedy where the old ones are no longer first and in their order, if the order matters. */
  readonly order?: string
}

/** The members of two maps by name. */
export function members(
  noun: string,
  { of = part, each = ignore, added, order }: Members,
): Compare {
  return (pair, key, at) => {
    const { subject } = at
    const maps = { before: of(pair.before, key), after: of(pair.after, key) }
    const [old, present] = [Object.keys(maps.before), Object.keys(maps.after)]
    return [
      ...missing(old, present).map((name) => change(subject, `no ${noun} ${quoted(name)}`, KEEP)),
      ...missing(present, old).map(
        (name) => added?.(name, at) ?? change(subject, `new ${noun} ${quoted(name)}`),
      ),
      ...commonParts(maps).flatMap(([name, both]) => each(both, name, at)),
      ...(order === undefined ? [] : compareOrder(old, present, subject, `${noun}s`, order)),
    ]
  }
}

/** A break when the old ones that remain are no longer first and in their order. */
export function compareOrder(
  old: readonly unknown[],
  present: readonly unknown[],
  subject: Subject,
  nouns: string,
  remedy: string,
): Change[] {
  const remaining = old.filter((each) => present.includes(each))
  return remaining.every((each, index) => each === present[index])
    ? []
    : [change(subject, `${nouns} stand in another order`, remedy)]
}

export function missing<Value>(values: readonly Value[], from: readonly Value[]): Value[] {
  return values.filter((value) => !from.includes(value))
}

/** @param breaks the value of `required` that breaks clients. */
export function required(breaks: boolean, remedy: string, noun = ''): Compare {
  return ({ after }, key, { subject }) => {
    const is = after[key] === true
    return [change(subject, noun + requiredText(is), is === breaks ? remedy : undefined)]
  }
}

export function requiredText(isRequired: boolean): string {
  return isRequired ? 'is required' : 'may be missing'
}

/** Subject below the subject of `at`. */
export function below({ subject, documents }: At, kind: Subject['kind'], name: string): At {
  return { subject: { kind, name: `${subject.name}${name}` }, documents }
}

/**
 * Two nodes that may be references. A component that both refer to is not compared here: every component
 * is compared once, under its own name.
 */
export function referred(
  { before, after }: Pair,
  { documents }: At,
  compare: (pair: Pair) => Change[],
) {
  const name = referenceName(before)
  if (name !== '' && name === referenceName(after)) return []
  return compare({
    before: resolve(documents.before, before),
    after: resolve(documents.after, after),
  })
}

const KEEP_TYPE = 'Refer to what it was: SDKs have a type of that name.'

/** The name of a referred component is that of a type in SDKs. A removed one is reported once, under its own name. */
export function compareReferences(old: string, present: string, kind: string, at: At): Change[] {
  const { subject, documents } = at
  if (old === present || (old !== '' && !(old in components(documents.after, kind)))) return []
  const [was, is] = [old, present].map((name) => (name === '' ? 'in place' : quoted(name)))
  return [change(subject, `${is} instead of ${was}`, KEEP_TYPE)]
}

export const PROSE: Grammar = {
  summary: ignore,
  description: ignore,
  example: ignore,
  examples: ignore,
  externalDocs: ignore,
}
