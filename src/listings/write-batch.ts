import { sql, type Kysely } from 'kysely'
import { isDatabaseUnavailable, isExternalIdTaken, isStorageFull } from '../database/errors.ts'
import { allocateIds, skipIds } from '../database/ids.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { isChangeable } from '../database/visibility.ts'
import { inputProblem, Problem, toProblem } from '../problems/problem.ts'
import type { ListingFields, ListingKind, ListingTable, LockedListing } from './listing-kind.ts'
import { hasExternalId, hasId, lockListings } from './listing-queries.ts'
import {
  insertNewListings,
  listingChange,
  newListing,
  removeListings,
  updateChangedListings,
  type ListingChange,
  type NewListing,
  type Sender,
} from './write-listings.ts'

/** A line of a batch: a listing to create or change, or without fields one to remove. */
export interface BatchItem<Fields> {
  /** Undefined for a line of a file that names the listing by its id alone. */
  readonly externalId: string | undefined
  /** The listing's own id, which a line of a file can have: a listing that does not exist is created with it. */
  readonly id?: number
  /** The id of the gallery or author to whom the listing belongs. */
  readonly owner: number | string
  readonly fields: Fields | undefined
  /** Whether the fields change a listing only if it exists. */
  readonly isPatch?: boolean
}

/** The result of a line; `absent` for the removal of a listing that does not exist. */
export interface Outcome {
  readonly kind: 'created' | 'changed' | 'unchanged' | 'removed' | 'absent' | 'failed'
  readonly id?: number | undefined
  readonly problem?: Problem | undefined
}

/** Runs work as a whole: when it throws, nothing of it is written. */
export type Scope = <Result>(work: (trx: Kysely<Database>) => Promise<Result>) => Promise<Result>

/**
 * Writes items, each as a whole or not at all, and adds their outcomes. When the database rejects one of several, each
 * half is written by itself, so that the rejected ones remain.
 * @param items no two of the same listing.
 * @throws errors that are not due to an item.
 */
export async function writeItems<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  sender: Sender,
  scope: Scope,
  outcomes: Map<BatchItem<Fields>, Outcome>,
): Promise<void> {
  if (items.length === 0) return
  try {
    const write = () => scope((trx) => writeTogether(kind, items, sender, trx))
    // Another batch has just created one of the listings: the second attempt finds it.
    const written = await write().catch((error: unknown) => {
      if (isExternalIdTaken(error)) return write()
      throw error
    })
    for (const [item, outcome] of written) outcomes.set(item, outcome)
  } catch (error) {
    if (isStorageFull(error)) throw toProblem(error)
    if (isDatabaseUnavailable(error) || endsBatch(error)) throw error
    const [first, ...others] = items
    if (first !== undefined && others.length === 0) {
      outcomes.set(first, { kind: 'failed', problem: problemOf(kind, first, error) })
      return
    }
    const half = Math.ceil(items.length / 2)
    await writeItems(kind, items.slice(0, half), sender, scope, outcomes)
    await writeItems(kind, items.slice(half), sender, scope, outcomes)
  }
}

/** Whether the key of the sender is no longer valid, or the time of the batch is over. */
function endsBatch(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (error.code === 'unauthorized' || error.code === 'service_unavailable')
  )
}

/** The problem of an item. @throws the error if the item did not cause it. */
function problemOf<Fields>(
  { noun }: ListingTable,
  { fields, isPatch }: BatchItem<Fields>,
  error: unknown,
): Problem {
  const problem = toProblem(error)
  if (problem.code === 'internal_error') throw error
  if (problem.code !== 'unprocessable_content' || fields === undefined) return problem
  const errors = problem.errors.map((each) =>
    'pointer' in each ? { ...each, pointer: `/${isPatch ? 'patch' : noun}${each.pointer}` } : each,
  )
  return inputProblem('unprocessable_content', errors)
}

/** Writes items with a few statements for all of them. */
async function writeTogether<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  sender: Sender,
  trx: Kysely<Database>,
): Promise<Map<BatchItem<Fields>, Outcome>> {
  const listings = await lockStored(kind, items, sender, trx)
  const added = items.filter(
    (item) => item.fields !== undefined && !item.isPatch && !listings.has(item),
  )
  const missing = added.filter(({ id }) => id === undefined)
  const named = new Set(added.flatMap(({ id }) => id ?? []))
  const [facts, drawn] = await together([
    loadFacts(kind, items, listings, sender, trx),
    // Some of them can be ids that other lines name.
    allocateIds(trx, kind.table, missing.length === 0 ? 0 : missing.length + named.size),
  ])
  const ids = drawn.filter((id) => !named.has(id))
  const idOf = new Map(missing.map((item, at) => [item, ids[at] ?? 0]))
  const checked = new Checked<Fields>()
  for (const item of items) {
    try {
      checkItem(
        kind,
        item,
        { id: item.id ?? idOf.get(item), listing: listings.get(item) },
        facts,
        sender,
        checked,
      )
    } catch (error) {
      checked.outcomes.set(item, { kind: 'failed', problem: problemOf(kind, item, error) })
    }
  }
  if (!sender.isDryRun) {
    const inserted = new Set(checked.added.map(({ line }) => line.id))
    await skipIds(trx, kind.table, Math.max(0, ...[...named].filter((id) => inserted.has(id))))
  }
  const [written] = await together([
    updateChangedListings(trx, kind, [...checked.changes.values()]),
    insertNewListings(trx, kind, checked.added),
    removeListings(trx, kind, checked.removed),
  ])
  const changed = new Set(written)
  for (const [item, { line }] of checked.changes) {
    const outcome = changed.has(line.id) ? ('changed' as const) : ('unchanged' as const)
    checked.outcomes.set(item, { kind: outcome, id: line.id })
  }
  return checked.outcomes
}

/** The stored listings of items. @throws 400 for a new listing whose id is that of another. */
async function lockStored<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  { principal }: Sender,
  trx: Kysely<Database>,
): Promise<Map<BatchItem<Fields>, LockedListing>> {
  const named = items.flatMap(({ owner, externalId }) =>
    externalId === undefined ? [] : [{ owner, externalId }],
  )
  const owners = named.map(({ owner }) => owner)
  const externalIds = named.map(({ externalId }) => externalId)
  const ids = items.flatMap(({ id }) => id ?? [])
  const [locked, lockedById] = await together([
    // Only the sender's own: the lines of others fail below, and must not lock what they name until the batch ends.
    lockListings(
      trx,
      kind,
      sql`${hasExternalId(kind, owners, externalIds)} and ${isChangeable(kind.table, principal)}`,
    ),
    ids.length > 0 ? lockListings(trx, kind, hasId(kind, ids)) : Promise.resolve([]),
  ])
  const byKey = new Map(locked.map((each) => [`${each[kind.owner]} ${each.external_id}`, each]))
  const byId = new Map(lockedById.map((each) => [each.id, each]))
  return new Map(
    items.flatMap((item) => {
      const { id, owner, externalId } = item
      const sameId = id === undefined ? undefined : byId.get(id)
      const listing = externalId === undefined ? sameId : byKey.get(`${owner} ${externalId}`)
      if (listing === undefined && sameId !== undefined) throw takenId(kind)
      return listing === undefined ? [] : [[item, listing] as const]
    }),
  )
}

function loadFacts<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  listings: ReadonlyMap<BatchItem<Fields>, LockedListing>,
  { principal }: Sender,
  trx: Kysely<Database>,
): Promise<Facts> {
  return kind.loadFacts(trx, {
    fields: items.flatMap(({ fields }) => fields ?? []),
    ids: [...listings.values()].map(({ id }) => id),
    galleries: items.flatMap(({ owner }) => (typeof owner === 'number' ? owner : [])),
    principal,
  })
}

/** The items that passed the rules. */
class Checked<Fields> {
  readonly outcomes = new Map<BatchItem<Fields>, Outcome>()
  readonly added: NewListing[] = []
  readonly changes = new Map<BatchItem<Fields>, ListingChange>()
  readonly removed: LockedListing[] = []
}

/** @throws the problem of the item. */
function checkItem<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  item: BatchItem<Fields>,
  { id, listing }: { id: number | undefined; listing: LockedListing | undefined },
  facts: Facts,
  sender: Sender,
  checked: Checked<Fields>,
): void {
  const { fields, isPatch, externalId, owner } = item
  kind.requireOwn(owner, facts, sender.principal)
  if (fields === undefined) {
    if (listing !== undefined) checked.removed.push(listing)
    checked.outcomes.set(item, { kind: listing === undefined ? 'absent' : 'removed' })
  } else if (listing === undefined) {
    if (isPatch) throw noListing(kind, externalId)
    const added = newListing(kind, id ?? 0, fields, facts, sender)
    const columns = { ...added.line.columns, external_id: externalId, [kind.owner]: owner }
    checked.added.push({ ...added, line: { ...added.line, columns } })
    checked.outcomes.set(item, { kind: 'created', id })
  } else {
    requireSameAuthor(kind, listing, owner)
    const { line, formerPicture } = listingChange(kind, listing, fields, facts, sender)
    checked.changes.set(item, { line: { ...line, skips_same: true }, formerPicture })
  }
}

/** A listing that is named by its id keeps its author. Its gallery can change. */
function requireSameAuthor(
  { owner: column }: ListingTable,
  listing: LockedListing,
  owner: number | string,
): void {
  if (column !== 'author_id' || listing.author_id === owner) return
  throw new Problem('forbidden', 'The event belongs to another author.')
}

function noListing({ noun }: ListingTable, externalId = ''): Problem {
  return new Problem('not_found', `No ${noun} of yours has the external id ${externalId}.`)
}

function takenId({ noun }: ListingTable): Problem {
  const detail = `Another ${noun} has this id, under another external id or none.`
  return inputProblem('invalid_request', [{ pointer: '/id', detail }])
}
