import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import {
  checkOffsetIndex,
  isConsistent,
  type OffsetIndexReport,
} from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { progressBar } from '../progress-bar.ts'

/** Of more stretches than these of a track, only the number is told. */
const MOST_NAMED = 10

export interface Task {
  readonly db: Kysely<Database>
  readonly print: (line: string) => void
}

/** Prints a line a track and a list, and what is wrong. @returns whether nothing is. */
export async function runCheck({ db, print }: Task): Promise<boolean> {
  const bar = progressBar('steps')
  const report = await checkOffsetIndex(db, DOCUMENTS, bar.update).finally(bar.stop)
  for (const line of reportLines(report)) print(line)
  return isConsistent(report)
}

function idsText(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ' and more' : ''}`
}

function reportLines({ tracks, stores, isRestored }: OffsetIndexReport): string[] {
  const width = Math.max(...tracks.map(({ name }) => name.length))
  return [
    ...tracks.flatMap(({ name, rows, stretches, longest, faults }) => [
      `${name.padEnd(width)}  ${rows} rows, ${stretches} stretches, longest ${longest}, ${faults.length} wrong`,
      ...faults.slice(0, MOST_NAMED).map((fault) => `  ${name}: ${fault}`),
      ...(faults.length > MOST_NAMED ? [`  ${name}: ${faults.length - MOST_NAMED} more`] : []),
    ]),
    ...stores.map(
      ({ store, wrong }) => `${store.padEnd(width)}  ${wrong.length} wrong${idsText(wrong)}`,
    ),
    ...(isRestored ? ['Numbers of transactions are of another server: a dump was restored.'] : []),
  ]
}
