import { DERIVED_FIELDS } from '../../generated/operations.ts'
import type { Operations } from './operations.ts'
import type { CallOptions } from './options.ts'
import { ProblemError } from './response.ts'
import { pause } from './retry.ts'
import type { Artwork, Event } from './schemas.ts'

/**
 * The copy of a list, in a database or anything else that this program alone writes. The client can be ended at any
 * point, also within a call.
 */
export interface CopyStore<Item> {
  /** The `position` of the last step; undefined for a new store. */
  position(): MaybePromise<string | undefined>
  /** Stores the whole step in one transaction: all of it, or nothing. */
  apply(step: CopyStep<Item>): MaybePromise<unknown>
  /** All records, in any order. */
  records(): Iterable<Item> | AsyncIterable<Item>
}

type MaybePromise<Value> = Value | Promise<Value>

/** What a store changes together. It can be stored as JSON. */
export interface CopyStep<Item> {
  /** Where the copy goes on. It means nothing to a store. */
  readonly position: string
  /** A number to be stored with each of the `upserts`. It grows when the list is read from the beginning again. */
  readonly reading: number
  /** Records that are added, or replace the one with the same `id`. */
  readonly upserts: readonly Item[]
  /** The ids of records to remove, if the store has them. */
  readonly deletes: readonly number[]
  /** Whether to remove all records with a lower number of a `reading`: they are not in the list any more. */
  readonly endsReading: boolean
}

export interface CopyOptions extends CallOptions {
  /** The time between two reads of the changes; 10,000 by default. */
  readonly everyMs?: number | undefined
  /**
   * The least time between two verifications, which read all records of the store. 86,400,000 (a day) by default, 0 for
   * each time that the copy is up to date, Infinity for none.
   */
  readonly verifyEveryMs?: number | undefined
  /** The maximum number of changes in a step, from 1 to 500; 500 by default. */
  readonly limit?: number | undefined
}

/** A copy that has all changes that the service had. */
export interface CopyState {
  /** The number of records. */
  readonly count: number
  /** The numbers of changes since the last state. */
  readonly upserts: number
  readonly deletes: number
  /** Whether the records of the store were compared with the digest of the list. They were equal. */
  readonly isVerified: boolean
  /**
   * Why the list was read from the beginning again: the cursor had expired, or the store differed from the list.
   * Undefined if it was not.
   */
  readonly restart: 'expired' | 'different' | undefined
}

/**
 * Keeps a copy in step: it goes on where the store is, yields each time when the copy is up to date, and reads the changes
 * again after `everyMs`. It goes on until the loop is left, the signal aborts, or the store throws.
 */
export type CopyList<Item> = (
  store: CopyStore<Item>,
  options?: CopyOptions,
) => AsyncGenerator<CopyState, never, undefined>

export interface ListCopies {
  readonly copyMarketplaceArtworks: CopyList<Artwork>
  readonly copyEvents: CopyList<Event>
}

/** The store differs from the list, although the list has just been read from the beginning. */
export class CopyError extends Error {
  override readonly name: string = 'CopyError'
}

interface Identified {
  readonly id: number
}

type ReadChanges<Item> = (options: {
  readonly cursor: string | undefined
  readonly include: 'record'
  readonly limit: number
  readonly signal: AbortSignal
}) => Promise<Changes<Item>>

interface Changes<Item> {
  readonly results: readonly {
    readonly id: number
    readonly op: string
    readonly record: Item | null
  }[]
  readonly next_cursor: string
  readonly summary: Summary | null
}

interface Summary {
  readonly count: number
  readonly digest: string
}

/** @param signal of the client. */
export function createListCopies(
  { retrieveMarketplaceArtworkChanges, retrieveEventChanges }: Operations,
  signal: AbortSignal | undefined,
): ListCopies {
  return {
    copyMarketplaceArtworks: (store, options) =>
      new ListCopy(retrieveMarketplaceArtworkChanges, store, withSignal(options, signal)).states(),
    copyEvents: (store, options) =>
      new ListCopy(retrieveEventChanges, store, withSignal(options, signal)).states(),
  }
}

const DAY_MS = 86_400_000

type SetOptions = Required<{
  readonly [Name in keyof CopyOptions]: Exclude<CopyOptions[Name], undefined>
}>

/** @throws RangeError that names the invalid option. */
function withSignal(
  { everyMs = 10_000, verifyEveryMs = DAY_MS, limit = 500, signal: own }: CopyOptions = {},
  signal: AbortSignal | undefined,
): SetOptions {
  if (!(everyMs > 0)) throw new RangeError('everyMs must be more than 0 milliseconds')
  if (!(verifyEveryMs >= 0)) throw new RangeError('verifyEveryMs must be 0 or more milliseconds')
  const signals = [signal, own].filter((each) => each !== undefined)
  return { everyMs, verifyEveryMs, limit, signal: AbortSignal.any(signals) }
}

interface Position {
  /** Undefined at the beginning. */
  readonly cursor?: string
  readonly reading: number
  /** Whether the store has all that the reading has found, and nothing else. */
  readonly isWhole: boolean
}

const BEGINNING: Position = { reading: 1, isWhole: false }

class ListCopy<Item extends Identified> {
  readonly #read: ReadChanges<Item>
  readonly #store: CopyStore<Item>
  readonly #options: SetOptions
  #position = BEGINNING
  /** When the next verification is due; undefined for the next time that the copy is up to date. */
  #verifyAt: number | undefined

  constructor(read: ReadChanges<Item>, store: CopyStore<Item>, options: SetOptions) {
    this.#read = read
    this.#store = store
    this.#options = options
  }

  async *states(): AsyncGenerator<CopyState, never, undefined> {
    const stored = await this.#store.position()
    if (stored !== undefined) this.#position = JSON.parse(stored) as Position
    for (;;) {
      yield await this.#catchUp()
      await pause(this.#options.everyMs, this.#options.signal)
    }
  }

  async #catchUp(): Promise<CopyState> {
    let [upserts, deletes] = [0, 0]
    let restart: CopyState['restart']
    for (;;) {
      const changes = await this.#changes(restart !== undefined)
      if (changes === undefined) {
        restart = 'expired'
        continue
      }
      const step = await this.#apply(changes)
      upserts += step.upserts.length
      deletes += step.deletes.length
      if (changes.summary === null) continue
      const { count } = changes.summary
      const isVerified = this.#isVerificationDue()
      if (!isVerified || (await this.#isEqualTo(changes.summary))) {
        return { count, upserts, deletes, isVerified, restart }
      }
      if (restart !== undefined) {
        throw new CopyError('The store differs from the list that was just read into it')
      }
      restart = 'different'
      this.#beginAgain()
    }
  }

  /**
   * @param hasRestarted a second time could be an endless loop.
   * @returns undefined when the list has to be read from the beginning.
   */
  async #changes(hasRestarted: boolean): Promise<Changes<Item> | undefined> {
    const { limit, signal } = this.#options
    try {
      const { cursor } = this.#position
      return await this.#read({ cursor, include: 'record', limit, signal })
    } catch (error) {
      const isExpired = error instanceof ProblemError && error.code === 'cursor_expired'
      if (!isExpired || hasRestarted) throw error
      this.#beginAgain()
      return undefined
    }
  }

  /** The records of the earlier reading stay until this one is whole. */
  #beginAgain(): void {
    this.#position = { reading: this.#position.reading + 1, isWhole: false }
    this.#verifyAt = undefined
  }

  async #apply({ results, next_cursor: cursor, summary }: Changes<Item>): Promise<CopyStep<Item>> {
    const { reading, ...before } = this.#position
    const position = { cursor, reading, isWhole: before.isWhole || summary !== null }
    const step: CopyStep<Item> = {
      position: JSON.stringify(position),
      reading,
      upserts: results.flatMap(({ record }) => record ?? []),
      deletes: results.filter(({ op }) => op === 'delete').map(({ id }) => id),
      endsReading: position.isWhole && !before.isWhole,
    }
    if (cursor !== before.cursor || step.endsReading) await this.#store.apply(step)
    this.#position = position
    return step
  }

  #isVerificationDue(): boolean {
    const { verifyEveryMs } = this.#options
    return verifyEveryMs !== Infinity && performance.now() >= (this.#verifyAt ?? 0)
  }

  async #isEqualTo({ count, digest }: Summary): Promise<boolean> {
    const { signal, verifyEveryMs } = this.#options
    let [found, sum] = [0, 0n]
    for await (const record of this.#store.records()) {
      signal.throwIfAborted()
      found += 1
      sum ^= await contentDigest(record)
    }
    this.#verifyAt = performance.now() + verifyEveryMs
    return found === count && sum === BigInt(`0x${digest}`)
  }
}

/** SHA-256 of the canonical JSON (contract, `ListSummary`). */
export async function contentDigest(
  record: unknown,
  derived: ReadonlySet<string> = DERIVED_FIELDS,
): Promise<bigint> {
  const bytes = new TextEncoder().encode(canonicalJson(record, derived))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return BigInt(`0x${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}

/**
 * Canonical JSON without derived fields. RFC 8785 has defined numbers and strings as those of `JSON.stringify`, and its
 * order of names is that of `toSorted`.
 */
function canonicalJson(value: unknown, derived: ReadonlySet<string>): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    const fields = Object.entries(each).filter(([name]) => !derived.has(name))
    return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** A copy in memory. */
export class MemoryCopyStore<Item extends Identified> implements CopyStore<Item> {
  readonly #records = new Map<number, { readonly reading: number; readonly record: Item }>()
  #position: string | undefined

  position(): string | undefined {
    return this.#position
  }

  apply({ position, reading, upserts, deletes, endsReading }: CopyStep<Item>): void {
    for (const record of upserts) this.#records.set(record.id, { reading, record })
    for (const id of deletes) this.#records.delete(id)
    for (const [id, { reading: last }] of endsReading ? this.#records : []) {
      if (last < reading) this.#records.delete(id)
    }
    this.#position = position
  }

  get(id: number): Item | undefined {
    return this.#records.get(id)?.record
  }

  *records(): Generator<Item, void, undefined> {
    for (const { record } of this.#records.values()) yield record
  }
}
