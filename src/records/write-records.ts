import { sql, type Kysely } from 'kysely'
import type { BatchRecords, BatchRequest, Outcome, Owner } from '../batches/line-groups.ts'
import type { Urls } from '../contract/operation-types.ts'
import { allocateIds, skipIds } from '../database/ids.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { isChangeable } from '../database/visibility.ts'
import { inputProblem, Problem, toProblem } from '../problems/problem.ts'
import { invalidBody } from '../request-body/body-error.ts'
import type { BatchKind, RecordFields, RecordLine, StoredRecord } from './record-kind.ts'
import { hasExternalId, hasId, lockRecords } from './record-queries.ts'
import {
  insertNewRecords,
  newRecord,
  recordChange,
  removeRecords,
  updateChangedRecords,
  type NewRecord,
  type RecordChange,
  type Sender,
} from './record-lines.ts'

/** A record to create or change, or without fields one to remove. */
export interface BatchItem<Fields> {
  /** Undefined for a line of a file that names the record by its id alone. */
  readonly externalId: string | undefined
  /** The record's own id, which a line of a file can have: a record that does not exist is created with it. */
  readonly id?: number
  /** The id of the gallery or author to whom the record belongs. */
  readonly owner: Owner
  readonly fields: Fields | undefined
  /** Whether the fields change a record only if it exists. */
  readonly isPatch?: boolean
}

/** Writes the lines of a batch as records of a kind. */
export function batchRecords<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  { principal, query }: Pick<BatchRequest, 'principal' | 'query'>,
  { urls }: { readonly urls: Urls },
): BatchRecords<BatchItem<Fields>> {
  return recordWriter(kind, { principal, urls, takesPlainSlugs: !query.atomic })
}

/** Writes many records of a kind. */
export function recordWriter<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  sender: Sender,
): BatchRecords<BatchItem<Fields>> {
  const { userId } = sender.principal
  // An artwork can move to another gallery.
  const ownersOf = ({ owner, fields }: BatchItem<Fields>): Owner[] => [
    owner,
    (fields && kind.namedOwner?.(fields)) ?? owner,
  ]
  const requireOwners = (owners: Iterable<Owner>, trx: Kysely<Database>): Promise<void> =>
    requireStillOwn(kind, [...owners], sender, trx)
  return {
    itemOf: (line) => itemOf(kind, line as unknown as RecordLine<Fields>, userId),
    keysOf: (item) => ownersOf(item).map((owner) => `${owner} ${item.externalId}`),
    ownersOf,
    requireOwners,
    async write(items, trx) {
      const outcomes = await writeTogether(kind, items, sender, trx)
      const written = items.filter((item) => outcomes.get(item)?.kind !== 'failed')
      await requireOwners(new Set(written.flatMap(ownersOf)), trx)
      return outcomes
    },
    problemOf: (item, error) => problemOf(kind, item, error),
  }
}

/** @param userId the author of a new record. @throws 400 for fields that contradict each other. */
export function itemOf<Fields extends RecordFields>(
  { noun, lineOwner }: Pick<BatchKind<unknown, Fields, unknown>, 'noun' | 'lineOwner'>,
  line: RecordLine<Fields>,
  userId: string,
): BatchItem<Fields> {
  const { external_id: externalId, patch, remove } = line
  const actions = [line[noun], patch, remove || undefined].filter((each) => each !== undefined)
  if (actions.length !== 1) {
    const detail = `A line has one of ${noun}, patch, and remove with the value true.`
    throw invalidBody([{ pointer: '', detail }])
  }
  const owner = lineOwner(line, userId)
  return { externalId, owner, fields: line[noun] ?? patch, isPatch: patch !== undefined }
}

/** The problem of an item. @throws the error if the item did not cause it. */
function problemOf<Fields>(
  { noun }: { readonly noun: string },
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
async function writeTogether<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  sender: Sender,
  trx: Kysely<Database>,
): Promise<ReadonlyMap<BatchItem<Fields>, Outcome>> {
  const stored = await lockStored(kind, items, sender, trx)
  const added = items.filter(
    (item) => item.fields !== undefined && !item.isPatch && !stored.has(item),
  )
  const missing = added.filter(({ id }) => id === undefined)
  const named = new Set(added.flatMap(({ id }) => id ?? []))
  const [facts, drawn] = await together([
    kind.loadFacts(trx, {
      fields: items.flatMap(({ fields }) => fields ?? []),
      ids: [...stored.values()].map(({ id }) => id),
      galleries: items.flatMap(({ owner }) => (typeof owner === 'number' ? owner : [])),
      principal: sender.principal,
    }),
    // Some of them can be ids that other lines name.
    allocateIds(trx, kind.table, missing.length === 0 ? 0 : missing.length + named.size),
  ])
  const ids = drawn.filter((id) => !named.has(id))
  const idOf = new Map(missing.map((item, at) => [item, ids[at] ?? 0]))
  const checked = new Checked<Fields>()
  for (const item of items) {
    try {
      const id = item.id ?? idOf.get(item)
      checkItem(kind, item, { id, stored: stored.get(item) }, facts, sender, checked)
    } catch (error) {
      checked.outcomes.set(item, { kind: 'failed', problem: problemOf(kind, item, error) })
    }
  }
  if (!sender.isDryRun) {
    const inserted = new Set(checked.added.map(({ line }) => line.id))
    await skipIds(trx, kind.table, Math.max(0, ...[...named].filter((id) => inserted.has(id))))
  }
  const [written] = await together([
    updateChangedRecords(trx, kind, [...checked.changes.values()]),
    insertNewRecords(trx, kind, checked.added),
    removeRecords(trx, kind, checked.removed),
  ])
  const changed = new Set(written)
  for (const [item, { line }] of checked.changes) {
    checked.outcomes.set(item, {
      kind: changed.has(line.id) ? 'changed' : 'unchanged',
      id: line.id,
    })
  }
  return checked.outcomes
}

/**
 * Rights to galleries can end while a transaction runs, because their end does not wait for it. Those of an author cannot.
 * @throws 403 naming a gallery of which the sender is no longer a member.
 */
async function requireStillOwn<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  owners: readonly Owner[],
  { principal }: Sender,
  trx: Kysely<Database>,
): Promise<void> {
  const galleries = owners.filter((owner) => typeof owner === 'number')
  if (galleries.length === 0) return
  const facts = await kind.loadFacts(trx, { fields: [], ids: [], galleries, principal })
  for (const gallery of galleries) kind.requireOwn(gallery, facts, principal)
}

/** The stored records of items. @throws 400 for a new record whose id is that of another. */
async function lockStored<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  items: readonly BatchItem<Fields>[],
  { principal }: Sender,
  trx: Kysely<Database>,
): Promise<Map<BatchItem<Fields>, StoredRecord>> {
  const named = items.flatMap(({ owner, externalId }) =>
    externalId === undefined ? [] : [{ owner, externalId }],
  )
  const owners = named.map(({ owner }) => owner)
  const externalIds = named.map(({ externalId }) => externalId)
  const ids = items.flatMap(({ id }) => id ?? [])
  const [locked, lockedById] = await together([
    // Only the sender's own: the lines of others fail below, and must not lock the records that they name until the batch ends.
    lockRecords(
      trx,
      kind,
      sql`${hasExternalId(kind, owners, externalIds)} and ${isChangeable(kind.table, principal)}`,
    ),
    ids.length > 0 ? lockRecords(trx, kind, hasId(kind, ids)) : Promise.resolve([]),
  ])
  const byKey = new Map(locked.map((each) => [`${each[kind.owner]} ${each.external_id}`, each]))
  const byId = new Map(lockedById.map((each) => [each.id, each]))
  return new Map(
    items.flatMap((item) => {
      const { id, owner, externalId } = item
      const sameId = id === undefined ? undefined : byId.get(id)
      const found = externalId === undefined ? sameId : byKey.get(`${owner} ${externalId}`)
      if (found === undefined && sameId !== undefined) throw takenId(kind)
      return found === undefined ? [] : [[item, found] as const]
    }),
  )
}

/** The items that passed the rules. */
class Checked<Fields> {
  readonly outcomes = new Map<BatchItem<Fields>, Outcome>()
  readonly added: NewRecord[] = []
  readonly changes = new Map<BatchItem<Fields>, RecordChange>()
  readonly removed: StoredRecord[] = []
}

/** @throws the problem of the item. */
function checkItem<Item, Fields extends RecordFields, Facts>(
  kind: BatchKind<Item, Fields, Facts>,
  item: BatchItem<Fields>,
  { id, stored }: { readonly id: number | undefined; readonly stored: StoredRecord | undefined },
  facts: Facts,
  sender: Sender,
  checked: Checked<Fields>,
): void {
  const { fields, isPatch, externalId, owner } = item
  kind.requireOwn(owner, facts, sender.principal)
  if (fields === undefined) {
    if (stored !== undefined) checked.removed.push(stored)
    checked.outcomes.set(item, { kind: stored === undefined ? 'absent' : 'removed' })
  } else if (stored === undefined) {
    if (isPatch) throw noRecord(kind, externalId)
    const added = newRecord(kind, id ?? 0, fields, facts, sender)
    const columns = { ...added.line.columns, external_id: externalId, [kind.owner]: owner }
    checked.added.push({ ...added, line: { ...added.line, columns } })
    checked.outcomes.set(item, { kind: 'created', id })
  } else {
    requireSameAuthor(kind, stored, owner)
    const { line, formerPicture } = recordChange(kind, stored, fields, facts, sender)
    checked.changes.set(item, { line: { ...line, skips_same: true }, formerPicture })
  }
}

/** A record that is named by its id keeps its author. Its gallery can change. */
function requireSameAuthor(
  { noun, owner: column }: Pick<BatchKind<unknown, never, unknown>, 'noun' | 'owner'>,
  stored: StoredRecord,
  owner: number | string,
): void {
  if (column !== 'author_id' || stored.author_id === owner) return
  throw new Problem('forbidden', `The ${noun} belongs to another author.`)
}

function noRecord({ noun }: { readonly noun: string }, externalId = ''): Problem {
  return new Problem('not_found', `No ${noun} of yours has the external id ${externalId}.`)
}

function takenId({ noun }: { readonly noun: string }): Problem {
  const detail = `Another ${noun} has this id, under another external id or none.`
  return inputProblem('invalid_request', [{ pointer: '/id', detail }])
}
