import type { Writable } from './bodies.ts'
import type { Fields } from './fields.ts'
import type {
  Caller,
  Collection,
  Items,
  Model,
  ModelRecord,
  Picture,
  Scope,
  Shown,
  User,
} from './model.ts'
import type { Check } from './rejections.ts'
import type { World } from './service.ts'

/** The table of the pictures of a kind. */
export type PictureTable = 'event_images' | 'artwork_images' | 'images'

/** A kind of records: the rules that distinguish it from the others. The steps are the same for all kinds. */
export interface Kind<Name extends Collection = Collection> {
  readonly name: Name
  /** In the singular, the stem of a slug without letters. */
  readonly noun: string
  /** Of the list, below the root of the API. */
  readonly path: string
  /** After the id in the path of a record. */
  readonly suffix?: string
  /** One of them is necessary; `admin` always suffices. */
  readonly scopes: { readonly create: readonly Scope[]; readonly change: readonly Scope[] }
  /** Whether reading needs the scope and the rights of a change. */
  readonly isPrivate?: true
  readonly pictures?: PictureTable
  /** Whether records are drafts, published or archived. */
  readonly hasStates: boolean
  /** With states, the default comes first. Without them it is by name, in an order of letters that the model lacks. */
  readonly orderings: readonly string[]
  /** The value of a record that a list is sorted by. */
  sortKey(shown: Shown, key: string): number | string | null

  shown(item: Items[Name], model: Model): Shown
  isPublic(item: Items[Name]): boolean
  /** Whether the caller, who is not `admin`, may change the record with the right scope. */
  isMember(record: ModelRecord<Name>, caller: Caller, model: Model): boolean
  /** A caller who may read and change it. */
  ownerOf(record: ModelRecord<Name>, model: Model): Caller
  /** A caller who may create a record with these fields. */
  creatorOf?(fields: Fields, model: Model): Caller
  /** Whether all that a valid body refers to exists. */
  canCreate?(model: Model): boolean

  writable(world: World): Writable

  /** The checks of a write that is well-formed and allowed for this record. */
  check(attempt: Attempt<Name>): Check
  /** The artworks that refer to this record. */
  referrers?(item: Items[Name], model: Model): readonly ModelRecord<'artworks'>[]

  created(write: Write): Items[Name]
  changed(before: Items[Name], write: Write): Items[Name]
  /** Only a kind with a PUT has it. */
  replaced?(before: Items[Name], write: Write): Items[Name]
}

/** A write whose fields are valid by the contract. */
export interface Attempt<Name extends Collection = Collection> {
  readonly kind: Kind<Name>
  readonly caller: Caller
  /** Undefined for a creation. */
  readonly record: ModelRecord<Name> | undefined
  /** Of a change. */
  readonly method?: string
  readonly fields: Fields
  readonly model: Model
  readonly world: World
}

/** A successful write. */
export interface Write {
  readonly fields: Fields
  /** The sender, as in records. */
  readonly user: User
  /** The picture of records without one: the placeholder, or null. */
  readonly placeholder: Picture | null
  /** The record of the response, for values that the service chooses and chosen-values.ts verifies, such as the time. */
  readonly actual: Shown
}
