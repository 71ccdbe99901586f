import type { Kysely } from 'kysely'
import type { Database } from '../../../../src/database/tables.ts'
import { executePlan, type Counts } from '../../../../scripts/files/import-plan.ts'
import type { RejectedRow } from '../../../../scripts/files/row.ts'
import { planImport, type ImportRequest } from '../../../../scripts/import/plan-import.ts'

export const URLS = { public: 'https://art.example', media: 'https://media.example' }

export interface Imported {
  /** One a step. */
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
  await executePlan(db, await planImport(request, URLS), {
    optionsFor: () => ({
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
      onRejected: (row) => rejected.push(row),
    }),
    onFinished: (_, count) => counts.push(count),
  })
  return { counts, rejected }
}
