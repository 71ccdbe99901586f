import type { Kysely } from 'kysely'
import type { Scope } from '../../src/batches/transactions.ts'
import { writeItems, type Outcome } from '../../src/batches/line-groups.ts'
import type { Database } from '../../src/database/tables.ts'
import type { BatchKind, RecordFields, RecordLine } from '../../src/records/record-kind.ts'
import { itemOf, recordWriter, type BatchItem } from '../../src/records/write-records.ts'
import { Problem, unprocessable } from '../../src/problems/problem.ts'
import { selectUserIds, UNKNOWN_USER } from '../../src/users/user-queries.ts'
import type { FileSender, Line } from './line.ts'

/** Writes lines of artworks or events by the function that writes batches. No two lines have the same key. */
export async function writeListingLines<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  db: Kysely<Database>,
  lines: readonly Line[],
  { principal, urls, isDryRun }: FileSender,
  scope: Scope,
): Promise<Map<Line, Outcome>> {
  const usernames = new Set(lines.flatMap(({ author }) => author ?? []))
  const authors = await selectUserIds(db, [...usernames])
  const outcomes = new Map<Line, Outcome>()
  const items = new Map<Line, BatchItem<Fields>>()
  for (const line of lines) {
    try {
      const userId = line.author === undefined ? principal.userId : authors.get(line.author)
      if (userId === undefined) throw unknownAuthor()
      items.set(line, itemOfLine(kind, line, userId))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      outcomes.set(line, { kind: 'failed', problem: error })
    }
  }
  const written = new Map<BatchItem<Fields>, Outcome>()
  const sender = { principal, urls, isRestore: true, isDryRun } as const
  // Nobody waits for the results of a part.
  const patience = { isSilent: false }
  const parts = writeItems(recordWriter(kind, sender), [...items.values()], scope, patience)
  for await (const part of parts) for (const [item, outcome] of part) written.set(item, outcome)
  for (const [line, item] of items) {
    const outcome = written.get(item)
    if (outcome !== undefined) outcomes.set(line, outcome)
  }
  return outcomes
}

function itemOfLine<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  line: Line,
  userId: string,
): BatchItem<Fields> {
  const { id } = line.body
  const item = itemOf(kind, line.body as unknown as RecordLine<Fields>, userId)
  return id === undefined ? item : { ...item, id: id as number }
}

function unknownAuthor(): Problem {
  return unprocessable([{ pointer: '/author', detail: UNKNOWN_USER }])
}
