import type { DataVersion } from '../cache/response-cache.ts'
import { ChangeReader } from '../changes/change-reader.ts'
import type { Change, ChangeLogSlice } from '../changes/change-log-queries.ts'
import type { SortOrder } from './sort-orders.ts'
import {
  KIND_LETTERS,
  type CachedKind,
  type FragmentKey,
  FragmentCache,
} from './documents/fragment-cache.ts'
import type { OffsetIndex } from './offset-index/offset-index.ts'

const FRAGMENT_SUBJECTS = new Set<string>(Object.keys(KIND_LETTERS))

/** Called with the ids of changed records of a subject; null for all of them. */
type OnChanged = (subject: string, ids: readonly string[] | null) => void

/**
 * The data that a process holds in memory, as of one snapshot: offset indexes and fragments. Each batch first
 * applies the change-log entries since the previous snapshot, so the local state is never older than the response
 * that is assembled with it.
 */
export class LocalState {
  /** Its position is the snapshot of all of the state. */
  readonly changes = new ChangeReader()
  readonly fragments = new FragmentCache()
  readonly #offsetIndexes = new Map<string, OffsetIndex>()
  /** Keys of fragments that a change has removed. */
  readonly #staleFragments = new Set<FragmentKey>()
  readonly #onChanged: OnChanged
  #version = 0

  constructor(onChanged: OnChanged = () => {}) {
    this.#onChanged = onChanged
  }

  /** Data version: increases with every change of public data. */
  get version(): number {
    return this.#version
  }

  offsetIndex({ name }: SortOrder): OffsetIndex | undefined {
    return this.#offsetIndexes.get(name)
  }

  /** @param index as of the snapshot that was applied last. */
  setOffsetIndex({ name }: SortOrder, index: OffsetIndex): void {
    this.#offsetIndexes.set(name, index)
  }

  /** Moves the state to the snapshot of the slice; discards all of it when the slice has a gap. */
  apply(slice: ChangeLogSlice): void {
    const unseen = this.changes.advance(slice)
    if (unseen === undefined) this.#discard()
    else if (unseen.length > 0) this.#version += 1
    for (const change of unseen ?? []) this.#applyChange(change)
  }

  /** Removes and returns up to `limit` keys of stale fragments, so that a batch reloads them before a read needs them. */
  takeStale(limit: number): FragmentKey[] {
    const taken = [...this.#staleFragments].slice(0, limit)
    for (const key of taken) this.#staleFragments.delete(key)
    return taken.filter((key) => !this.fragments.has(key))
  }

  invalidate(): void {
    this.#discard()
    this.changes.reset()
  }

  #discard(): void {
    this.#version += 1
    this.#offsetIndexes.clear()
    this.#staleFragments.clear()
    this.fragments.clear()
  }

  #applyChange({ subject, ids, segments, deltas }: Change): void {
    // Segments were split or merged: the next read of these sort orders loads the index again.
    if (subject === 'segments') for (const name of ids ?? []) this.#offsetIndexes.delete(name)
    else if (segments !== null) this.#addRows(segments, deltas ?? [])
    else if (FRAGMENT_SUBJECTS.has(subject)) this.#dropFragments(subject as CachedKind, ids)
    if (subject === 'gallery') this.#dropFragments('gallery_owner', ids)
    this.#onChanged(subject, ids)
  }

  #addRows(segments: readonly number[], deltas: readonly number[]): void {
    const indexes = [...this.#offsetIndexes.values()]
    segments.forEach((segment, at) => {
      indexes.some((index) => index.addRows(segment, deltas[at] ?? 0))
    })
  }

  #dropFragments(kind: CachedKind, ids: readonly string[] | null): void {
    for (const key of this.fragments.invalidate(kind, ids)) this.#staleFragments.add(key)
  }
}

/** A local state, and the batches that keep it current. */
interface Revalidated {
  readonly state: LocalState
  readonly scheduler: { revalidate(done: (error?: unknown) => void): void }
}

/**
 * The data version of the primary and all replicas together. A cached response may come from any of them: while
 * none has changed, its own server would give the same response. A replica that becomes unhealthy invalidates its
 * state, which changes the version too.
 */
export function combinedDataVersion(
  primary: Revalidated,
  replicas: readonly (Revalidated & { readonly isHealthy: boolean })[] = [],
): DataVersion {
  const current = (): number =>
    replicas.reduce((sum, { state }) => sum + state.version, primary.state.version)
  return {
    get current() {
      return current()
    },
    revalidate(done) {
      const healthy = replicas.filter(({ isHealthy }) => isHealthy)
      let pending = 1 + healthy.length
      let failure: unknown
      const revalidated = (error?: unknown): void => {
        failure ??= error
        pending -= 1
        if (pending === 0) done(failure as Error | undefined, current())
      }
      for (const { scheduler } of [primary, ...healthy]) scheduler.revalidate(revalidated)
    },
  }
}
