import { versionOf } from '../contract/entity-tag.ts'
import { timestampText } from '../database/timestamp-text.ts'
import type { ListName } from './orderings.ts'
import { retryUntilConsistent, type ReadSteps, type BatchOutcome } from './persistent.ts'
import { documentRowsOf, rowById, type DocumentRow } from './place-queries.ts'
import { documentOptions, assembleRecords, type AssemblySources } from './records/ready-records.ts'
import type { AssembledRecord } from './reading.ts'
import type { BatchScheduler } from './rounds/rounds.ts'

/** What the record's entity tag begins with, where the contract gives it a version. */
function versionIn({ id, updatedAt }: DocumentRow): string | undefined {
  return updatedAt ? versionOf({ id, updated_at: timestampText(updatedAt) }) : undefined
}

/** Reads single records. */
export function recordReader(
  rounds: BatchScheduler,
  sources: AssemblySources,
): (list: ListName, id: number) => Promise<AssembledRecord | undefined> {
  return (list, id) => {
    const reader: ReadSteps<AssembledRecord | undefined> = {
      list,
      records: 1,
      orders: [],
      statements: () => [rowById(list, id, documentOptions(list, sources))],
      finish([rows = []], memory): BatchOutcome<AssembledRecord | undefined> {
        const [row] = documentRowsOf(rows)
        if (row === undefined) return { answer: undefined }
        const ready = assembleRecords(list, [row], memory, sources)
        if (ready === 'again') return ready
        return 'ready' in ready ? { answer: { ...ready.ready, version: versionIn(row) } } : ready
      },
    }
    return retryUntilConsistent(reader, rounds)
  }
}
