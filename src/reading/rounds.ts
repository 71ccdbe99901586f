import type { Kysely } from 'kysely'
import type { ClientOptions } from '../database/connect.ts'
import type { Database } from '../database/tables.ts'
import type { Ask, Rows } from './ask.ts'
import { BEFORE_ALL_NEWS, changesSince, newsOf } from './changes-queries.ts'
import { openConnection, type Connection } from './connection.ts'
import { loadParts, type LoadedParts } from './load-parts.ts'
import type { Memory } from './memory.ts'
import type { TrackName } from './orderings.ts'
import type { PartName } from './part.ts'
import { Track } from './track.ts'
import { waypointsFrom, waypointsOf } from './waypoint-queries.ts'

/**
 * Readers of one round. With fewer than all that wait, the database reads for some while answers are
 * put together for others.
 */
const MOST_WANTS = 8

export interface RoundsOptions extends ClientOptions {
  /** For building queries. */
  readonly db: Kysely<Database>
  readonly mediaUrl: string
}

/** What one reader wants of a round. */
export interface Want {
  /** Tracks that it reads: those that are not in memory are read in this round. */
  readonly tracks: readonly TrackName[]
  /** Parts that it has found missing. */
  readonly parts: readonly PartName[]
  /** What to ask, by the memory as it is before the round. */
  asks(memory: Memory): readonly Ask[]
  /** Called with the answers, and the memory brought to the snapshot that they are of. */
  take(answers: readonly Rows[], memory: Memory): void
  fail(error: unknown): void
}

export interface Rounds {
  /** Serves the reader in the next round; it may come again with more. */
  join(want: Want): void
  close(): Promise<void>
}

/**
 * Serves all readers that wait, together, round after round, over one connection. A round is one
 * transaction that sees one snapshot, taken after its readers had asked: whatever was committed
 * before they did, by whomever, they see.
 */
export function startRounds(options: RoundsOptions, memory: Memory): Rounds {
  let connection: Connection | undefined
  let waiting: Want[] = []
  let isRunning = false
  let isClosed = false

  const reconnect = async (): Promise<Connection> => {
    // Another server may answer now, which need not have all that the last one had.
    memory.forget()
    connection = await openConnection(options)
    return connection
  }

  const disconnect = async (): Promise<void> => {
    const last = connection
    connection = undefined
    await last?.close().catch(() => {})
  }

  const ask = (wants: readonly Want[]): Promise<Outcome> =>
    connection?.isOpen() === true
      ? read(connection, wants, memory, options)
      : reconnect().then((open) => read(open, wants, memory, options))

  const begin = (): void => {
    isRunning = waiting.length > 0
    if (!isRunning) return
    const wants = waiting.slice(0, MOST_WANTS)
    waiting = waiting.slice(MOST_WANTS)
    ask(wants).then(
      (outcome) => {
        learn(outcome, memory)
        // The next round is under way while the answers of this one are put together.
        begin()
        for (const [at, want] of wants.entries()) settle(want, outcome.answers[at] ?? [], outcome)
      },
      (error: unknown) => {
        void disconnect()
        begin()
        for (const want of wants) want.fail(error)
      },
    )
  }

  const settle = (want: Want, answers: readonly Rows[], { parts }: Outcome): void => {
    try {
      const refused = want.parts.map((name) => parts.refused.get(name)).find(Boolean)
      if (refused === undefined) want.take(answers, memory)
      else want.fail(refused)
    } catch (error) {
      want.fail(error)
    }
  }

  return {
    join(want) {
      if (isClosed) return want.fail(new Error('The service is closing.'))
      waiting.push(want)
      if (isRunning) return
      isRunning = true
      // After all that arrived together with this one has joined as well.
      setImmediate(begin)
    },
    async close() {
      isClosed = true
      await disconnect()
    },
  }
}

interface Outcome {
  readonly news: Rows
  /** By want and ask. */
  readonly answers: readonly (readonly Rows[])[]
  readonly tracks: ReadonlyMap<TrackName, Rows>
  readonly parts: LoadedParts
}

async function read(
  connection: Connection,
  wants: readonly Want[],
  memory: Memory,
  { db, mediaUrl }: RoundsOptions,
): Promise<Outcome> {
  const { snapshot } = memory
  const tracks = missing(wants, 'tracks', (name) => memory.track(name) !== undefined)
  const parts = missing(wants, 'parts', (name) => memory.parts.has(name))
  const loads = loadParts(db, parts, mediaUrl)
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
    news,
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

function learn({ news, tracks, parts }: Outcome, memory: Memory): void {
  memory.learn(newsOf(news))
  for (const [name, rows] of tracks) memory.setTrack(name, new Track(waypointsFrom(rows)))
  for (const [name, text] of parts.texts) memory.parts.set(name, text)
}
