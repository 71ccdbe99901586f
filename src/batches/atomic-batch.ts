import { sql, type Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { RequestLine } from '../contract/request-lines.ts'
import type { Database } from '../database/tables.ts'
import { Problem } from '../problems/problem.ts'
import {
  batchTransaction,
  groupsOf,
  readGroup,
  writeGroup,
  type Batch,
  type LineOutcome,
  type Owner,
} from './line-groups.ts'
import { RolledBack, type Scope } from './transactions.ts'

/** A batch whose first lines all fail ends after so many of them: its sender has one error to correct, not 10,000. */
export const MAX_FIRST_FAILURES = 1_000

/** An atomic batch writes all its groups in one turn. */
const turns = pLimit(1)

/** The lines of all atomic batches of this process that wait in memory for their last line or their turn. */
const MAX_HELD_BYTES = 96 * 1024 * 1024
let heldBytes = 0

/** An atomic batch of 10,000 artworks takes a few seconds. Its locks must not delay other writers much longer. */
const MAX_WORK_MS = 60_000

/** The part of its time that an atomic batch has while another waits for its turn. */
const CONTENDED_SHARE = 1 / 3

type Group = readonly RequestLine[]

/**
 * Writes all lines in one transaction, which begins only when the last line has arrived.
 * @throws 503 when it takes too long, and the reason of `signal` when the client is gone; nothing is written then.
 */
export async function writeAtomically<Item>(batch: Batch<Item>): Promise<readonly LineOutcome[]> {
  let held = 0
  const hold = (group: Group): void => {
    const bytes = group.reduce((sum, { length }) => sum + length, 0)
    held += bytes
    heldBytes += bytes
    if (heldBytes > MAX_HELD_BYTES) throw tooManyHeld()
  }
  try {
    const { groups, invalid } = await readGroups(batch, hold)
    // No transaction is needed.
    if (invalid !== undefined) return invalid
    return await turns(() => writeGroups(batch, groups))
  } finally {
    heldBytes -= held
  }
}

function tooManyHeld(): Problem {
  const detail =
    'Too many atomic batches are being received. Nothing of this one was written. Send it later, or in parts.'
  return new Problem('overloaded', detail)
}

interface ReadGroups {
  readonly groups: readonly Group[]
  /** The outcomes of lines that are all invalid; undefined for any other lines. */
  readonly invalid: readonly LineOutcome[] | undefined
}

/**
 * Reads and validates all lines, or the first ones if these are all invalid. They are parsed again in the transaction:
 * their values would take several times the memory of their bytes.
 */
async function readGroups<Item>(
  batch: Batch<Item>,
  hold: (group: Group) => void,
): Promise<ReadGroups> {
  const groups: Group[] = []
  let invalid: LineOutcome[] | undefined = []
  for await (const group of groupsOf(batch.body)) {
    batch.signal?.throwIfAborted()
    hold(group)
    groups.push(group)
    for (const { no, externalId, problem } of await readGroup(batch, group)) {
      if (problem === undefined) invalid = undefined
      invalid?.push({ no, externalId, outcome: { kind: 'failed', problem } })
    }
    if (invalid !== undefined && invalid.length >= MAX_FIRST_FAILURES) break
  }
  return { groups, invalid: groups.length > 0 ? invalid : undefined }
}

function writeGroups<Item>(batch: Batch<Item>, groups: readonly Group[]): Promise<LineOutcome[]> {
  const requireTime = deadlineOf(batch)
  requireTime()
  return batchTransaction(batch)(async (trx) => {
    const outcomes: LineOutcome[] = []
    const owners = new Set<Owner>()
    for (const group of groups) {
      requireTime()
      const lines = await readGroup(batch, group, false)
      const parts = writeGroup(batch, lines, savepoint(trx, requireTime))
      for await (const part of parts) outcomes.push(...part)
      const written = lines.flatMap(({ item }) => (item ? batch.records.ownersOf(item) : []))
      for (const owner of written) owners.add(owner)
    }
    requireTime()
    if (outcomes.some(({ outcome }) => outcome.kind === 'failed')) throw new RolledBack(outcomes)
    // The end of a membership never waits for a batch, and the first groups can be a minute old.
    await batch.records.requireOwners(owners, trx)
    return outcomes
  })
}

/**
 * A part of a transaction.
 * @param requireTime called before the work. It throws when the transaction has to end.
 */
function savepoint(trx: Kysely<Database>, requireTime: () => void): Scope {
  return async (work) => {
    requireTime()
    await sql`SAVEPOINT batch_group`.execute(trx)
    try {
      const result = await work(trx)
      await sql`RELEASE SAVEPOINT batch_group`.execute(trx)
      return result
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT batch_group`.execute(trx)
      await sql`RELEASE SAVEPOINT batch_group`.execute(trx)
      throw error
    }
  }
}

/**
 * Begins the time for the work of a batch, at its turn: a batch loses no time while it waits for others.
 * @returns a function that throws when the work has to end.
 */
function deadlineOf({ signal, maxAtomicMs = MAX_WORK_MS }: Batch<unknown>): () => void {
  const began = performance.now()
  return () => {
    signal?.throwIfAborted()
    const isContended = turns.pendingCount > 0
    const ms = isContended ? maxAtomicMs * CONTENDED_SHARE : maxAtomicMs
    if (performance.now() - began < ms) return
    const cause = isContended ? ', and other batches wait' : ''
    const detail = `The batch took longer than ${ms / 1_000} s${cause}. Nothing of it was written. Send it in parts.`
    throw new Problem('service_unavailable', detail)
  }
}
