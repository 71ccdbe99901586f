import type { ListName } from '../lists/list.ts'
import type { ListReader } from '../read-model/reader.ts'
import { fromLatin1, MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
import { contentDigest } from './content-digest.ts'

/**
 * Bytes of a record that a feed stores. A longer one is read when a client asks for it: it embeds texts of other records, such
 * as a hundred artists and tags, which do not count as stored with it (SECURITY.md).
 */
export const MAX_STORED_BYTES = 16_384

/** Reads one public record as it is now. */
export type CurrentRecord = ListReader['record']

/** An entry of a feed, or a line of a snapshot. */
interface Stored {
  readonly id: number
  /** Whether a feed does not store the record. */
  readonly isLong: boolean
  readonly record: Latin1Text | null
}

/**
 * The first of the rows with their long records, of about `MAX_PAGE_BYTES` together. A record that has become longer since its
 * entry can have megabytes. One that is not public any more is null.
 */
export async function withLongRecords<Row extends Stored>(
  list: ListName,
  rows: readonly Row[],
  currentRecord: CurrentRecord,
): Promise<Row[]> {
  const read: Row[] = []
  let bytes = 0
  for (const row of rows) {
    const found = row.isLong ? await currentRecord(list, row.id) : undefined
    const record = row.isLong ? (found?.texts[0] ?? null) : row.record
    read.push({ ...row, record })
    bytes += record?.length ?? 0
    if (bytes >= MAX_PAGE_BYTES) break
  }
  return read
}

/** Whether a long record is not the one of its entry, whose digest has hexadecimal digits. */
export function hasChanged({
  isLong,
  digest,
  record,
}: Stored & { readonly digest: string | null }): boolean {
  if (!isLong) return false
  return record === null || contentDigest(JSON.parse(fromLatin1(record))) !== digest
}
