import type { Kysely } from 'kysely'
import type { Database } from '../../../../src/database/tables.ts'
import {
  executePlan,
  planImport,
  type ImportRequest,
} from '../../../../scripts/import/import-plan.ts'
import type { Counts } from '../../../../scripts/import/import-run.ts'
import type { RejectedRow } from '../../../../scripts/import/row.ts'

export interface Imported {
  /** One a file. */
  readonly counts: readonly Counts[]
  readonly rejected: readonly RejectedRow[]
}

/** Imports and collects everything that an import reports. */
export async function importInto(
  db: Kysely<Database>,
  request: ImportRequest,
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Imported> {
  const counts: Counts[] = []
  const rejected: RejectedRow[] = []
  await executePlan(db, await planImport(request), {
    optionsFor: () => ({
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
      onRejected: (row) => rejected.push(row),
    }),
    onFinished: (_, count) => counts.push(count),
  })
  return { counts, rejected }
}
