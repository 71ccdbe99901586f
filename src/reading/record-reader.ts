import { versionOf } from '../contract/entity-tag.ts'
import { timestampText } from '../database/timestamp-text.ts'
import type { ListName } from './orderings.ts'
import { persist, type Reader, type Step } from './persistent.ts'
import { documentRowsOf, rowById, type DocumentRow } from './place-queries.ts'
import { documentOptions, readyRecords, type RecordSources } from './records/ready-records.ts'
import type { ReadyRecord } from './reading.ts'
import type { Rounds } from './rounds/rounds.ts'

/** What the record's entity tag begins with, where the contract gives it a version. */
function versionIn({ id, updatedAt }: DocumentRow): string | undefined {
  return updatedAt ? versionOf({ id, updated_at: timestampText(updatedAt) }) : undefined
}

/** Reads single records. */
export function recordReader(
  rounds: Rounds,
  sources: RecordSources,
): (list: ListName, id: number) => Promise<ReadyRecord | undefined> {
  return (list, id) => {
    const reader: Reader<ReadyRecord | undefined> = {
      list,
      records: 1,
      tracks: [],
      asks: () => [rowById(list, id, documentOptions(list, sources))],
      step([rows = []], memory): Step<ReadyRecord | undefined> {
        const [row] = documentRowsOf(rows)
        if (row === undefined) return { answer: undefined }
        const ready = readyRecords(list, [row], memory, sources)
        if (ready === 'again') return ready
        return 'ready' in ready ? { answer: { ...ready.ready, version: versionIn(row) } } : ready
      },
    }
    return persist(reader, rounds)
  }
}
