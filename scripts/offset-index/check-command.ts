import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import {
  checkOffsetIndex,
  isConsistent,
  type OffsetIndexReport,
} from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { progressBar } from '../progress-bar.ts'

/** Further errors are only counted. */
const MAX_NAMED = 10

export interface Task {
  readonly db: Kysely<Database>
  readonly print: (line: string) => void
}

/** Prints a line for each sort order and each list, and the errors. @returns whether there are none. */
export async function runCheck({ db, print }: Task): Promise<boolean> {
  const bar = progressBar('steps')
  const report = await checkOffsetIndex(db, DOCUMENTS, bar.update).finally(bar.stop)
  for (const line of reportLines(report)) print(line)
  return isConsistent(report)
}

function idsText(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ' and more' : ''}`
}

function reportLines({ sortOrders, stores, isRestored }: OffsetIndexReport): string[] {
  const width = Math.max(...sortOrders.map(({ name }) => name.length))
  return [
    ...sortOrders.flatMap(({ name, rows, segments, longest, errors }) => [
      `${name.padEnd(width)}  ${rows} rows, ${segments} segments, longest ${longest}, ${errors.length} wrong`,
      ...errors.slice(0, MAX_NAMED).map((error) => `  ${name}: ${error}`),
      ...(errors.length > MAX_NAMED ? [`  ${name}: ${errors.length - MAX_NAMED} more`] : []),
    ]),
    ...stores.map(
      ({ store, wrong }) => `${store.padEnd(width)}  ${wrong.length} wrong${idsText(wrong)}`,
    ),
    ...(isRestored ? ['Transaction ids are from another server: a dump was restored.'] : []),
  ]
}
