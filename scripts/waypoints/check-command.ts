import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import {
  checkWaypoints,
  isRight,
  type WaypointReport,
} from '../../src/reading/waypoints/waypoint-check.ts'
import type { ListName } from '../../src/reading/orderings.ts'
import { checkRecords, type CheckedRecords } from '../../src/reading/records/check-records.ts'
import { LISTS } from '../../src/reading/waypoints/keeper-queries.ts'
import { progressBar } from '../progress-bar.ts'

/** Of more stretches than these of a track, only the number is told. */
const MOST_NAMED = 10

export interface Task {
  readonly db: Kysely<Database>
  /** Of the service; undefined where it is not known: then stored records are not compared. */
  readonly mediaUrl: string | undefined
  readonly print: (line: string) => void
}

/** Prints a line a track and a list, and what is wrong. @returns whether nothing is. */
export async function runCheck({ db, mediaUrl, print }: Task): Promise<boolean> {
  const bar = progressBar('steps')
  const report = await checkWaypoints(db, bar.update).finally(bar.stop)
  for (const line of reportLines(report)) print(line)
  if (mediaUrl === undefined) {
    print(NOT_COMPARED)
    return isRight(report)
  }
  const checked = []
  for (const list of LISTS) checked.push(await checkStored(db, list, mediaUrl))
  for (const { list, compared, wrong } of checked) {
    print(`${list}: ${compared} stored records compared, ${wrong.length} wrong${idsText(wrong)}`)
  }
  return isRight(report) && checked.every(({ wrong }) => wrong.length === 0)
}

export const NOT_COMPARED =
  'Stored records were not compared: set PORT, PUBLIC_URL or MEDIA_URL as the service has them.'

/** Shows how far it is. */
export async function checkStored(
  db: Kysely<Database>,
  list: ListName,
  mediaUrl: string,
): Promise<CheckedRecords> {
  const bar = progressBar('records')
  return checkRecords(db, list, mediaUrl, bar.update).finally(bar.stop)
}

function idsText(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ' and more' : ''}`
}

function reportLines({ tracks, ready, isRestored }: WaypointReport): string[] {
  const width = Math.max(...tracks.map(({ name }) => name.length))
  return [
    ...tracks.flatMap(({ name, rows, stretches, longest, faults }) => [
      `${name.padEnd(width)}  ${rows} rows, ${stretches} stretches, longest ${longest}, ${faults.length} wrong`,
      ...faults.slice(0, MOST_NAMED).map((fault) => `  ${name}: ${fault}`),
      ...(faults.length > MOST_NAMED ? [`  ${name}: ${faults.length - MOST_NAMED} more`] : []),
    ]),
    ...ready.map(
      ({ list, wrong }) =>
        `${`ready_${list}`.padEnd(width)}  ${wrong.length} wrong${idsText(wrong)}`,
    ),
    ...(isRestored ? ['Numbers of transactions are of another server: a dump was restored.'] : []),
  ]
}
