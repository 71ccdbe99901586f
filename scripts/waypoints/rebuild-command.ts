import { TRACKS, type TrackName } from '../../src/reading/orderings.ts'
import {
  mendRestored,
  rebuildReadyRows,
  rebuildTrack,
} from '../../src/reading/waypoints/rebuild.ts'
import { renewRecords } from '../../src/reading/records/check-records.ts'
import { noteAllParts } from '../../src/reading/waypoints/keeper-queries.ts'
import { progressBar } from '../progress-bar.ts'
import { checkStored, NOT_COMPARED, type Task } from './check-command.ts'

/**
 * Makes waypoints anew, track by track, then what ready rows of their lists are missing, then the stored
 * records that are wrong; what processes remember of other records is read anew.
 */
export async function runRebuild(
  { db, mediaUrl, print }: Task,
  tracks: readonly TrackName[],
): Promise<void> {
  const isRestored = await mendRestored(db)
  if (isRestored) print('Numbers of transactions of another server were removed.')
  // What was written after the restoration may be missing from any track.
  const chosen = tracks.length === 0 || isRestored ? TRACKS : tracks
  const lists = [...new Set(chosen.map(({ list }) => list))]
  const bar = progressBar('steps')
  const total = chosen.length + lists.length
  const lines: string[] = []
  try {
    for (const track of chosen) {
      bar.update(lines.length, total)
      const ms = await timed(() => rebuildTrack(db, track))
      lines.push(`${track.name} was made anew in ${seconds(ms)}.`)
    }
    for (const list of lists) {
      bar.update(lines.length, total)
      let mended = 0
      const ms = await timed(async () => {
        mended = await rebuildReadyRows(db, list)
      })
      lines.push(`ready_${list}: ${mended} rows were mended in ${seconds(ms)}.`)
    }
  } finally {
    bar.stop()
    for (const line of lines) print(line)
  }
  await noteAllParts(db)
  if (mediaUrl === undefined) return print(NOT_COMPARED)
  for (const list of lists) {
    const { compared, wrong } = await checkStored(db, list, mediaUrl)
    await renewRecords(db, list, wrong)
    print(`${list}: of ${compared} stored records, ${wrong.length} were renewed.`)
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}
