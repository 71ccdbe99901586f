import { parseArgs } from 'node:util'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'

export const USAGE = `Usage: npm run offset-index -- COMMAND

  check               counts every stretch of every track, and compares every stored document with one
                      made of its record; ends with 1 and names what is wrong if anything is
  rebuild [TRACK...]  makes the waypoints of these tracks, or of all, anew, and removes stored documents
                      that are wrong; the service goes on meanwhile, but who writes to the list of a
                      track waits while that track is being made

Waypoints are how pages are found at any depth. They are kept right by themselves, unless somebody
switches triggers off, or writes to a dump restored on another server before the service has started.
Tracks: ${SORT_ORDERS.map(({ name }) => name).join(', ')}.
`

export type OffsetIndexCommand = CheckCommand | RebuildCommand

interface CheckCommand {
  readonly name: 'check'
}

interface RebuildCommand {
  readonly name: 'rebuild'
  /** None for all. */
  readonly tracks: readonly SortOrder[]
}

/** @throws naming what is wrong with the command line. */
export function readArguments(args: readonly string[]): OffsetIndexCommand {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
  const [name, ...rest] = positionals
  if (name === 'rebuild') return { name, tracks: rest.map(trackOf) }
  if (name !== 'check') {
    throw new Error(name === undefined ? 'A command is needed.' : `"${name}" is no command.`)
  }
  if (rest.length > 0) throw new Error('check takes no argument.')
  return { name }
}

function trackOf(name: string): SortOrder {
  const track = SORT_ORDERS.find((known) => known.name === name)
  if (track === undefined) throw new Error(`"${name}" is no track.`)
  return track
}
