import {
  isSame,
  sees,
  type Change,
  type Moment,
  type News,
  type Snapshot,
} from './changes-queries.ts'
import type { TrackName } from '../orderings.ts'
import { PART_LETTERS, type PartKind, type PartName } from '../records/part-name.ts'
import { Parts } from '../records/parts.ts'
import type { Track } from '../waypoints/track.ts'

const PARTS = new Set<string>(Object.keys(PART_LETTERS))
/** Subjects of which something is stored (records/background-work.ts). */
const STORED_OF = new Set(['artworks', 'events', 'exchange_rate'])
/** Told of records of a subject that have changed; undefined for any of them. */
export type OnRenewed = (subject: string, ids: readonly number[] | undefined) => void

/**
 * What a process remembers of the database, as of one snapshot: every round brings it to the next by
 * what has changed in between, so it is never older than the answer that is made with its help.
 */
export class Memory {
  #snapshot: Snapshot | undefined
  #server: string | undefined
  #generation = 0
  readonly #tracks = new Map<string, Track>()
  readonly #onRenewed: OnRenewed
  /** Parts that were here and have changed. */
  readonly #outdated = new Set<PartName>()
  /** As the snapshot of the news that were learnt last has them. */
  readonly parts = new Parts()

  constructor(onRenewed: OnRenewed = () => {}) {
    this.#onRenewed = onRenewed
  }

  /** Undefined as long as nothing is known. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot
  }

  /** Moves on with every change of what the public may see. */
  get generation(): number {
    return this.#generation
  }

  track(name: TrackName): Track | undefined {
    return this.#tracks.get(name.name)
  }

  /** @param track as the snapshot of the news that were learnt last has it. */
  setTrack(name: TrackName, track: Track): void {
    this.#tracks.set(name.name, track)
  }

  /** Whether nothing has happened up to then that it could learn of. */
  isOf({ snapshot, server }: Moment): boolean {
    return (
      this.#snapshot !== undefined && server === this.#server && isSame(this.#snapshot, snapshot)
    )
  }

  /** Brings all that is remembered to the snapshot of the news, or forgets it. */
  learn({ snapshot, server, isSequel, removedThrough, changes }: News): void {
    const last = this.#snapshot
    // A pooler can go over to another server, or lead to several.
    const isOfAnother = server !== this.#server
    this.#server = server
    if (last === undefined || isOfAnother || !isSequel || last.xmin <= removedThrough) this.forget()
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
  takeOutdated(most: number): PartName[] {
    const taken = [...this.#outdated].slice(0, most)
    for (const name of taken) this.#outdated.delete(name)
    return taken.filter((name) => !this.parts.has(name))
  }

  forget(): void {
    this.#generation += 1
    this.#tracks.clear()
    this.#outdated.clear()
    this.parts.clear()
    this.#snapshot = undefined
  }

  #apply({ subject, ids, waypoints, deltas }: Change): void {
    // Stretches were divided anew: these tracks are read again when they are needed.
    if (subject === 'waypoints') for (const name of ids ?? []) this.#tracks.delete(name)
    else if (waypoints !== null) this.#grow(waypoints, deltas ?? [])
    else if (PARTS.has(subject)) this.#drop(subject as PartKind, ids)
    if (subject === 'gallery') this.#drop('gallery_owner', ids)
    if (STORED_OF.has(subject)) this.#onRenewed(subject, ids?.map(Number))
  }

  #drop(kind: PartKind, ids: readonly string[] | null): void {
    for (const name of this.parts.drop(kind, ids)) this.#outdated.add(name)
  }

  #grow(waypoints: readonly number[], deltas: readonly number[]): void {
    const tracks = [...this.#tracks.values()]
    waypoints.forEach((no, at) => {
      tracks.some((track) => track.grow(no, deltas[at] ?? 0))
    })
  }
}
