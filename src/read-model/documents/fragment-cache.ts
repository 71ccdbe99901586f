import { LRUCache } from 'lru-cache'
import { asLatin1, type Latin1Text } from '../../response-body.ts'
import { DIGEST_LENGTH, digestOf } from '../../json-sql/expression.ts'
import { FRAGMENT_LETTERS } from '../../json-sql/json.ts'

/** The kinds of cached fragments, with the letters of their keys. */
export const KIND_LETTERS = { ...FRAGMENT_LETTERS, exchange_rate: 'r' } as const

const KINDS = Object.fromEntries(
  Object.entries(KIND_LETTERS).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<KindLetter, CachedKind>>

const CHUNK_BITS = 6

const CHUNK_MASK = (1 << CHUNK_BITS) - 1

/**
 * HashLRU, an LRU approximation with two generations, for ids of rows as keys. It looks them up by array index
 * instead of a hash, because lookups of fragments take a large part of the time to assemble a page.
 */
export class PagedLru<Value extends { readonly length: number }> {
  readonly #half: number
  readonly #halfLength: number
  #young: (Value | undefined)[][] = []
  #old: (Value | undefined)[][] = []
  #size = 0
  #length = 0

  /**
   * @param size the capacity.
   * @param length the capacity, as the sum of the lengths of the values.
   */
  constructor(size: number, length = Infinity) {
    this.#half = Math.ceil(size / 2)
    this.#halfLength = length / 2
  }

  get(id: number): Value | undefined {
    const young = this.#young[id >> CHUNK_BITS]?.[id & CHUNK_MASK]
    if (young !== undefined) return young
    const old = this.#old[id >> CHUNK_BITS]?.[id & CHUNK_MASK]
    if (old !== undefined) this.set(id, old)
    return old
  }

  /** All ids of the chunk of `id` if the chunk has no cached value; otherwise only `id`. */
  around(id: number): number[] {
    const chunk = id >> CHUNK_BITS
    if (this.#young[chunk] !== undefined || this.#old[chunk] !== undefined) return [id]
    return Array.from({ length: CHUNK_MASK + 1 }, (_, at) => (chunk << CHUNK_BITS) + at)
  }

  set(id: number, value: Value): void {
    if (this.#size >= this.#half || this.#length + value.length > this.#halfLength) {
      this.#old = this.#young
      this.#young = []
      this.#size = 0
      this.#length = 0
    }
    const chunk = (this.#young[id >> CHUNK_BITS] ??= [])
    const replaced = chunk[id & CHUNK_MASK]
    if (replaced === undefined) this.#size += 1
    this.#length += value.length - (replaced?.length ?? 0)
    chunk[id & CHUNK_MASK] = value
  }

  delete(id: number): void {
    const young = this.#young[id >> CHUNK_BITS]
    const value = young?.[id & CHUNK_MASK]
    if (young !== undefined && value !== undefined) {
      young[id & CHUNK_MASK] = undefined
      this.#size -= 1
      this.#length -= value.length
    }
    const old = this.#old[id >> CHUNK_BITS]
    if (old !== undefined) old[id & CHUNK_MASK] = undefined
  }

  clear(): void {
    this.#young = []
    this.#old = []
    this.#size = 0
    this.#length = 0
  }
}

/**
 * The cached text of a fragment, or of the exchange rates, in one string: first the digest of the text, then the text.
 * A page reads a hundred fragments, and objects with two strings would need more memory accesses.
 */
export type CachedFragment = string & { readonly holds: 'digest and text' }

function newFragment(text: Latin1Text): CachedFragment {
  // V8 would keep a concatenation as two strings; the conversion from bytes makes one flat string.
  return Buffer.from(digestOf(text) + text, 'latin1').toString('latin1') as CachedFragment
}

export function textOf(fragment: CachedFragment): Latin1Text {
  return asLatin1(fragment.slice(DIGEST_LENGTH))
}

export function digestIn(fragment: CachedFragment): string {
  return fragment.slice(0, DIGEST_LENGTH)
}

/** The capacity for each kind. */
const MAX_FRAGMENTS = 50_000

/** The capacity for each kind, in bytes: an artist has about 1 KB, and can have 70 KB. */
const MAX_FRAGMENT_BYTES = 64 * 1024 * 1024

/** A longer fragment is reloaded by a read that needs it: to reload many of these would delay all reads. */
const MAX_RELOADED_BYTES = 8 * 1024

const USER = KIND_LETTERS.user.charCodeAt(0)

const ZERO = '0'.charCodeAt(0)

/** The recently used fragments. */
export class FragmentCache {
  /** Separate, because ids of users are UUIDs; all other ids are numbers. `max` would allocate all entries at once. */
  readonly #users = new LRUCache<string, CachedFragment>({
    maxSize: MAX_FRAGMENTS,
    sizeCalculation: () => 1,
  })
  /** By the code of the kind's letter. */
  readonly #others: PagedLru<CachedFragment>[] = []

  constructor() {
    for (const letter of Object.values(KIND_LETTERS)) {
      this.#others[letter.charCodeAt(0)] = new PagedLru(MAX_FRAGMENTS, MAX_FRAGMENT_BYTES)
    }
  }

  /** The fragment whose key is the part of `text` from `start` to `end`. */
  find(text: string, start: number, end: number): CachedFragment | undefined {
    const code = text.charCodeAt(start)
    if (code === USER) return this.#users.get(text.slice(start + 1, end))
    return this.#others[code]?.get(numberIn(text, start + 1, end))
  }

  has(key: FragmentKey): boolean {
    return this.find(key, 0, key.length) !== undefined
  }

  /** The fragments to load when this one is missing: in a new process, its neighbours are needed soon, too. */
  neighbours(key: FragmentKey): FragmentKey[] {
    const kind = kindOf(key)
    const ids = kind === 'user' ? [] : (this.#of(kind)?.around(Number(idOf(key))) ?? [])
    return [key, ...ids.map((id) => fragmentKey(kind, id))]
  }

  set(key: FragmentKey, text: Latin1Text): void {
    const fragment = newFragment(text)
    const kind = kindOf(key)
    if (kind === 'user') this.#users.set(idOf(key), fragment)
    else this.#of(kind)?.set(Number(idOf(key)), fragment)
  }

  /**
   * @param ids null for all of the kind.
   * @returns those that were cached and are not long: a batch may reload them before a read needs them. None when the
   *   whole kind is invalidated.
   */
  invalidate(kind: CachedKind, ids: readonly string[] | null): FragmentKey[] {
    if (ids === null) {
      this.#clear(kind)
      return []
    }
    const dropped = ids
      .map((id) => fragmentKey(kind, id))
      .filter((key) => (this.find(key, 0, key.length)?.length ?? Infinity) <= MAX_RELOADED_BYTES)
    for (const id of ids) {
      if (kind === 'user') this.#users.delete(id)
      else this.#of(kind)?.delete(Number(id))
    }
    return dropped
  }

  clear(): void {
    for (const kind of Object.keys(KIND_LETTERS) as CachedKind[]) this.#clear(kind)
  }

  #clear(kind: CachedKind): void {
    if (kind === 'user') this.#users.clear()
    else this.#of(kind)?.clear()
  }

  #of(kind: CachedKind): PagedLru<CachedFragment> | undefined {
    return this.#others[KIND_LETTERS[kind].charCodeAt(0)]
  }
}

/** Parses an id. This is faster than `Number` of a substring. */
function numberIn(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}

export type CachedKind = keyof typeof KIND_LETTERS

type KindLetter = (typeof KIND_LETTERS)[CachedKind]

/** The key of a cached fragment, which is also its placeholder in documents: `g7` is the gallery with the id 7. */
export type FragmentKey = `${KindLetter}${string}`

export function fragmentKey(kind: CachedKind, id: number | string): FragmentKey {
  return `${KIND_LETTERS[kind]}${id}`
}

export function kindOf(key: FragmentKey): CachedKind {
  return KINDS[key[0] as KindLetter]
}

export function idOf(key: FragmentKey): string {
  return key.slice(1)
}
