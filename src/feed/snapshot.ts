import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import {
  asLatin1,
  latin1Texts,
  PrerenderedLines,
  REQUEST_BYTES,
  type Latin1Text,
} from '../response-body.ts'
import { beingNumbered, beingRenewed } from './changes.ts'
import { cursorText } from './feed-cursor.ts'
import type { TakePlace } from './feed-watch.ts'
import { hasChanged, withLongRecords, type CurrentRecord } from './long-records.ts'
import { selectHead, selectRecords, selectUnchanged } from './read-feed-queries.ts'

interface Sources {
  readonly db: DatabaseReader
  readonly currentRecord: CurrentRecord
  readonly feedFormats: ReadonlyMap<ListName, string>
  readonly charge?: ((requests: number) => void) | undefined
  readonly takePlace?: TakePlace | undefined
}

/** So that slow clients do not keep their places. */
const DURATION_MS = 10 * 60_000

/** Much longer than an entry needs to get its next number. */
const NUMBERING_MS = 10_000

const LOOK_INTERVAL_MS = 50

/** Records in one statement, unless they have more than a page may have. */
const READ = 200

/**
 * The lines of a snapshot of the stored records of a list. Each statement reads a part of it, when the client has read the
 * part before. What changes meanwhile is among the changes after the cursor of the first line.
 * It ends without its last line after ten minutes, and if another client gets its place.
 * @throws 503 while too many others read one, and when changed records get no numbers in time.
 */
export async function snapshotOf(
  list: ListName,
  { after }: { readonly after: number },
  { db, currentRecord, feedFormats, charge, takePlace }: Sources,
): Promise<AsyncGenerator<object, void>> {
  const { epoch, lastNo, records: count, format } = await selectHead(db, list)
  const cursor = cursorText({ epoch, no: lastNo, start: lastNo })
  const readAfter = async (id: number): Promise<Part> => {
    const rows = await selectRecords(db, { list, format }, id, READ)
    if (rows.some(({ isCurrent }) => !isCurrent)) throw beingRenewed()
    const read = await withLongRecords(list, rows, currentRecord)
    const changed = read.flatMap((row) => (row.no <= lastNo && hasChanged(row) ? row.no : []))
    // In a process with another format, all long records differ, and get no numbers.
    if (feedFormats.get(list) === format) await untilNumbered(db, list, changed)
    const last = read.at(-1)
    const isEnd = read.length === last?.found && read.length < READ
    // A record that is not public any more has no line.
    const lines = read.flatMap(({ record }) => (record === null ? [] : [START, record, END]))
    return { next: isEnd ? undefined : last?.id, lines }
  }
  return linesOf({ kind: 'start', count, cursor }, await readAfter(after), readAfter, {
    charge,
    takePlace,
  })
}

/**
 * Waits until the entries with these numbers have others. Otherwise a client could read no change after the cursor, and find
 * that its copy differs from the digest.
 */
async function untilNumbered(
  db: DatabaseReader,
  list: ListName,
  nos: readonly number[],
): Promise<void> {
  const endsAt = performance.now() + NUMBERING_MS
  for (let left = nos; left.length > 0; await sleep(LOOK_INTERVAL_MS)) {
    if (performance.now() > endsAt) throw beingNumbered()
    left = await selectUnchanged(db, list, left)
  }
}

const START = asLatin1('{"kind":"record","record":')
const END = asLatin1('}\n')

/** Consecutive lines. */
interface Part {
  /** The id of its last record; undefined when no other part follows. */
  readonly next: number | undefined
  /** The texts of its lines. */
  readonly lines: readonly Latin1Text[]
}

async function* linesOf(
  start: object,
  first: Part,
  readAfter: (id: number) => Promise<Part>,
  { charge, takePlace }: Pick<Sources, 'charge' | 'takePlace'>,
): AsyncGenerator<object, void> {
  const endsAt = performance.now() + DURATION_MS
  let isEnded = false
  const leave = takePlace?.('snapshots', () => (isEnded = true))
  try {
    yield start
    let bytes = 0
    let part: Part | undefined = first
    while (part !== undefined) {
      if (isEnded || performance.now() > endsAt) return
      // Read while the client gets this part. An error is thrown when it is awaited.
      const next: Promise<Part> | undefined =
        part.next === undefined ? undefined : readAfter(part.next)
      next?.catch(() => {})
      const lines = latin1Texts(part.lines)
      if (lines.length > 0) yield new PrerenderedLines(lines)
      bytes += lines.length
      charge?.(Math.floor(bytes / REQUEST_BYTES))
      bytes %= REQUEST_BYTES
      part = await next
    }
    yield { kind: 'end' }
  } finally {
    leave?.()
  }
}
