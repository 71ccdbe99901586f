import { asLatin1, type Latin1Text } from '../../byte-text.ts'
import { DIGEST_LENGTH, digestOf } from '../../documents/digest.ts'
import {
  idOf,
  kindOf,
  fragmentKey,
  KIND_LETTERS,
  type CachedKind,
  type FragmentKey,
} from './part-name.ts'
import { PagedLru } from './recent-by-id.ts'
import { HashLru } from '../../cache/recent.ts'

/**
 * What several records are made with: a fragment or the exchange rates. Its text, and before it the text's
 * digest. A page looks up a hundred of them, and whatever else they were made of would have to come from memory
 * as well.
 */
export type CachedFragment = string & { readonly holds: 'digest and text' }

function newPart(text: Latin1Text): CachedFragment {
  // By way of bytes, for a string that is put together of two stays two.
  return Buffer.from(digestOf(text) + text, 'latin1').toString('latin1') as CachedFragment
}

export function textOf(part: CachedFragment): Latin1Text {
  return asLatin1(part.slice(DIGEST_LENGTH))
}

/** Differs whenever the text does. */
export function digestIn(part: CachedFragment): string {
  return part.slice(0, DIGEST_LENGTH)
}

/** Of each kind. */
const MOST = 50_000

const USER = KIND_LETTERS.user.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** The parts that were needed lately. */
export class FragmentCache {
  /** Their ids are UUIDs; those of all others are numbers. */
  readonly #users = new HashLru<string, CachedFragment>(MOST)
  /** By the code of the kind's letter. */
  readonly #others: PagedLru<CachedFragment>[] = []

  constructor() {
    for (const letter of Object.values(KIND_LETTERS)) {
      this.#others[letter.charCodeAt(0)] = new PagedLru(MOST)
    }
  }

  /** The part whose name stands in `text` from `start` to `end`. */
  find(text: string, start: number, end: number): CachedFragment | undefined {
    const code = text.charCodeAt(start)
    if (code === USER) return this.#users.get(text.slice(start + 1, end))
    return this.#others[code]?.get(numberIn(text, start + 1, end))
  }

  has(name: FragmentKey): boolean {
    return this.find(name, 0, name.length) !== undefined
  }

  /** What to read where this part is missing: others like it will be wanted as well, in the beginning. */
  neighbours(name: FragmentKey): FragmentKey[] {
    const kind = kindOf(name)
    const ids = kind === 'user' ? [] : (this.#of(kind)?.around(Number(idOf(name))) ?? [])
    return [name, ...ids.map((id) => fragmentKey(kind, id))]
  }

  set(name: FragmentKey, text: Latin1Text): void {
    const part = newPart(text)
    const kind = kindOf(name)
    if (kind === 'user') this.#users.set(idOf(name), part)
    else this.#of(kind)?.set(Number(idOf(name)), part)
  }

  /**
   * @param ids null for all of the kind.
   * @returns those that were here; where all are dropped, none.
   */
  invalidate(kind: CachedKind, ids: readonly string[] | null): FragmentKey[] {
    if (ids === null) {
      this.#clear(kind)
      return []
    }
    const dropped = ids.map((id) => fragmentKey(kind, id)).filter((name) => this.has(name))
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

/** Faster than cutting the digits out and reading them. */
function numberIn(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}
