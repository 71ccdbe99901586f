import pLimit from 'p-limit'
import type { components } from '../../generated/v1.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import { Problem, problemBody, toProblem } from '../problems/problem.ts'
import { MAX_FIRST_FAILURES, writeAtomically } from './atomic-batch.ts'
import {
  batchTransaction,
  groupsOf,
  readGroup,
  writeGroup,
  type Batch,
  type BatchContext,
  type BatchRecords,
  type BatchRequest,
  type LineOutcome,
  type Outcome,
} from './line-groups.ts'
import { Pacing } from './pacing.ts'
import type { Scope } from './transactions.ts'

type BatchResult = components['schemas']['BatchResult']
type BatchSummary = components['schemas']['BatchSummary']

/**
 * Batches take turns at the database, in the order in which their transactions are ready. Each holds a connection of the
 * pool and a core only while it writes, never while it waits for its client.
 */
const transactionTurns = pLimit(2)

/**
 * The `errors` of all results of a batch, in characters of JSON. Later results name their problem without them, so that the
 * response to a small batch is not many times as large.
 */
const MAX_ERRORS_LENGTH = 512 * 1024

/**
 * Writes the lines of a batch while they arrive, in groups. Yields the result of each line, and then the summary.
 * A line that fails changes nothing and does not affect the others. When the database fails, or the key is no longer
 * valid, the summary says so: the lines without a result may or may not have been written.
 * @throws any unexpected error.
 */
export async function* writeBatch<Item>(
  records: BatchRecords<Item>,
  request: BatchRequest,
  context: BatchContext,
): AsyncGenerator<BatchResult | BatchSummary> {
  const pacing = new Pacing(context.requestsReceived)
  const batch: Batch<Item> = { ...request, ...context, records, pacing }
  const results = new Results(batch)
  try {
    if (batch.query.atomic) {
      const outcomes = await writeAtomically(batch)
      results.applied &&= outcomes.every(({ outcome }) => outcome.kind !== 'failed')
      yield* pacedResults(batch, results, outcomes)
      results.requireSuccess()
    } else {
      yield* writeWhileArriving(batch, results)
    }
    yield results.summary()
  } catch (error) {
    if (!(error instanceof Problem) && !isDatabaseUnavailable(error)) throw error
    if (batch.query.atomic) results.applied = false
    yield results.summary(toProblem(error))
  }
}

async function* writeWhileArriving<Item>(
  batch: Batch<Item>,
  results: Results,
): AsyncGenerator<BatchResult> {
  const { pacing, requestsReceived } = batch
  const transaction = batchTransaction(batch)
  let workMs = 0
  let requestsBefore: number | undefined
  // A turn is one transaction, so that others do not wait for all parts of a group.
  const turn: Scope = (work) =>
    transactionTurns(async () => {
      const began = performance.now()
      requestsBefore ??= requestsReceived()
      try {
        return await transaction(work)
      } finally {
        workMs += performance.now() - began
      }
    })
  for await (const group of groupsOf(batch.body)) {
    for await (const outcomes of writeGroup(batch, await readGroup(batch, group), turn)) {
      yield* pacedResults(batch, results, outcomes)
      await pacing.restAfter(workMs, requestsBefore ?? requestsReceived())
      workMs = 0
      requestsBefore = undefined
      results.requireSuccess()
    }
  }
}

async function* pacedResults(
  { pacing }: Batch<unknown>,
  results: Results,
  outcomes: readonly LineOutcome[],
): AsyncGenerator<BatchResult> {
  for (const outcome of outcomes) {
    yield results.add(outcome)
    pacing.noteResult()
    await pacing.pause()
  }
}

const STATUS: Readonly<Record<Outcome['kind'], number>> = {
  created: 201,
  changed: 200,
  unchanged: 200,
  removed: 204,
  absent: 204,
  failed: 500,
}

/** Makes the lines of the response, and counts them. */
class Results {
  /** Whether the outcomes are written. Set before the first result is made. */
  applied: boolean
  readonly #batch: Batch<unknown>
  readonly #counts = { created: 0, changed: 0, unchanged: 0, removed: 0, failed: 0 }
  readonly #created = new Set<number | undefined>()
  #lines = 0
  #errorsLeft = MAX_ERRORS_LENGTH

  constructor(batch: Batch<unknown>) {
    this.#batch = batch
    this.applied = !batch.query.dry_run
  }

  add({ no, externalId, outcome: { kind, id, problem } }: LineOutcome): BatchResult {
    this.#lines += 1
    this.#counts[kind === 'absent' ? 'unchanged' : kind] += 1
    if (kind === 'created') this.#created.add(id)
    const exists = this.applied || !this.#created.has(id)
    const result: BatchResult = {
      kind: 'result',
      line: no,
      external_id: externalId,
      status: problem?.status ?? STATUS[kind],
      id: (exists ? id : undefined) ?? null,
      ...this.#problem(problem && (this.#errorsLeft > 0 ? problem : withoutErrors(problem))),
    }
    if (this.#errorsLeft > 0) {
      this.#errorsLeft -= JSON.stringify(result.problem?.errors ?? '').length
    }
    return result
  }

  /** @throws 400 when the first lines of the batch have all failed. */
  requireSuccess(): void {
    const lines = this.#lines
    if (lines < MAX_FIRST_FAILURES || this.#counts.failed < lines) return
    const detail = `The first ${lines} lines have all failed, so the batch ended after them. Correct the lines, and send all of them again.`
    throw new Problem('invalid_request', detail)
  }

  /** @param problem that ended the batch. */
  summary(problem?: Problem): BatchSummary {
    return {
      kind: 'summary',
      status: problem?.status ?? 200,
      lines: this.#lines,
      ...this.#counts,
      applied: this.applied,
      ...this.#problem(problem),
    }
  }

  #problem(problem: Problem | undefined) {
    const { urls, requestId, traceId } = this.#batch
    return problem && { problem: problemBody(problem, urls.public, requestId, traceId) }
  }
}

function withoutErrors({ code, message }: Problem): Problem {
  return new Problem(code, message)
}
