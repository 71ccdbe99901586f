import type { TrackName } from '../orderings.ts'
import { loadParts, type LoadedParts } from '../records/load-parts.ts'
import { Track } from '../waypoints/track.ts'
import { waypointsFrom, waypointsOf } from '../waypoints/waypoint-queries.ts'
import type { Rows } from './ask.ts'
import {
  BEFORE_ALL_NEWS,
  changesSince,
  GLANCE,
  momentOf,
  newsOf,
  type News,
} from './changes-queries.ts'
import type { Connection } from './connection.ts'
import type { Memory } from './memory.ts'
import type { Want } from './want.ts'

/** What has changed is read for those who come next, but none of a round waits long for it. */
const MOST_OUTDATED = 16

export interface RoundSources {
  readonly mediaUrl: string
}

/** What one round has read, all of it in one snapshot. */
export interface Outcome {
  readonly news: News
  /** By want and ask. */
  readonly answers: readonly (readonly Rows[])[]
  readonly tracks: ReadonlyMap<TrackName, Rows>
  readonly parts: LoadedParts
}

/**
 * Whether the memory is up to the moment of the call, for three quarters of what it takes to ask for the
 * news.
 */
export async function isUpToDate(connection: Connection, memory: Memory): Promise<boolean> {
  if (memory.snapshot === undefined || memory.snapshot.ended !== undefined) return false
  const [glance = []] = await connection.ask([GLANCE])
  return memory.isOf(momentOf(glance))
}

/**
 * Asks in one go for what has changed, for what the memory lacks, and for what the readers want.
 * @throws when the connection breaks, or is silent for too long.
 */
export async function readRound(
  connection: Connection,
  wants: readonly Want[],
  memory: Memory,
  { mediaUrl }: RoundSources,
): Promise<Outcome> {
  const { snapshot } = memory
  const tracks = missing(wants, 'tracks', (name) => memory.track(name) !== undefined)
  const parts = missing(wants, 'parts', (name) => memory.parts.has(name))
  const wanted = parts.flatMap((name) => memory.parts.around(name))
  const loads = loadParts([...wanted, ...memory.takeOutdated(MOST_OUTDATED)], mediaUrl)
  const asks = wants.map((want) => want.asks(memory))
  const answers = await connection.ask([
    snapshot === undefined ? BEFORE_ALL_NEWS : changesSince(snapshot),
    ...tracks.map(waypointsOf),
    ...loads.asks,
    ...asks.flat(),
  ])
  let taken = 0
  const take = (count: number): readonly Rows[] => answers.slice(taken, (taken += count))
  const [news = []] = take(1)
  const waypoints = take(tracks.length)
  return {
    news: newsOf(news, snapshot),
    tracks: new Map(tracks.map((name, at) => [name, waypoints[at] ?? []])),
    parts: loads.made(take(loads.asks.length)),
    answers: asks.map(({ length }) => take(length)),
  }
}

function missing<Of extends 'tracks' | 'parts'>(
  wants: readonly Want[],
  what: Of,
  isThere: (name: Want[Of][number]) => boolean,
): Want[Of][number][] {
  const names = new Set<Want[Of][number]>()
  for (const want of wants) for (const name of want[what]) if (!isThere(name)) names.add(name)
  return [...names]
}

/** Brings the memory to the snapshot of the round. */
export function learn({ news, tracks, parts }: Outcome, memory: Memory): void {
  memory.learn(news)
  for (const [name, rows] of tracks) memory.setTrack(name, new Track(waypointsFrom(rows)))
  for (const [name, text] of parts.texts) memory.parts.set(name, text)
}
