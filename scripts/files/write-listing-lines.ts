import type { Kysely } from 'kysely'
import { artworkListing } from '../../src/artworks/artwork-listing.ts'
import type { Database } from '../../src/database/tables.ts'
import { eventListing } from '../../src/events/event-listing.ts'
import { itemOf, type LineBody } from '../../src/listings/batch.ts'
import type { ListingFields, ListingKind } from '../../src/listings/listing-kind.ts'
import {
  writeItems,
  type BatchItem,
  type Outcome,
  type Scope,
} from '../../src/listings/write-batch.ts'
import { Problem, unprocessable } from '../../src/problems/problem.ts'
import { selectUserIds } from '../../src/users/user-queries.ts'
import type { FileSender, Line } from './line.ts'

/** Writes lines of artworks or events by the function that writes batches. No two lines have the same key. */
export function writeListingLines(
  name: 'artworks' | 'events',
  db: Kysely<Database>,
  lines: readonly Line[],
  sender: FileSender,
  scope: Scope,
): Promise<Map<Line, Outcome>> {
  return name === 'artworks'
    ? writeLines(artworkListing, db, lines, sender, scope)
    : writeLines(eventListing, db, lines, sender, scope)
}

async function writeLines<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
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
  await writeItems(kind, [...items.values()], sender, scope, written)
  for (const [line, item] of items) {
    const outcome = written.get(item)
    if (outcome !== undefined) outcomes.set(line, outcome)
  }
  return outcomes
}

function itemOfLine<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  line: Line,
  userId: string,
): BatchItem<Fields> {
  const { id } = line.body
  const item = itemOf(kind, line.body as unknown as LineBody<Fields>, { userId })
  return id === undefined ? item : { ...item, id: id as number }
}

function unknownAuthor(): Problem {
  return unprocessable([{ pointer: '/author', detail: 'No user has this username.' }])
}
