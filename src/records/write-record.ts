import type { Kysely } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import { allocateIds, skipIds } from '../database/ids.ts'
import { timestampText, together, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import { selectRecord, type Declared, type VersionedRecord } from '../json-sql/select-records.ts'
import { Problem } from '../problems/problem.ts'
import type { RecordFields, RecordKind, RecordTable, StoredRecord } from './record-kind.ts'
import {
  insertNewRecords,
  newRecord,
  recordChange,
  removeRecords,
  updateChangedRecords,
  type Merge,
} from './record-lines.ts'
import { isRecord, lockRecords } from './record-queries.ts'

interface Sources {
  readonly db: Kysely<Database>
  readonly urls: Urls
}

/** Selects a record that the viewer may see. @throws 404 when there is none. */
export async function findRecord<Item>(
  kind: Declared<Item> & Pick<RecordTable, 'noun' | 'isVisible'>,
  id: number,
  { db, urls }: { readonly db: DatabaseReader; readonly urls: Urls },
  viewer?: Viewer,
): Promise<VersionedRecord<Item>> {
  const record = await selectRecord(db, kind, id, urls, kind.isVisible(viewer))
  if (record === undefined) throw noSuchRecord(kind, id)
  return record
}

export function noSuchRecord({ noun }: Pick<RecordTable, 'noun'>, id: number): Problem {
  return new Problem('not_found', `No ${noun} has the id ${id}.`)
}

export async function createRecord<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  { body, principal }: { readonly body: Fields; readonly principal: Principal },
  { db, urls }: Sources,
): Promise<VersionedRecord<Item>> {
  const [[freeId = 0], facts] = await together([
    allocateIds(db, kind.table, 1),
    kind.loadFacts(db, { fields: [body], ids: [], principal }),
  ])
  // Only a line of a file has one.
  const { id = freeId } = body as { readonly id?: number }
  const record = newRecord(kind, id, body, facts, { principal, urls })
  if (id !== freeId) await skipIds(db, kind.table, id)
  let found: VersionedRecord<Item> | undefined
  await together([
    kind.beforeCreate?.(db, id, body) ?? Promise.resolve(),
    insertNewRecords(db, kind, [record], async () => {
      found = await selectRecord(db, kind, id, urls)
    }),
  ])
  if (found === undefined) throw new Error(`The ${kind.noun} ${id} is gone`)
  return found
}

/** The parts of a request that changes a record. */
type ChangeRequest = Pick<Input<'deleteEvent'>, 'path' | 'header' | 'ifNoneMatch' | 'principal'>

/**
 * Locks a record of the sender for a change, loads what the change depends on, and then checks the conditions of the
 * request. The lock comes first: a sender whose rights end at the same time can then not use them.
 * @throws 404 when the sender may not see it, 403 when the sender may see but not change it, 412 when `If-Match` or
 *   `If-None-Match` does not hold.
 */
export async function lockRecord<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  { path, header, ifNoneMatch, principal }: ChangeRequest,
  fields: readonly Fields[],
  db: Kysely<Database>,
): Promise<{ readonly stored: StoredRecord; readonly facts: Facts }> {
  const [[stored], facts] = await together([
    lockRecords(db, kind, isRecord(kind, path.id, principal)),
    kind.loadFacts(db, { fields, ids: [path.id], principal }),
  ])
  if (stored === undefined) throw noSuchRecord(kind, path.id)
  if (kind.owner) kind.requireOwn?.(stored[kind.owner] ?? '', facts, principal)
  const { id, updated_at } = stored
  const conditions = { ifMatch: header['If-Match'], ifNoneMatch }
  requireConditions(conditions, { id, updated_at: timestampText(updated_at) })
  return { stored, facts }
}

/** Changes one record. @param merge by default, the fields of the request are the merge patch. */
export async function changeRecord<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  request: ChangeRequest & { readonly body: Fields },
  sources: Sources,
  merge?: Merge<Fields, Facts>,
): Promise<VersionedRecord<Item>> {
  const { body } = request
  const { stored, facts } = await lockRecord(kind, request, [body], sources.db)
  return changeStored(kind, stored, body, facts, request, sources, merge)
}

/** Changes a record that `lockRecord` has returned. Without fields, it only gets a new version. */
export async function changeStored<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  stored: StoredRecord,
  fields: Fields,
  facts: Facts,
  { principal }: Pick<ChangeRequest, 'principal'>,
  sources: Sources,
  merge?: Merge<Fields, Facts>,
): Promise<VersionedRecord<Item>> {
  const { db, urls } = sources
  const change = recordChange(kind, stored, fields, facts, { principal, urls }, merge)
  const [, , found] = await together([
    kind.beforeChange?.(db, stored, fields) ?? Promise.resolve(),
    updateChangedRecords(db, kind, [change]),
    findRecord(kind, stored.id, sources, principal),
  ])
  return found
}

export async function deleteRecord<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  request: ChangeRequest,
  { db }: Pick<Sources, 'db'>,
): Promise<{ status: 204 }> {
  const { stored } = await lockRecord(kind, request, [], db)
  await kind.beforeDelete?.(db, stored.id, request.principal)
  await removeRecords(db, kind, [stored])
  return { status: 204 }
}
