import {
  isSameSnapshot,
  sees,
  type Change,
  type ProbedSnapshot,
  type ChangeLogSlice,
  type Snapshot,
} from './change-log-queries.ts'
import type { SortOrder } from '../sort-orders.ts'
import { KIND_LETTERS, type CachedKind, type FragmentKey } from '../documents/fragment-cache.ts'
import { FragmentCache } from '../documents/fragment-cache.ts'
import type { OffsetIndex } from '../offset-index/offset-index.ts'

const PARTS = new Set<string>(Object.keys(KIND_LETTERS))
/** Subjects of which something is stored (records/background-work.ts). */
const STORED_OF = new Set(['artworks', 'events', 'exchange_rate'])
/** Told of records of a subject that have changed; undefined for any of them. */
type OnChanged = (subject: string, ids: readonly number[] | undefined) => void

/**
 * What a process remembers of the database, as of one snapshot: every round brings it to the next by
 * what has changed in between, so it is never older than the answer that is made with its help.
 */
export class LocalState {
  #snapshot: Snapshot | undefined
  #server: string | undefined
  #generation = 0
  readonly #tracks = new Map<string, OffsetIndex>()
  readonly #onRenewed: OnChanged
  /** Parts that were here and have changed. */
  readonly #outdated = new Set<FragmentKey>()
  /** As the snapshot of the news that were learnt last has them. */
  readonly fragments = new FragmentCache()

  constructor(onRenewed: OnChanged = () => {}) {
    this.#onRenewed = onRenewed
  }

  /** Undefined as long as nothing is known. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot
  }

  /** Moves on with every change of what the public may see. */
  get version(): number {
    return this.#generation
  }

  offsetIndex(name: SortOrder): OffsetIndex | undefined {
    return this.#tracks.get(name.name)
  }

  /** @param track as the snapshot of the news that were learnt last has it. */
  setOffsetIndex(name: SortOrder, track: OffsetIndex): void {
    this.#tracks.set(name.name, track)
  }

  /** Whether nothing has happened up to then that it could learn of. */
  isCurrent({ snapshot, server }: ProbedSnapshot): boolean {
    return (
      this.#snapshot !== undefined &&
      server === this.#server &&
      isSameSnapshot(this.#snapshot, snapshot)
    )
  }

  /** Brings all that is remembered to the snapshot of the news, or forgets it. */
  apply({ snapshot, server, isContinuous, removedThrough, changes }: ChangeLogSlice): void {
    const last = this.#snapshot
    // A pooler can go over to another server, or lead to several.
    const isOfAnother = server !== this.#server
    this.#server = server
    if (last === undefined || isOfAnother || !isContinuous || last.xmin <= removedThrough)
      this.invalidate()
    else {
      // News that were asked for before others had come tell those once more.
      const unknown = changes.filter(({ xid }) => !sees(last, xid))
      if (unknown.length > 0) this.#generation += 1
      for (const change of unknown) this.#apply(change)
    }
    this.#snapshot = snapshot
  }

  /**
   * Some of the parts that were here and have changed, each told once: when they are read before
   * anybody misses them, nobody has to ask twice.
   */
  takeStale(most: number): FragmentKey[] {
    const taken = [...this.#outdated].slice(0, most)
    for (const name of taken) this.#outdated.delete(name)
    return taken.filter((name) => !this.fragments.has(name))
  }

  invalidate(): void {
    this.#generation += 1
    this.#tracks.clear()
    this.#outdated.clear()
    this.fragments.clear()
    this.#snapshot = undefined
  }

  #apply({ subject, ids, segments, deltas }: Change): void {
    // Stretches were divided anew: these tracks are read again when they are needed.
    if (subject === 'segments') for (const name of ids ?? []) this.#tracks.delete(name)
    else if (segments !== null) this.#grow(segments, deltas ?? [])
    else if (PARTS.has(subject)) this.#drop(subject as CachedKind, ids)
    if (subject === 'gallery') this.#drop('gallery_owner', ids)
    if (STORED_OF.has(subject)) this.#onRenewed(subject, ids?.map(Number))
  }

  #drop(kind: CachedKind, ids: readonly string[] | null): void {
    for (const name of this.fragments.invalidate(kind, ids)) this.#outdated.add(name)
  }

  #grow(waypoints: readonly number[], deltas: readonly number[]): void {
    const tracks = [...this.#tracks.values()]
    waypoints.forEach((no, at) => {
      tracks.some((track) => track.addRows(no, deltas[at] ?? 0))
    })
  }
}
