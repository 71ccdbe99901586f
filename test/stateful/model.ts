import fc from 'fast-check'
import type { components } from '../../generated/v1.ts'
import type { Kind } from './kind.ts'

type Schemas = components['schemas']

export type User = Schemas['User']
export type PublishStatus = Schemas['PublishStatus']
export type Scope = 'events:write' | 'artworks:write' | 'catalogue:write' | 'admin'

/**
 * The senders of requests with their scopes: two partners, an administrator, a client whose key is for artworks alone,
 * an anonymous client, and one with an unknown key.
 */
export const SCOPES = {
  first: ['events:write', 'artworks:write', 'catalogue:write'],
  second: ['events:write', 'artworks:write', 'catalogue:write'],
  admin: ['admin'],
  painter: ['artworks:write'],
  public: [],
  stranger: [],
} as const satisfies Readonly<Record<string, readonly Scope[]>>

/** The name of a sender is the username, too. */
export type Caller = keyof typeof SCOPES

const CALLERS = Object.keys(SCOPES) as Caller[]
/** Those with a key. */
export const WRITERS = CALLERS.filter((caller) => SCOPES[caller].length > 0)

/**
 * What a record is made of, by its collection. A record that embeds others has their ids here, as in the database, and
 * its kind shows it with the records of the model.
 */
export interface Items {
  events: Schemas['Event']
  artworks: Omit<Schemas['Artwork'], keyof ArtworkReferences | ComputedField> & ArtworkReferences
  /** The owner need not be among the members. */
  galleries: Omit<Schemas['Gallery'], 'total_artworks'> & {
    readonly members: readonly User[]
    /** The usernames of users who have not accepted. */
    readonly invited: readonly string[]
  }
  artists: Omit<Schemas['Artist'], 'has_artworks'>
  tags: Schemas['Tag']
}

interface ArtworkReferences {
  readonly gallery: number
  readonly artists: readonly number[]
  readonly tags: readonly number[]
}

type ComputedField = 'business_user' | 'size_hw' | 'size_hwd' | 'price_usd' | 'price_eur'

export type Collection = keyof Items

export type Picture = Schemas['EventImage'] | Schemas['ArtworkImage'] | Schemas['Image']

/** The fields of records that the model treats alike in all kinds. */
export interface Shown {
  readonly id: number
  readonly slug?: string
  readonly title?: string
  readonly name?: string
  readonly publish_status?: string
  readonly is_active?: boolean
  readonly featured_image?: Picture | null
}

export interface ModelRecord<Name extends Collection = Collection> {
  readonly kind: Kind<Name>
  readonly author: Caller
  item: Items[Name]
  /** All its ETags, the current one last. */
  readonly etags: string[]
  isDeleted: boolean
}

/** The expected state of the service after the steps so far: the records in the order of their creation. */
export interface Model {
  readonly records: ModelRecord[]
}

/** All records of a collection that were ever created. */
export function recordsOf<Name extends Collection>(
  { records }: Model,
  name: Name,
): ModelRecord<Name>[] {
  return records.filter(({ kind }) => kind.name === name) as ModelRecord<Name>[]
}

export function livingOf<Name extends Collection>(model: Model, name: Name): ModelRecord<Name>[] {
  return recordsOf(model, name).filter(({ isDeleted }) => !isDeleted)
}

/** The living record of this id, which a record of the model refers to. */
export function recordOf<Name extends Collection>(
  model: Model,
  name: Name,
  id: number,
): ModelRecord<Name> {
  const record = livingOf(model, name).find(({ item }) => item.id === id)
  if (record === undefined) throw new Error(`The model has no ${name} ${id}`)
  return record
}

/** As its readers get it. */
export function shownOf<Name extends Collection>(record: ModelRecord<Name>, model: Model): Shown {
  return record.kind.shown(record.item, model)
}

const NO_TAG = '"0-0.none"'

export function currentTag({ etags }: ModelRecord): string {
  return etags.at(-1) ?? NO_TAG
}

/** The part of an ETag that a change of an embedded record does not alter. */
export function versionOf(etag: string): string {
  return etag.replace(/\..*/, '')
}

/** Whether the caller, with a scope for the kind, may change the record. */
export function isOwn(record: ModelRecord, caller: Caller, model: Model): boolean {
  return caller === 'admin' || record.kind.isMember(record, caller, model)
}

export function isVisible(record: ModelRecord, caller: Caller, model: Model): boolean {
  return record.kind.isPublic(record.item) || isOwn(record, caller, model)
}

/** The record of a request: an existing or a deleted one, both counted from the newest, or a missing id. */
export type Target = { readonly living: number } | { readonly deleted: number } | string

const ABSENT_ID = '2147483647'

export const anyTarget: fc.Arbitrary<Target> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ living: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ deleted: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom(ABSENT_ID, 'abc') },
)

/** Whether there is a record of that sort. */
export function hasTarget(model: Model, name: Collection, target: Target): boolean {
  if (typeof target === 'string') return true
  return recordsOf(model, name).some(({ isDeleted }) => isDeleted === 'deleted' in target)
}

export interface Found {
  readonly id: string
  /** Undefined when it does not exist, or is deleted. */
  readonly record: ModelRecord | undefined
}

export function findTarget(model: Model, name: Collection, target: Target): Found {
  if (typeof target === 'string') return { id: target, record: undefined }
  if ('deleted' in target) {
    const deleted = recordsOf(model, name).filter(({ isDeleted }) => isDeleted)
    return { id: idOf(fromEnd(deleted, target.deleted)), record: undefined }
  }
  const record = fromEnd(livingOf(model, name), target.living)
  return { id: idOf(record), record }
}

export function fromEnd<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.at(-1 - (index % items.length))
}

function idOf(record: ModelRecord | undefined): string {
  return record === undefined ? ABSENT_ID : String(record.item.id)
}

export const anyCaller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS)

/** Usually undefined, which stands for one who may send the request: for an event any partner. */
export const anyCreator: fc.Arbitrary<Caller | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom<Caller>('first', 'second', 'admin') },
  { weight: 1, arbitrary: anyCaller },
)

/** Usually undefined, which stands for the owner of the record. */
export const anyChanger: fc.Arbitrary<Caller | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant<Caller>('admin') },
  { weight: 1, arbitrary: anyCaller },
)

export function changerOf({ record }: Found, caller: Caller | undefined, model: Model): Caller {
  return caller ?? record?.kind.ownerOf(record, model) ?? 'first'
}

/** Kinds of `If-Match` and `If-None-Match`. */
const CONDITIONS = [
  'current',
  'any',
  'several',
  'version',
  'stale',
  'weak',
  'garbled',
  'empty',
  'missing',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** Usually one that is met. */
export const ifMatch: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Condition>('current') },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
)

/** Without the empty header, which other tests cover. */
export const ifNoneMatch: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>('missing'),
  fc.constantFrom(...CONDITIONS.filter((kind) => kind !== 'empty')),
)

/** `If-Match` is compared with the version of the record, strongly (contract: safe writes). */
export function isMatched(condition: Condition): boolean {
  return ['current', 'any', 'several', 'version'].includes(condition)
}

/** `If-None-Match` is compared with the ETag of the bytes, weakly (RFC 9110, section 13.1.2). */
export function isKnown(condition: Condition): boolean {
  return ['current', 'any', 'several', 'weak'].includes(condition)
}

/** The text of the header; undefined without it. */
export function conditionText(
  condition: Condition,
  record: ModelRecord | undefined,
): string | undefined {
  const current = record ? currentTag(record) : NO_TAG
  const version = versionOf(current)
  const texts: Record<Condition, string | undefined> = {
    current,
    any: '*',
    several: `"other", W/"weak" ,${current}`,
    // The same version of the record with another embedded record.
    version: `${version}.other"`,
    stale: record?.etags.findLast((tag) => versionOf(tag) !== version) ?? '"stale"',
    weak: `W/${current}`,
    garbled: current.slice(1),
    empty: '',
    missing: undefined,
  }
  return texts[condition]
}
