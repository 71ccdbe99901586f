import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import {
  checkWaypoints,
  isRight,
  type WaypointReport,
} from '../../src/reading/waypoints/waypoint-check.ts'
import { progressBar } from '../progress-bar.ts'

/** Of more stretches than these of a track, only the number is told. */
const MOST_NAMED = 10

/** Prints a line a track, and what is wrong. @returns whether nothing is. */
export async function runCheck(
  db: Kysely<Database>,
  print: (line: string) => void,
): Promise<boolean> {
  const bar = progressBar('steps')
  const report = await checkWaypoints(db, bar.update).finally(bar.stop)
  for (const line of reportLines(report)) print(line)
  return isRight(report)
}

function reportLines({ tracks, ready, isRestored }: WaypointReport): string[] {
  const width = Math.max(...tracks.map(({ name }) => name.length))
  return [
    ...tracks.flatMap(({ name, rows, stretches, longest, faults }) => [
      `${name.padEnd(width)}  ${rows} rows, ${stretches} stretches, longest ${longest}, ${faults.length} wrong`,
      ...faults.slice(0, MOST_NAMED).map((fault) => `  ${name}: ${fault}`),
      ...(faults.length > MOST_NAMED ? [`  ${name}: ${faults.length - MOST_NAMED} more`] : []),
    ]),
    ...ready.map(({ list, wrong }) => {
      const ids = wrong.length === 0 ? '' : `: ${wrong.slice(0, MOST_NAMED).join(', ')}`
      const more = wrong.length > MOST_NAMED ? ' and more' : ''
      return `${`ready_${list}`.padEnd(width)}  ${wrong.length} wrong${ids}${more}`
    }),
    ...(isRestored ? ['Numbers of transactions are of another server: a dump was restored.'] : []),
  ]
}
