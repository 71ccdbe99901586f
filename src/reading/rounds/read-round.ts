import type { SortOrder } from '../orderings.ts'
import { loadFragments, type LoadedFragments } from '../records/load-parts.ts'
import { OffsetIndex } from '../waypoints/track.ts'
import { anchorsIn, anchorsStatement } from '../waypoints/waypoint-queries.ts'
import type { Rows } from './ask.ts'
import {
  FIRST_SNAPSHOT,
  changesSince,
  SNAPSHOT_PROBE,
  probedSnapshot,
  changeLogSlice,
  type ChangeLogSlice,
} from './changes-queries.ts'
import type { PipelinedConnection } from './connection.ts'
import type { LocalState } from './memory.ts'
import type { QueuedRead } from './want.ts'

/** What has changed is read for those who come next, but none of a round waits long for it. */
const MOST_OUTDATED = 16

export interface BatchOptions {
  readonly mediaUrl: string
}

/** What one round has read, all of it in one snapshot. */
export interface BatchResult {
  readonly changes: ChangeLogSlice
  /** By want and ask. */
  readonly results: readonly (readonly Rows[])[]
  readonly offsetIndexes: ReadonlyMap<SortOrder, Rows>
  readonly fragments: LoadedFragments
}

/**
 * Whether the memory is up to the moment of the call, for three quarters of what it takes to ask for the
 * news.
 */
export async function isUpToDate(
  connection: PipelinedConnection,
  memory: LocalState,
): Promise<boolean> {
  if (memory.snapshot === undefined || memory.snapshot.ended !== undefined) return false
  const [glance = []] = await connection.send([SNAPSHOT_PROBE])
  return memory.isCurrent(probedSnapshot(glance))
}

/**
 * Asks in one go for what has changed, for what the memory lacks, and for what the readers want.
 * @throws when the connection breaks, or is silent for too long.
 */
export async function readBatch(
  connection: PipelinedConnection,
  wants: readonly QueuedRead[],
  memory: LocalState,
  { mediaUrl }: BatchOptions,
): Promise<BatchResult> {
  const { snapshot } = memory
  const tracks = missing(wants, 'orders', (name) => memory.offsetIndex(name) !== undefined)
  const parts = missing(wants, 'fragments', (name) => memory.fragments.has(name))
  const wanted = parts.flatMap((name) => memory.fragments.neighbours(name))
  const loads = loadFragments([...wanted, ...memory.takeStale(MOST_OUTDATED)], mediaUrl)
  const asks = wants.map((want) => want.statements(memory))
  const answers = await connection.send([
    snapshot === undefined ? FIRST_SNAPSHOT : changesSince(snapshot),
    ...tracks.map(anchorsStatement),
    ...loads.statements,
    ...asks.flat(),
  ])
  let taken = 0
  const take = (count: number): readonly Rows[] => answers.slice(taken, (taken += count))
  const [news = []] = take(1)
  const waypoints = take(tracks.length)
  return {
    changes: changeLogSlice(news, snapshot),
    offsetIndexes: new Map(tracks.map((name, at) => [name, waypoints[at] ?? []])),
    fragments: loads.read(take(loads.statements.length)),
    results: asks.map(({ length }) => take(length)),
  }
}

function missing<Of extends 'orders' | 'fragments'>(
  wants: readonly QueuedRead[],
  what: Of,
  isThere: (name: QueuedRead[Of][number]) => boolean,
): QueuedRead[Of][number][] {
  const names = new Set<QueuedRead[Of][number]>()
  for (const want of wants) for (const name of want[what]) if (!isThere(name)) names.add(name)
  return [...names]
}

/** Brings the memory to the snapshot of the round. */
export function applyResult(
  { changes, offsetIndexes, fragments }: BatchResult,
  memory: LocalState,
): void {
  memory.apply(changes)
  for (const [name, rows] of offsetIndexes)
    memory.setOffsetIndex(name, new OffsetIndex(anchorsIn(rows)))
  for (const [name, text] of fragments.texts) memory.fragments.set(name, text)
}
