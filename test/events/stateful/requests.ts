import fc from 'fast-check'
import {
  CALLERS,
  currentTag,
  livingEvents,
  type Caller,
  type Model,
  type ModelEvent,
} from './model.ts'

/** Which event a request is for: one of those that are there, one that was there, or a path. */
export type Target = { readonly living: number } | { readonly deleted: number } | string

export const target: fc.Arbitrary<Target> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ living: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ deleted: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom('2147483647', 'abc') },
)

/** Whether there is an event of that kind. */
export function isThere(model: Model, sought: Target): boolean {
  if (typeof sought === 'string') return true
  return model.events.some(({ isDeleted }) => isDeleted === 'deleted' in sought)
}

export interface Found {
  readonly id: string
  readonly event: ModelEvent | undefined
}

/** The newest events come first, so that commands that follow each other often meet. */
export function findTarget(model: Model, sought: Target): Found {
  if (typeof sought === 'string') return { id: sought, event: undefined }
  const isLiving = 'living' in sought
  const events = isLiving ? livingEvents(model) : model.events.filter((event) => event.isDeleted)
  const event = events.at(-1 - ((isLiving ? sought.living : sought.deleted) % events.length))
  const id = String(event?.record.id ?? 2_147_483_647)
  return { id, event: isLiving ? event : undefined }
}

export const anyCaller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS)

/** Undefined for the author of the event, who is the likeliest to change it. */
export const changer: fc.Arbitrary<Caller | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant<Caller>('admin') },
  { weight: 1, arbitrary: anyCaller },
)

export const creator: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Caller>('first', 'second', 'admin') },
  { weight: 1, arbitrary: anyCaller },
)

/** What a request says of the state that the client has, in `If-Match` or `If-None-Match`. */
export const CONDITIONS = [
  'current',
  'any',
  'several',
  'stale',
  'weak',
  'garbled',
  'empty',
  'missing',
] as const
export type Condition = (typeof CONDITIONS)[number]

export const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Condition>('current') },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
)

/** An empty `If-None-Match` is a fault of its own, which is told elsewhere. */
export const ifNoneMatch: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>('missing'),
  fc.constantFrom(...CONDITIONS.filter((kind) => kind !== 'empty')),
)

/** The header's text; undefined when it is left out. */
export function conditionText(kind: Condition, event: ModelEvent | undefined): string | undefined {
  const current = event ? currentTag(event) : '"none"'
  const texts: Record<Condition, string | undefined> = {
    current,
    any: '*',
    several: `"other", W/"weak" ,${current}`,
    stale: event?.etags.at(-2) ?? '"stale"',
    weak: `W/${current}`,
    garbled: current.slice(1),
    empty: '',
    missing: undefined,
  }
  return texts[kind]
}

const JSON_TYPES = ['application/json', 'Application/JSON; charset="UTF-8"']
const PATCH_TYPES = [...JSON_TYPES, 'application/merge-patch+json']
const FOREIGN_TYPES = ['text/plain', 'application/json; charset=latin1', undefined]

/** With the media types that are not for the method, which a request has now and then. */
export function mediaType(isPatch: boolean): fc.Arbitrary<string | undefined> {
  const foreign = isPatch ? FOREIGN_TYPES : [...FOREIGN_TYPES, 'application/merge-patch+json']
  return fc.oneof(
    { weight: 29, arbitrary: fc.constantFrom(...(isPatch ? PATCH_TYPES : JSON_TYPES)) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign) },
  )
}

export function isReadType(type: string | undefined, isPatch: boolean): boolean {
  return type !== undefined && (isPatch ? PATCH_TYPES : JSON_TYPES).includes(type)
}

/** What a step asks for, but for the request's path and sender, in one line. */
export function textOf(request: {
  readonly condition?: Condition
  readonly mediaType?: string | undefined
  readonly body?: { readonly text: string }
}): string {
  const parts = [
    request.condition && `condition ${request.condition}`,
    request.body && `${request.mediaType}`,
    request.body?.text,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}
