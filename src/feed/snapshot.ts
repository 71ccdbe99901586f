import type { DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import { latin1Texts, PrerenderedLines, REQUEST_BYTES, type Latin1Text } from '../response-body.ts'
import { beingRenewed } from './changes.ts'
import { cursorText } from './feed-cursor.ts'
import type { TakePlace } from './feed-watch.ts'
import { selectHead, selectLines } from './read-feed-queries.ts'

interface Sources {
  readonly db: DatabaseReader
  readonly charge?: ((requests: number) => void) | undefined
  readonly takePlace?: TakePlace | undefined
}

/** So that slow clients do not keep their places. */
const DURATION_MS = 10 * 60_000

/** Records in one statement, unless they have more than a page may have. */
const READ = 200

/**
 * The lines of a snapshot of the stored records of a list. Each statement reads a part of it, when the client has read the
 * part before. What changes meanwhile is among the changes after the cursor of the first line.
 * It ends without its last line after ten minutes, and if another client gets its place.
 * @throws 503 while too many others read one.
 */
export async function snapshotOf(
  list: ListName,
  { after }: { readonly after: number },
  { db, charge, takePlace }: Sources,
): Promise<AsyncGenerator<object, void>> {
  const { epoch, lastNo, records: count, format } = await selectHead(db, list)
  const cursor = cursorText({ epoch, no: lastNo, start: lastNo })
  const readAfter = async (id: number): Promise<Part> => {
    const rows = await selectLines(db, { list, format }, id, READ)
    if (rows.some(({ line }) => line === null)) throw beingRenewed()
    const last = rows.at(-1)
    const isEnd = rows.length === last?.found && rows.length < READ
    return { next: isEnd ? undefined : last?.id, lines: rows.map(({ line }) => line as Latin1Text) }
  }
  return linesOf({ kind: 'start', count, cursor }, await readAfter(after), readAfter, {
    charge,
    takePlace,
  })
}

/** Consecutive lines. */
interface Part {
  /** The id of its last record; undefined when no other part follows. */
  readonly next: number | undefined
  readonly lines: readonly Latin1Text[]
}

async function* linesOf(
  start: object,
  first: Part,
  readAfter: (id: number) => Promise<Part>,
  { charge, takePlace }: Omit<Sources, 'db'>,
): AsyncGenerator<object, void> {
  const endsAt = performance.now() + DURATION_MS
  let isEnded = false
  const leave = takePlace?.('snapshots', () => (isEnded = true))
  try {
    yield start
    let bytes = 0
    let part: Part | undefined = first
    while (part !== undefined && part.lines.length > 0) {
      if (isEnded || performance.now() > endsAt) return
      // Read while the client gets this part. An error is thrown when it is awaited.
      const next: Promise<Part> | undefined =
        part.next === undefined ? undefined : readAfter(part.next)
      next?.catch(() => {})
      const lines = latin1Texts(part.lines)
      yield new PrerenderedLines(lines)
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
